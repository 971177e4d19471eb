package main

import (
	"bytes"
	"debug/buildinfo"
	"runtime/debug"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// billOfMaterials lists the modules in a binary, as it says itself which those are, and the
// standard library.
func billOfMaterials(s source, p platform, binary file) (file, error) {
	info, err := buildinfo.Read(bytes.NewReader(binary.data))
	if err != nil {
		return file{}, err
	}
	if s.tagged && info.Main.Version != s.version {
		return file{}, refused("build in a plain clone of the repository", "%s: Go has not seen the tag, it says %q", p,
			info.Main.Version)
	}
	bill := cyclonedx.NewBOM()
	bill.Metadata = &cyclonedx.Metadata{
		Timestamp: s.commit.Format(time.RFC3339),
		Component: component(&info.Main, cyclonedx.ComponentTypeApplication),
	}
	settings := make([]cyclonedx.Property, 0, len(info.Settings))
	for _, setting := range info.Settings {
		settings = append(settings, cyclonedx.Property{Name: "go:build:" + setting.Key, Value: setting.Value})
	}
	bill.Metadata.Component.Properties = &settings
	standard := debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}
	parts := []cyclonedx.Component{*component(&standard, cyclonedx.ComponentTypeLibrary)}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		parts = append(parts, *component(dep, cyclonedx.ComponentTypeLibrary))
	}
	bill.Components = &parts
	refs := make([]string, 0, len(parts))
	for _, part := range parts {
		refs = append(refs, part.BOMRef)
	}
	// Which module needs which, a binary doesn't tell.
	bill.Dependencies = &[]cyclonedx.Dependency{{Ref: bill.Metadata.Component.BOMRef, Dependencies: &refs}}
	var text bytes.Buffer
	err = cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bill,
		cyclonedx.SpecVersion1_5)
	return file{name: s.baseOf(strings.TrimSuffix(binary.name, ".exe"), p) + ".cdx.json", data: text.Bytes()}, err
}

// component returns a module as a component.
func component(m *debug.Module, kind cyclonedx.ComponentType) *cyclonedx.Component {
	url := "pkg:golang/" + m.Path + "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	c := &cyclonedx.Component{BOMRef: url, Type: kind, Name: m.Path, Version: m.Version, PackageURL: url}
	if m.Sum != "" {
		// Go's sum is of a list of files, so that it is no hash of any one file.
		c.Properties = &[]cyclonedx.Property{{Name: "go:sum", Value: m.Sum}}
	}
	return c
}

package botfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Manifest describes a package and lists its files.
type Manifest struct {
	Format  int    `json:"format"`
	Name    string `json:"name"`              // see IsName
	Version string `json:"version,omitempty"` // at most 20 letters, digits, points, pluses and hyphens
	Author  string `json:"author,omitempty"`  // as the author says; nobody has checked it
	About   string `json:"about,omitempty"`   // a line
	Licence string `json:"licence,omitempty"`
	Kind    string `json:"kind"` // what it is written in, as a language.Kind
	// Games are what the bot said when it was asked. Both are empty if it could not be.
	Games   map[string]Game `json:"games,omitempty"`
	AnyGame bool            `json:"any_game,omitempty"`
	SDK     string          `json:"sdk,omitempty"`
	Build   *Build          `json:"build,omitempty"` // nil unless the arena built the programs with Go
	// Start is the file that is the bot, or "" if that is the whole folder. Programs are
	// put there, which are not in the package under this name.
	Start    string    `json:"start,omitempty"`
	Programs []Program `json:"programs,omitempty"` // by system, in the order of File
	Files    []File    `json:"files,omitempty"`    // in the order of File
}

// Game is a game that a bot plays.
type Game struct {
	Rules int `json:"rules"` // their version
}

// Build says how a program was built, so that others can build it again.
type Build struct {
	Go    string `json:"go"`    // its version
	Flags string `json:"flags"` // of go build, for people
}

// Entry is a file in the archive.
type Entry struct {
	File   string `json:"file"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // in hexadecimal
}

// Program is a program for one system. Its File is bin/OS-ARCH.
type Program struct {
	OS   string `json:"os"`   // as GOOS
	Arch string `json:"arch"` // as GOARCH
	Entry
}

// System returns the system as OS/ARCH.
func (p Program) System() string { return p.OS + "/" + p.Arch }

// File is a file for all systems. Its name begins with files/, unless it is for people.
type File struct {
	Entry
	Executable bool `json:"executable,omitempty"`
}

// FileName returns the name of the file of a whole package.
func (m Manifest) FileName() string { return m.Title("-") + Ending }

// Title returns name and version, with something between them.
func (m Manifest) Title(between string) string {
	if m.Version == "" {
		return m.Name
	}
	return m.Name + between + m.Version
}

// Systems returns the systems for which there are programs, or nil if the package is for
// all.
func (m Manifest) Systems() []string {
	var all []string
	for _, p := range m.Programs {
		all = append(all, p.System())
	}
	return all
}

// ProgramFor returns the program for a system.
func (m Manifest) ProgramFor(goos, goarch string) (Program, bool) {
	i := slices.IndexFunc(m.Programs, func(p Program) bool { return p.OS == goos && p.Arch == goarch })
	if i < 0 {
		return Program{}, false
	}
	return m.Programs[i], true
}

// RunsOn reports whether there is something for a system: its program, or no programs at all.
func (m Manifest) RunsOn(goos, goarch string) bool {
	_, fits := m.ProgramFor(goos, goarch)
	return fits || len(m.Programs) == 0
}

// entries returns everything that the manifest covers, in the order of the archive.
func (m Manifest) entries() []Entry {
	all := make([]Entry, 0, len(m.Programs)+len(m.Files))
	for _, p := range m.Programs {
		all = append(all, p.Entry)
	}
	for _, f := range m.Files {
		all = append(all, f.Entry)
	}
	return all
}

// Text returns the one form of a manifest: JSON with a line for each field.
func (m Manifest) Text() ([]byte, error) {
	var text bytes.Buffer
	to := json.NewEncoder(&text)
	to.SetEscapeHTML(false) // people read it, and names of authors have < and >
	to.SetIndent("", "\t")
	if err := to.Encode(m); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	return text.Bytes(), nil
}

// ParseManifest reads a manifest. It takes only what [Manifest.Text] writes, so that no two
// readers can understand it differently. Errors are of type *[DamagedError] or
// *[NewerError].
func ParseManifest(text []byte) (Manifest, error) {
	var of struct{ Format int }
	if err := json.Unmarshal(text, &of); err != nil {
		return Manifest{}, damaged("its manifest is not JSON: %v", err)
	}
	if of.Format > Format {
		return Manifest{}, &NewerError{of.Format}
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return Manifest{}, damaged("its manifest: %v", err)
	}
	if err := m.Check(); err != nil {
		return Manifest{}, damaged("its manifest: %v", err)
	}
	if again, err := m.Text(); err != nil || !bytes.Equal(text, again) {
		return Manifest{}, damaged("its manifest is not as the arena writes it")
	}
	return m, nil
}

// Difference is a program or a file in which two packages of a bot differ.
type Difference struct {
	System  string // of a program; "" for a file
	File    string // "" for a program
	Lacking bool   // the first package does not have the file
}

// Differences compares the files of a package with those that its source makes again.
func (m Manifest) Differences(again Manifest) (all []Difference) {
	for _, p := range m.Programs {
		if now, ok := again.ProgramFor(p.OS, p.Arch); !ok || now != p {
			all = append(all, Difference{System: p.System()})
		}
	}
	for _, f := range m.Files {
		if !slices.Contains(again.Files, f) {
			all = append(all, Difference{File: f.File})
		}
	}
	for _, f := range again.Files {
		if !slices.ContainsFunc(m.Files, func(packed File) bool { return packed.File == f.File }) {
			all = append(all, Difference{File: f.File, Lacking: true})
		}
	}
	return all
}

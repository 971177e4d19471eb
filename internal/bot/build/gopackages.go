package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/compiler"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// A bot in Go of a stranger is built without the Go command, which reads much and starts others: the arena finds the
// packages of the bot, and the compiler and the linker are run on them, which start nothing. All other packages are
// those of Go and of the SDK that the arena carries.

// goSource are the packages of a bot in Go.
type goSource struct {
	Source
	module   string
	language string     // the version of Go that its go.mod names, as go1.26; "" if none
	packages []*goOwn   // each behind those that it imports
	outside  []string   // the packages of Go and of the SDK that they import
	lib      *goLibrary // that has those
	made     map[string]string
	embedded int // files that patterns stand for
}

// goOwn is a package of the bot's own.
type goOwn struct {
	*build.Package
	path string // by which it is imported
}

// goSourceOf finds the packages of a bot. It reads them, and runs nothing.
func goSourceOf(t Source) (*goSource, error) {
	s := &goSource{Source: t, module: "bot", made: map[string]string{}}
	const mostText = 1 << 20
	text, err := files.ReadFile(filepath.Join(t.Path, "go.mod"), mostText)
	if err == nil {
		about, err := modfile.ParseLax("go.mod", text, nil)
		if err != nil {
			return nil, unfit.New(t.Typed, "does not build\n"+string(safe.Plain([]byte(err.Error()))), howToTry)
		}
		if about.Module != nil {
			s.module = about.Module.Mod.Path
		}
		if about.Go != nil {
			s.language = languageOf(about.Go.Version)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, unfit.New(t.Typed, "go.mod: "+unfit.Reason(err), howToTry)
	}
	if err := s.add(".", "main", nil); err != nil {
		return nil, err
	}
	slices.Sort(s.outside)
	if s.outside = slices.Compact(s.outside); len(s.outside) > mostImported {
		return nil, s.wrong(fmt.Sprintf("imports more than %d packages", mostImported))
	}
	return s, nil
}

// languageOf returns a version as the compiler takes it: of 1.26.0, that is go1.26.
func languageOf(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return ""
	}
	minor, _, _ := strings.Cut(parts[1], "rc")
	return "go" + parts[0] + "." + minor
}

const (
	mostPackages = 200    // of a bot's own, and how deep they may import each other
	mostImported = 500    // of Go and of the SDK, which have less
	mostEmbedded = 10_000 // files that all patterns stand for: each may stand for all files
)

// longestGo is how long all packages of a bot may take to be compiled, and mostObjects how many bytes they may have
// then. Tests have less.
var (
	longestGo         = 5 * time.Minute
	mostObjects int64 = 512 << 20
)

// add adds the package in a folder, behind all that it imports. It is imported by others, which are named in a row.
func (s *goSource) add(folder, importPath string, by []string) error {
	switch {
	case slices.Contains(by, importPath):
		return s.wrong("import cycle: " + strings.Join(append(by, importPath), " imports "))
	case slices.ContainsFunc(s.packages, func(p *goOwn) bool { return p.path == importPath }):
		return nil
	case len(s.packages) == mostPackages || len(by) == mostPackages:
		return s.wrong(fmt.Sprintf("more than %d packages", mostPackages))
	}
	p, err := s.read(folder)
	if err != nil {
		return err
	}
	if (p.Name == "main") != (importPath == "main") {
		const program = "%s has package %s; a bot's own folder holds a program, and no other does"
		return s.wrong(safe.Sprintf(program, folder, p.Name))
	}
	for _, imported := range p.Imports {
		own, is := s.folderOf(imported)
		switch {
		case is:
			err = s.add(own, imported, append(slices.Clone(by), importPath))
		case module.CheckImportPath(imported) != nil: // it could be a pattern or a path
			err = s.wrong(safe.Sprintf("%s: invalid import path", imported))
		case imported == "unsafe":
		case isOfGo(imported) || sdks.HasGo(imported) && !isInternal(imported):
			s.outside = append(s.outside, imported)
		default:
			err = s.wrong(safe.Sprintf("%s imports %s, which is neither of Go, nor of the SDK, nor in its own folder", folder,
				imported))
		}
		if err != nil {
			return err
		}
	}
	s.packages = append(s.packages, &goOwn{p, importPath})
	return nil
}

func (s *goSource) wrong(why string) error {
	return unfit.New(s.Typed, "does not build\n"+why, "have what it needs in its folder: go mod vendor; "+howToTry)
}

// tooMuch is why a bot is not compiled of which each part may be.
func (s *goSource) tooMuch(why string) error {
	return unfit.New(s.Typed, "does not build: the compiler of all its packages "+why, howToTry)
}

// read reads what the files in a folder import.
func (s *goSource) read(folder string) (*build.Package, error) {
	setting := build.Default
	setting.CgoEnabled = true // to see what wants it
	p, err := setting.ImportDir(filepath.Join(s.Path, folder), 0)
	if err != nil {
		text := strings.ReplaceAll(err.Error(), s.Path+string(filepath.Separator), "")
		return nil, s.wrong(string(safe.Plain([]byte(text))))
	}
	other := slices.Concat(p.CgoFiles, p.SFiles, p.CFiles, p.CXXFiles, p.SysoFiles, p.SwigFiles, p.SwigCXXFiles)
	if len(other) > 0 {
		return nil, s.wrong(safe.Sprintf("%s: only Go is compiled here, without cgo", path.Join(folder, other[0])))
	}
	setting.CgoEnabled = false
	return setting.ImportDir(filepath.Join(s.Path, folder), 0)
}

// folderOf returns the folder of a package of the bot's own.
func (s *goSource) folderOf(imported string) (folder string, is bool) {
	if imported == sdks.GoModule || strings.HasPrefix(imported, sdks.GoModule+"/") && sdks.HasGo(imported) {
		return "", false // that of the arena, whatever lies beside the bot
	}
	if inside, is := strings.CutPrefix(imported, s.module+"/"); is && filepath.IsLocal(inside) {
		return inside, true
	}
	vendored := filepath.Join("vendor", filepath.FromSlash(imported))
	return vendored, filepath.IsLocal(vendored) && files.IsFolder(filepath.Join(s.Path, vendored))
}

// isOfGo reports whether a package is one of Go's own that anybody may import.
func isOfGo(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	groups := []string{"all", "std", "cmd", "tool", "work"} // have a meaning for the Go command
	return !strings.Contains(first, ".") && !isInternal(imported) && !slices.Contains(groups, first)
}

func isInternal(imported string) bool {
	return slices.Contains(strings.Split(imported, "/"), "internal") || strings.HasPrefix(imported, "vendor/")
}

// golang builds a bot in Go.
func (w *Workshop) golang(ctx context.Context, f Builder, t Source) (string, error) {
	s, err := goSourceOf(t)
	if err != nil {
		return "", err
	}
	if s.lib, err = f.goLibrary(ctx, t, s.outside); err != nil {
		return "", err
	}
	for _, imported := range s.outside {
		if s.lib.files[imported] == "" {
			return "", s.wrong(safe.Sprintf("package %s is not in Go", imported))
		}
	}
	objects := filepath.Join(w.Folder, "objects")
	if err := os.MkdirAll(objects, 0o755); err != nil { //nolint:gosec // a compiler may run as another user
		return "", err
	}
	limited, stop := context.WithTimeoutCause(ctx, longestGo, s.tooMuch(fmt.Sprintf("was not done after %v", longestGo)))
	defer stop()
	left := mostObjects
	for i, p := range s.packages {
		object := filepath.Join(objects, fmt.Sprintf("%d.a", i))
		if err := s.compile(limited, w, p, object); err != nil {
			return "", err
		}
		s.made[p.path] = object
		info, err := os.Stat(object)
		if err != nil {
			return "", err
		}
		if left -= info.Size(); left < 0 {
			return "", s.tooMuch("made more than " + lineproto.InBytes(int(mostObjects)))
		}
	}
	imports, err := s.importsFile(objects)
	if err != nil {
		return "", err
	}
	program := w.place(t)
	link := compiler.Job{
		Args: []string{
			s.lib.tool("link"), "-importcfg", imports, "-buildmode=exe", "-s", "-w", "-o", madeProgram, s.made["main"],
		},
		Reads: []string{objects, s.lib.folder},
	}
	return program, w.run(ctx, t, link, takeProgram(program))
}

// compile compiles a package. The compiler learns of no folder but that of the bot.
func (s *goSource) compile(ctx context.Context, w *Workshop, p *goOwn, object string) error {
	objects := filepath.Dir(object)
	imports, err := s.importsFile(objects)
	if err != nil {
		return err
	}
	args := []string{
		s.lib.tool("compile"), "-o", madeProgram, "-trimpath", s.Path + "=>", "-p", p.path, "-complete", "-c=1", "-pack",
		"-nolocalimports", "-importcfg", imports,
	}
	if s.language != "" {
		args = append(args, "-lang="+s.language)
	}
	if len(p.EmbedPatterns) > 0 {
		embeds, err := s.embedsFile(w, p, object+".json")
		if err != nil {
			return err
		}
		args = append(args, "-embedcfg", embeds)
	}
	for _, name := range p.GoFiles {
		args = append(args, filepath.Join(p.Dir, name))
	}
	job := compiler.Job{Args: args, Reads: []string{objects, s.lib.folder}}
	return w.run(ctx, s.Source, job, takeProgram(object))
}

// importsFile writes the file that says where each package is.
func (s *goSource) importsFile(objects string) (string, error) {
	var text strings.Builder
	for _, where := range []map[string]string{s.lib.files, s.made} {
		for imported, file := range where {
			fmt.Fprintf(&text, "packagefile %s=%s\n", imported, file)
		}
	}
	name := filepath.Join(objects, "imports")
	return name, files.Replace(name, 0o644, strings.NewReader(text.String()))
}

// embedsFile writes the file that says what each pattern of a //go:embed stands for.
func (s *goSource) embedsFile(w *Workshop, p *goOwn, name string) (string, error) {
	place := p.Dir
	if inside, err := filepath.Rel(s.Path, p.Dir); err == nil && w.Sandbox.HasRoot() {
		place = filepath.Join(shim.Bot, inside)
	}
	found := struct {
		Patterns map[string][]string
		Files    map[string]string
	}{map[string][]string{}, map[string]string{}}
	for _, pattern := range p.EmbedPatterns {
		names, err := embeddedBy(p.Dir, pattern)
		if err != nil || len(names) == 0 {
			return "", s.wrong(safe.Sprintf("//go:embed %s: no matching files", pattern))
		}
		if s.embedded += len(names); s.embedded > mostEmbedded {
			return "", s.wrong(fmt.Sprintf("//go:embed has patterns for more than %d files", mostEmbedded))
		}
		found.Patterns[pattern] = names
		for _, inside := range names {
			found.Files[inside] = filepath.Join(place, filepath.FromSlash(inside))
		}
	}
	text, err := json.Marshal(found)
	if err != nil {
		return "", err
	}
	return name, files.Replace(name, 0o644, strings.NewReader(string(text)))
}

// embeddedBy returns the files of a folder, which has no links, that a pattern of a //go:embed stands for.
func embeddedBy(folder, pattern string) (names []string, err error) {
	glob, all := strings.CutPrefix(pattern, "all:")
	if !fs.ValidPath(glob) {
		return nil, fs.ErrInvalid
	}
	in := os.DirFS(folder)
	matches, err := fs.Glob(in, glob)
	for _, match := range matches {
		err = errors.Join(err, fs.WalkDir(in, match, func(name string, entry fs.DirEntry, err error) error {
			hidden := name != match && !all && strings.ContainsAny(entry.Name()[:1], "._")
			switch {
			case err != nil:
				return err
			case hidden && entry.IsDir():
				return fs.SkipDir
			case !hidden && entry.Type().IsRegular():
				names = append(names, name)
			}
			return nil
		}))
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

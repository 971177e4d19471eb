package find

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Packing says how a bot is packed.
type Packing struct {
	// Platforms are the systems, as OS/ARCH, for which a bot in Go is built.
	Platforms []string
	// Programs are files of programs that were built already, by system.
	Programs map[string]string
	// Building, if not nil, is told for which system the bot is being built.
	Building func(platform string)
}

// Packable is what of a bot goes into a package.
type Packable struct {
	Kind     Kind
	Start    string // as in a pack.Manifest
	Contents []pack.Content
	Build    *pack.Build // nil unless it is in Go

	temp string // the folder with built programs; may be ""
}

// Close removes the built programs.
func (p *Packable) Close() error {
	if p.temp == "" {
		return nil
	}
	return os.RemoveAll(p.temp)
}

// plainName makes the name of a bot in a package from a path.
func plainName(path string) string { return pack.PlainName(Name(path)) }

// Pack collects the files of a package: the program of a compiled bot, for each system, and the
// files of any other. typed may be "" if there are programs.
// Errors are of type *[Error], unless ctx is done.
func (f Finder) Pack(ctx context.Context, typed, name string, how Packing) (*Packable, error) {
	p := &packer{finder: f, how: how, Packable: &Packable{Kind: Program, Start: name}}
	var err error
	if typed != "" {
		if p.target, err = f.locateFile(typed); err == nil {
			err = p.collect(ctx)
		}
	}
	if err == nil {
		err = p.addPrograms()
	}
	if err != nil {
		_ = p.Close()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	return p.Packable, nil
}

// packer is a bot while it is collected.
type packer struct {
	*Packable
	target

	finder Finder
	how    Packing
	bytes  int64
}

func (p *packer) collect(ctx context.Context) error {
	if !p.folder {
		return p.collectFile(ctx)
	}
	about, err := readBotTxt(filepath.Join(p.path, botTxtName))
	if err != nil {
		return p.failed(err.Error(), "its lines are: build COMMAND, run COMMAND, game NAME; each may be left out")
	}
	found, err := p.look()
	switch {
	case err != nil:
		return err
	case about.run != nil || about.build != nil:
		return p.collectDescribed(ctx, about)
	case len(found.names) > 1:
		return p.failed("holds "+unfit.Listed(found.names)+", and each could be the bot", p.howToDescribe(found))
	case found.goFiles:
		return p.collectGo(ctx)
	case len(found.sources) > 0:
		return p.collectCompiled(ctx, p.path, found.sources)
	case len(found.mains) == 1:
		p.Kind, p.Start = kindOf(found.mains[0]), ""
		return p.addFolder(p.path, "")
	}
	_, err = p.finder.folder(ctx, p.target) // explains which files there are
	if err == nil {
		err = p.failed("a folder without a bot", unfit.HowToName)
	}
	return err
}

// collectFile packs a bot of one file, and the SDK and the parameters beside it, which are
// all that it has.
func (p *packer) collectFile(ctx context.Context) error {
	p.Kind = kindOf(p.path)
	name := filepath.Base(p.path)
	system := executable.System(p.path)
	switch {
	case p.Kind == Package:
		return p.failed("a package already", "send it as it is")
	case p.Kind.IsCompiled():
		return p.collectCompiled(ctx, filepath.Dir(p.path), []string{name})
	case p.Kind == Program && system != "":
		return p.addProgram(system, p.path, true)
	}
	p.Start = name
	for _, beside := range language.SDKsAlone() {
		if path := filepath.Join(filepath.Dir(p.path), beside); beside != name && exists(path) {
			if err := p.addFile(path, beside); err != nil {
				return err
			}
		}
	}
	for _, path := range executable.SDKBeside(p.path) {
		if err := p.addFile(path, "arena/"+filepath.Base(path)); err != nil {
			return err
		}
	}
	if err := p.addFile(p.path, name); err != nil {
		return err
	}
	return p.addParameters(filepath.Base(ParamsFile(p.path)))
}

func (p *packer) collectGo(ctx context.Context) error {
	p.Kind = language.Go
	platforms := slices.DeleteFunc(slices.Clone(p.how.Platforms), func(platform string) bool {
		_, named := p.how.Programs[platform]
		return named
	})
	var err error
	p.temp, p.Build, err = p.source().Release(ctx, platforms, p.how.Building, func(platform, program string) error {
		return p.addProgram(platform, program, true)
	})
	if err != nil {
		return err
	}
	return p.addBesideProgram()
}

func (p *packer) collectCompiled(ctx context.Context, folder string, names []string) error {
	r, err := p.finder.compiled(ctx, p.target, folder, names)
	if err != nil {
		return err
	}
	p.Kind = r.kind
	if err := p.addProgram(executable.System(r.args[0]), r.args[0], true); err != nil {
		return err
	}
	return p.addBesideProgram()
}

// addBesideProgram adds the files that belong to a program: its parameters, and files for
// people.
func (p *packer) addBesideProgram() error {
	if err := p.addParameters(paramsName); err != nil {
		return err
	}
	if !p.folder {
		return nil
	}
	for _, name := range []string{"LICENSE", "README.md"} {
		if path := filepath.Join(p.path, name); exists(path) {
			if err := p.addFile(path, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// addParameters adds the file with the parameters that the bot declares, if it does.
func (p *packer) addParameters(name string) error {
	space, err := Declared(p.path)
	if err != nil {
		return p.failed(filepath.Base(ParamsFile(p.path))+": "+err.Error(), "arena tune --help explains it")
	}
	if space == nil {
		return nil
	}
	return p.addFile(ParamsFile(p.path), name)
}

// addPrograms adds the programs that were named one by one, in place of any that were built
// for the same system.
func (p *packer) addPrograms() error {
	for platform, path := range p.how.Programs {
		if p.typed == "" {
			p.typed = path
		}
		if err := p.addProgram(platform, path, false); err != nil {
			return err
		}
	}
	return nil
}

// addProgram adds a program for a system, unless it has one already that was named.
func (p *packer) addProgram(platform, path string, found bool) error {
	if _, named := p.how.Programs[platform]; named && found {
		return nil
	}
	info, err := os.Stat(path)
	switch built := executable.System(path); {
	case err != nil:
		return Unfit(path, unfit.Reason(err), "build it first")
	case !info.Mode().IsRegular():
		return Unfit(path, "not a file", "name a program")
	case built == "":
		return Unfit(path, "not a program that was compiled", "pack a script as it is: arena bot pack "+language.HintFile)
	case built != platform:
		return Unfit(
			path, "a program for "+built+", and not for "+platform, "--program "+safe.Shell(built+"="+path),
		)
	case info.Size() > pack.MaxProgram:
		return Unfit(
			path, fmt.Sprintf("larger than %d MB, which is too large for a package", pack.MaxProgram>>20),
			"build it without symbols",
		)
	}
	goos, arch, _ := strings.Cut(platform, "/")
	p.Contents = append(p.Contents, pack.Content{OS: goos, Arch: arch, Open: opens(path)})
	return nil
}

func opens(path string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return os.Open(path) }
}

func opensText(text []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
}

func (p *packer) failed(why, fix string) error { return Unfit(p.typed, why, fix) }

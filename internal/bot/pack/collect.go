package pack

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Options say how a bot is packed.
type Options struct {
	// Platforms are the systems, as OS/ARCH, for which a bot in Go is built.
	Platforms []string
	// Programs are files of programs that were built already, by system.
	Programs map[string]string
	// Building, if not nil, is told for which system the bot is being built.
	Building func(platform string)
}

// NameFor is the usual name of a bot in its package: that of its folder or file, or else of its first program.
func (how Options) NameFor(typed string) string {
	if typed == "" {
		typed = how.Programs[slices.Min(slices.Collect(maps.Keys(how.Programs)))]
	}
	if whole, err := filepath.Abs(typed); err == nil { // it may be "."
		typed = whole
	}
	return botfile.PlainName(build.Name(typed))
}

// Collected is what of a bot goes into a package.
type Collected struct {
	Kind     language.Kind
	Start    string // as in a botfile.Manifest
	Contents []botfile.Content
	Build    *botfile.Build // nil unless it is in Go

	temp string // the folder with built programs; may be ""
}

// Close removes the built programs.
func (p *Collected) Close() error {
	if p.temp == "" {
		return nil
	}
	return os.RemoveAll(p.temp)
}

// Collect collects the files of a package: the program of a compiled bot, for each system, and the
// files of any other. There may be no source if there are programs.
// Errors are of type *[unfit.Error], unless ctx is done.
func Collect(ctx context.Context, b build.Builder, t build.Source, name string, how Options) (*Collected, error) {
	p := &collecting{Collected: &Collected{Kind: language.Program, Start: name}, Source: t, builder: b, how: how}
	var err error
	if t.Path != "" {
		err = p.collect(ctx)
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
	return p.Collected, nil
}

// collecting is a bot while it is collected.
type collecting struct {
	*Collected
	build.Source

	builder build.Builder
	how     Options
	bytes   int64
}

func (p *collecting) collect(ctx context.Context) error {
	if !p.Folder {
		return p.collectFile(ctx)
	}
	about, err := p.BotTxt()
	if err != nil {
		return err
	}
	if about.Run != nil || about.Build != nil {
		return p.collectDescribed(ctx, about)
	}
	found, err := p.Look()
	switch {
	case err != nil:
		return err
	case found.Go:
		return p.collectGo(ctx)
	case len(found.Sources) > 0:
		return p.collectCompiled(ctx, found.Sources)
	case len(found.Mains) == 0:
		return p.NoBot()
	}
	p.Kind, p.Start = build.KindOf(found.Mains[0]), ""
	return p.addFolder(p.Path, "")
}

// collectFile packs a bot of one file, and the SDK and the parameters beside it, which are
// all that it has.
func (p *collecting) collectFile(ctx context.Context) error {
	p.Kind = build.KindOf(p.Path)
	name := filepath.Base(p.Path)
	system := executable.System(p.Path)
	switch {
	case p.Kind == language.Package:
		return p.failed("a package already", "send it as it is")
	case p.Kind.IsCompiled():
		return p.collectCompiled(ctx, []string{name})
	case p.Kind == language.Program && system != "":
		return p.addProgram(system, p.Path, true)
	}
	p.Start = name
	for _, beside := range language.SDKsAlone() {
		if path := filepath.Join(p.Dir(), beside); beside != name && files.Exists(path) {
			if err := p.addFile(path, beside); err != nil {
				return err
			}
		}
	}
	for _, path := range executable.SDKBeside(p.Path) {
		if err := p.addFile(path, "arena/"+filepath.Base(path)); err != nil {
			return err
		}
	}
	if err := p.addFile(p.Path, name); err != nil {
		return err
	}
	return p.addParameters(filepath.Base(params.File(p.Path)))
}

func (p *collecting) collectGo(ctx context.Context) error {
	p.Kind = language.Go
	platforms := slices.DeleteFunc(slices.Clone(p.how.Platforms), func(platform string) bool {
		_, named := p.how.Programs[platform]
		return named
	})
	var err error
	p.temp, p.Build, err = p.Release(ctx, platforms, p.how.Building, func(platform, program string) error {
		return p.addProgram(platform, program, true)
	})
	if err != nil {
		return err
	}
	return p.addBesideProgram()
}

func (p *collecting) collectCompiled(ctx context.Context, names []string) error {
	r, err := p.builder.Compile(ctx, p.Source, names)
	if err != nil {
		return err
	}
	p.Kind = r.Kind
	if err := p.addProgram(executable.System(r.Args[0]), r.Args[0], true); err != nil {
		return err
	}
	return p.addBesideProgram()
}

// collectDescribed packs a bot with a bot.txt. It packs the files that the command has built here,
// and leaves out the command: nobody builds on the machine of others.
func (p *collecting) collectDescribed(ctx context.Context, about build.BotTxt) error {
	if about.Build != nil {
		if err := p.Run(ctx, about.Build); err != nil {
			return err
		}
	}
	p.Kind, p.Start = language.Described, ""
	without := []string{build.BotTxtName}
	if about.Run != nil {
		first := filepath.Join(p.Path, about.Run[0])
		if system := executable.System(first); build.HasSeparator(about.Run[0]) && system != "" {
			name := filepath.ToSlash(filepath.Clean(about.Run[0]))
			p.Start = strings.TrimSuffix(name, ".exe")
			without = append(without, name)
			if p.isLinked(first) {
				return p.linked(first, name)
			}
			if err := p.addProgram(system, first, true); err != nil {
				return err
			}
		}
	}
	if err := p.addBotTxt(); err != nil {
		return err
	}
	if about.Build == nil || about.Run == nil {
		return p.addFolder(p.Path, "", without...)
	}
	return p.addNamed(about.Run, without)
}

// addNamed adds what a command names in the folder. A build leaves much else there.
func (p *collecting) addNamed(run, without []string) error {
	for _, word := range run {
		path := filepath.Join(p.Path, word)
		name := filepath.ToSlash(filepath.Clean(word))
		info, err := os.Stat(path)
		switch {
		case word == "" || !filepath.IsLocal(word) || err != nil || slices.Contains(without, name):
			continue
		case info.IsDir():
			err = p.addFolder(path, name)
		default:
			err = p.addFile(path, name)
		}
		if err != nil {
			return err
		}
	}
	return p.addBesideProgram()
}

// addBotTxt adds the bot.txt without its command to build.
func (p *collecting) addBotTxt() error {
	file, err := os.ReadFile(filepath.Join(p.Path, build.BotTxtName)) // Source.BotTxt has checked it
	if err != nil {
		return p.failed(build.BotTxtName+": "+unfit.Reason(err), safe.Shell("chmod", "-R", "+r", p.Shown))
	}
	var kept strings.Builder
	for line := range strings.Lines(string(plaintext.Of(file))) {
		if key := strings.Fields(line); len(key) == 0 || key[0] != "build" {
			kept.WriteString(line)
		}
	}
	p.Contents = append(p.Contents, botfile.Content{Path: build.BotTxtName, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(kept.String())), nil
	}})
	return nil
}

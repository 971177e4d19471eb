package build

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Recipe says how a bot is started.
type Recipe struct {
	Kind  language.Kind
	Args  []string // as those of a executable.Command; nil: it can't be started
	Files []string // files and folders whose sum is that of the bot
	Game  string   // that a bot.txt names

	tools []string // the folders of programs that the bot may start
	reads []string // files beyond the bot that the program must be able to read
	env   []string // variables beyond those of every bot
	// overhead is the memory that the program itself takes.
	overhead int64
}

// program is how a program is started that needs no other.
func program(kind language.Kind, path string) Recipe {
	return Recipe{Kind: kind, Args: []string{path}, Files: []string{path}}
}

// Recipe returns how a bot is started, and builds before what must be built.
func (f Builder) Recipe(ctx context.Context, t Source) (Recipe, error) {
	if !t.Folder {
		return f.file(ctx, t, t.Path)
	}
	if err := t.holds(BotTxtName); err != nil {
		return Recipe{}, err
	}
	about, err := t.BotTxt()
	if err != nil {
		return Recipe{}, err
	}
	if f.Game == "" {
		f.Game = about.Game
	} else if about.Game != "" && about.Game != f.Game {
		return Recipe{}, unfit.New(
			t.Typed, safe.Sprintf("a bot for %s, as its %s says", about.Game, BotTxtName), "arena games lists the games",
		)
	}
	r, err := f.folder(ctx, t, about)
	r.Game = about.Game
	return r, err
}

// folder returns how the bot in a folder is started of which a bot.txt says this, which may be nothing.
func (f Builder) folder(ctx context.Context, t Source, about BotTxt) (Recipe, error) {
	if about.Build != nil && !f.Unbuilt {
		if err := t.Run(ctx, about.Build); err != nil {
			return Recipe{}, err
		}
	}
	if about.Run != nil {
		r, err := f.described(ctx, t, about)
		if err != nil && about.Build != nil && f.Unbuilt {
			err = t.notBuilt()
		}
		return r, err
	}
	found, err := t.Look()
	switch {
	case err != nil:
		return Recipe{}, err
	case found.Go:
		return f.golang(ctx, t)
	case len(found.Sources) > 0:
		return f.Compile(ctx, t, t.Path, found.Sources)
	case len(found.Mains) == 0:
		return Recipe{}, t.NoBot()
	}
	if err := t.holds(found.Mains[0]); err != nil {
		return Recipe{}, err
	}
	r, err := f.file(ctx, t, filepath.Join(t.Path, found.Mains[0]))
	r.Files = append(r.Files, t.Path)
	return r, err
}

// holds refuses a bot if a link leads from something in its folder out of that, without reading what it leads to: the
// author of the bot can have made the link.
func (t Source) holds(name string) error {
	if !files.Leaves(filepath.Join(t.Path, name), t.Path) {
		return nil
	}
	return unfit.New(t.Typed, safe.Name(name)+" in it is a link out of its folder", "put the file there that it leads to")
}

// described returns how a bot.txt says that its bot is started. The bot does not run in its
// own folder, so words that name something there get its whole path.
func (f Builder) described(ctx context.Context, t Source, about BotTxt) (Recipe, error) {
	tool, err := t.command(about.Run[0])
	if err != nil {
		return Recipe{}, err
	}
	r := Recipe{Kind: language.Described}
	if rel, err := filepath.Rel(t.Path, tool); err == nil && filepath.IsLocal(rel) {
		if err := t.holds(rel); err != nil && !sandbox.IsRuntime(tool) {
			return Recipe{}, err
		}
		r.Files = append(r.Files, tool)
	} else {
		if tool, err = f.behind(ctx, t, tool); err != nil {
			return Recipe{}, err
		}
		r.tools = append(r.tools, filepath.Dir(tool))
	}
	r.Args = []string{tool}
	for _, word := range about.Run[1:] {
		if path := filepath.Join(t.Path, word); word != "" && filepath.IsLocal(word) {
			if err := t.holds(word); err != nil {
				return Recipe{}, err
			}
			if _, err := os.Stat(path); err == nil {
				word = path
				r.Files = append(r.Files, path)
			}
		}
		r.Args = append(r.Args, word)
	}
	// A build leaves much in the folder that is no part of the bot. Its purpose is the program
	// that runs.
	if about.Build == nil || len(r.Files) == 0 {
		r.Files = []string{t.Path}
	}
	r.Files = append(r.Files, filepath.Join(t.Path, BotTxtName))
	return r, nil
}

// file returns how a file is started. Its name is absolute.
func (f Builder) file(ctx context.Context, t Source, path string) (Recipe, error) {
	switch l := language.OfFile(path); {
	case l == nil:
		return f.script(ctx, t, path)
	case l.Reader != nil:
		return f.read(ctx, t, path, l)
	case l.Kind == language.WASI:
		return f.module(ctx, t, path)
	}
	return f.Compile(ctx, t, filepath.Dir(path), []string{filepath.Base(path)})
}

// Complete returns the command that starts a bot by its recipe, if it may be started, and what its SHA-256 is that of.
func (f Builder) Complete(t Source, r Recipe) (executable.Command, error) {
	if err := f.MayStart(t, r.Kind); err != nil {
		return executable.Command{}, err
	}
	hashed, err := f.hashed(t, r.Files)
	if err != nil || r.Args == nil {
		return executable.Command{Path: t.Path, Hashed: hashed}, err
	}
	sdk := ""
	if f.Cache != "" { // without it, only bots that use an SDK fail, and say so
		sdk, _ = sdks.All().Unpack(filepath.Join(f.Cache, "sdk"))
	}
	folder := t.Path
	if !t.Folder {
		folder = filepath.Dir(t.Path)
	}
	return executable.Command{
		Path: t.Path, Args: r.Args, Env: slices.Concat([]string{FolderVariable + folder}, f.environment(r, sdk), r.env),
		Hashed: hashed, Reads: r.reads, Overhead: r.overhead,
	}, nil
}

// FolderVariable begins the environment variable that tells a bot where its files are.
const FolderVariable = "ARENA_BOT_DIR="

// usualPath are the folders in which every bot finds programs.
var usualPath = filepath.SplitList(executable.Path)

// environment returns the variables by which a bot finds programs and what it imports.
func (f Builder) environment(r Recipe, sdk string) (env []string) {
	path := usualPath
	for _, folder := range slices.Backward(r.tools) {
		if !slices.Contains(path, folder) {
			path = append([]string{folder}, path...)
		}
	}
	if runtime.GOOS != "windows" && len(path) > len(usualPath) {
		env = append(env, "PATH="+strings.Join(path, string(filepath.ListSeparator)))
	}
	if len(r.tools) == 0 && !executable.IsScript(r.Args[0]) {
		return env // a program has no use for the rest, and learns from it where your folders are
	}
	places := language.Places{Cache: f.Cache, SDK: sdk}
	// Packages that were installed for one user are below the home folder, which bots don't
	// have.
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		places.User = filepath.Join(home, ".local")
	}
	for _, l := range language.All() {
		if l.Environment != nil {
			env = append(env, l.Environment(places)...)
		}
	}
	return env
}

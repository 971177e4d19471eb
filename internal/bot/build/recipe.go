package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

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

	// Place is where the bot is if that is not where it was: its sources were built in a workshop.
	Place string

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
	if about.Build != nil && !f.Unbuilt && !t.Built {
		t, err := f.toBuild(t)
		if err == nil && f.Workshop != nil {
			return f.builtApart(ctx, t, about)
		}
		if err == nil {
			err = t.Run(ctx, about.Build)
		}
		if err != nil {
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
		return f.Compile(ctx, t, found.Sources)
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

// builtApart builds a bot in the workshop by the command of its bot.txt. Without that, it is a bot as others.
func (f Builder) builtApart(ctx context.Context, t Source, about BotTxt) (r Recipe, err error) {
	if t.Path, err = f.describedConfined(ctx, t, about); err != nil {
		return r, err
	}
	about.Build = nil
	r, err = f.folder(ctx, t, about)
	r.Place = t.Path
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
	return f.Compile(ctx, t, []string{filepath.Base(path)})
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
	return executable.Command{
		Path: t.Path, Args: r.Args, Env: slices.Concat([]string{FolderVariable + t.Dir()}, f.environment(r), r.env),
		Hashed: hashed, Reads: r.reads, Overhead: r.overhead,
	}, nil
}

// MayStart returns an error unless a bot of a kind may be started here.
func (f Builder) MayStart(t Source, kind language.Kind) error {
	origin := sandbox.Origin{Stranger: t.Strangers, Module: kind == language.WASI}
	if refused := new(sandbox.RefusedError); errors.As(f.Terms.MayStart(origin), &refused) {
		return unfit.New(t.Typed, refused.Error(), refused.Hint())
	}
	return nil
}

// FolderVariable begins the environment variable that tells a bot where its files are.
const FolderVariable = "ARENA_BOT_DIR="

// usualPath are the folders in which every bot finds programs.
var usualPath = filepath.SplitList(executable.Path)

// environment returns the variables by which a bot finds programs and what it imports.
func (f Builder) environment(r Recipe) (env []string) {
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
	places := language.Places{Cache: f.Cache}
	if f.Cache != "" { // without it, only bots that use an SDK fail, and say so
		places.SDK, _ = f.sdk()
	}
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

// sdk returns the folder with the SDKs of all languages.
func (f Builder) sdk() (string, error) { return sdks.All().Unpack(filepath.Join(f.Cache, "sdk")) }

// hashed returns what a bot's SHA-256 is that of.
func (f Builder) hashed(t Source, paths []string) (*executable.Hashed, error) {
	h, err := executable.Hash(paths, f.Sum)
	unread := new(executable.FileError)
	switch {
	case errors.Is(err, executable.ErrTooLarge):
		return nil, unfit.New(
			t.Typed, "its folder has "+err.Error()+", which is too large for a bot",
			"keep only the bot in it; hidden folders, such as .venv, do not count",
		)
	case errors.As(err, &unread) && len(paths) == 1 && !files.IsFolder(paths[0]):
		return nil, unfit.New(t.Typed, unfit.Reason(unread.Cause), safe.Shell("chmod", "+r", t.Shown))
	case errors.As(err, &unread):
		why := safe.Name(unread.Name) + ": " + unfit.Reason(unread.Cause)
		return nil, unfit.New(t.Typed, why, safe.Shell("chmod", "-R", "+r", t.Shown))
	}
	return h, err
}

// Sum returns the SHA-256 of a program. Computing it takes longer than starting the
// program, so it is remembered with the file's identity.
func (f Builder) Sum(path string) (sum [sha256.Size]byte, err error) {
	before, err := os.Stat(path)
	if err != nil {
		return sum, err
	}
	memory := f.sumPath(path)
	if known, ok := recall(memory, executable.Identity(before)); ok {
		return known, nil
	}
	if sum, err = executable.SumFile(path); err != nil {
		return sum, err
	}
	after, err := os.Stat(path)
	unchanged := err == nil && executable.Identity(after) == executable.Identity(before)
	if unchanged && time.Since(before.ModTime()) > executable.Settled {
		remember(memory, executable.Identity(before), sum)
	}
	return sum, nil
}

func (f Builder) sumPath(path string) string {
	if f.Cache == "" {
		return ""
	}
	hash := sha256.Sum256([]byte(path))
	return filepath.Join(f.Cache, "sums", hex.EncodeToString(hash[:16]))
}

func recall(memory, identity string) (sum [sha256.Size]byte, ok bool) {
	text, err := os.ReadFile(memory)
	if err != nil {
		return sum, false
	}
	known := fmt.Appendf(nil, "%s\n", identity)
	if len(text) != len(known)+hex.EncodedLen(len(sum)) || string(text[:len(known)]) != string(known) {
		return sum, false
	}
	n, err := hex.Decode(sum[:], text[len(known):])
	return sum, err == nil && n == len(sum)
}

// remember stores a sum. Its errors are ignored: then the next run computes the sum
// again.
func remember(memory, identity string, sum [sha256.Size]byte) {
	if memory == "" || os.MkdirAll(filepath.Dir(memory), 0o755) != nil {
		return
	}
	_ = files.Replace(memory, 0o600, strings.NewReader(fmt.Sprintf("%s\n%x", identity, sum)))
}

// Package build says how bots are started, and makes their programs before: it reads the folder of a bot, builds
// sources in Go and C++ and by the command of a bot.txt, and finds the interpreters of others.
package build

import (
	"path/filepath"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Source is a file or folder that is a bot.
type Source struct {
	Typed  string // what messages call it
	Path   string // absolute
	Given  string // the path as the user would write it
	Shown  string // the same, for messages
	Folder bool
	Built  bool // by the command of its bot.txt, on another machine
	Packed bool // it comes from a package: nothing of it is built, as that would not be confined

	Strangers bool // somebody else than the user has made it
}

// Builder builds sources.
type Builder struct {
	// Cache is a folder for built programs and known checksums. It is made when needed. Without it, nothing can be built.
	Cache string
	// Building, if not nil, is told how a bot that was never built before gets on: of all packages that must be
	// compiled for it, so many are left. It is told 0 of 0 where nothing is known but that building takes a while.
	Building func(name string, left, all int)
	// Unkept, if not nil, is told once in a process why compiled modules can't be put into Cache. They are then
	// compiled again by the next.
	Unkept func(why error)
	// Game is the name of the game that the bots are to play. It may be empty, but then player files of the original
	// programs can't be compiled.
	Game string
	// Called is the name of the bot in messages, instead of the typed name and the path.
	Called string
	// Terms decide whether bots of strangers are started. Without a sandbox, only their modules are, and bots see
	// every program.
	Terms sandbox.Terms
	// Workshop builds what strangers wrote. Without one, they have all rights of the user while that is built, which is
	// done only if Terms say so.
	Workshop *Workshop
	// Unbuilt says that nothing is built: of what would have to be, the program that was built last is taken, if there
	// is one. Whether that is the right one, its checksum tells.
	Unbuilt bool
	// Uncompiled says that a module is not compiled either, and can't be started.
	Uncompiled bool
	// Debug builds programs for a debugger: with symbols, and the bot's own package without optimisations. They are
	// kept apart from the others.
	Debug bool
}

// begun says that something of which nothing is known but that it takes a while is built.
func (f Builder) begun(t Source) {
	if f.Building != nil {
		f.Building(t.Name(), 0, 0)
	}
}

// KindOf goes by the ending of a name. It returns [language.Program] if that says nothing.
func KindOf(path string) language.Kind {
	if l := language.OfFile(path); l != nil {
		return l.Kind
	}
	if strings.EqualFold(filepath.Ext(path), botfile.Ending) {
		return language.Package
	}
	return language.Program
}

// Dir returns the folder of a bot, or that of its file.
func (t Source) Dir() string {
	if t.Folder {
		return t.Path
	}
	return filepath.Dir(t.Path)
}

// Name returns the name of a bot that does not name itself.
func (t Source) Name() string { return Name(t.Path) }

// Name returns the name of a bot that does not name itself: that of its file or
// folder without extension, cut to engine.MaxName characters.
func Name(path string) string {
	base := filepath.Base(path)
	if base != filepath.Ext(base) {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	name := []rune(strings.ReplaceAll(engine.Printable(base), "\t", ""))
	if len(name) == 0 {
		return "bot"
	}
	return string(name[:min(len(name), engine.MaxName)])
}

// NotBuilt is the problem of sources that may not be built.
const NotBuilt = "would have to be built, and the bots of others are not"

// allowed refuses to build what comes from a package. To build a stranger's bot, their
// commands would have to be run, and nothing would confine them.
func (t Source) allowed() error {
	if t.Packed {
		return unfit.New(t.Typed, NotBuilt, "ask the author to pack it: arena bot pack")
	}
	return nil
}

// maxSaid is how many lines of a compiler are shown.
const maxSaid = 40

// tidy cuts what a compiler said.
func tidy(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if more := len(lines) - maxSaid; more > 0 {
		lines = append(lines[:maxSaid], "and "+safe.Count(more, "line")+" more")
	}
	return strings.Join(lines, "\n")
}

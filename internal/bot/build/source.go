// Package build makes programs of the sources of bots: in Go, in C++, and by a command that a bot.txt names.
package build

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
)

// Source is a file or folder that a program is made of.
type Source struct {
	Typed  string // what messages call it
	Path   string // absolute
	Given  string // the path as the user would write it
	Shown  string // the same, for messages
	Name   string // of the bot
	Folder bool
	Packed bool // it comes from a package: nothing of it is built, as that would not be confined
}

// Builder builds sources.
type Builder struct {
	// Cache is a folder for built programs. Without it, nothing can be built.
	Cache string
	// Building, if not nil, is told how it gets on: of all packages that must be compiled, so many are left.
	Building func(name string, left, all int)
	// Game is the name of the game that the bots are to play; player files of the original programs need it.
	Game string
	// Called is the name of the bot in messages, instead of the typed name and the path.
	Called string
	// Unbuilt says that nothing is built: the program that was built last is taken, if there is one.
	Unbuilt bool
	// Debug builds programs for a debugger.
	Debug bool
}

// Run runs the command that a bot.txt names, in the bot's folder. The command itself finds out
// which files are up to date.
func (t Source) Run(ctx context.Context, tool string, words []string) error {
	command := exec.CommandContext(ctx, tool, words[1:]...)
	command.Dir = t.Path
	command.WaitDelay = time.Second // where it can leave children behind
	withChildren(command)
	said, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		text := tidy(string(said))
		if text == "" {
			text = safe.Name(words[0]) + ": " + err.Error()
		}
		return unfit.New(
			t.Typed, "does not build\n"+text,
			"to see it by hand: "+safe.Shell("cd", t.Shown)+" && "+safe.Shell(words...),
		)
	}
	return nil
}

// Allowed refuses to build what comes from a package. To build a stranger's bot, their
// commands would have to be run, and nothing would confine them.
func (t Source) Allowed() error {
	if t.Packed {
		return unfit.New(
			t.Typed, "would have to be built, and the bots of others are not",
			"ask the author to pack it: arena bot pack",
		)
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Package cli is the arena's command line: it reads what people type and prints answers, nothing else. The commands are
// in folders by subject, and share package shell.
package cli

import (
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/process/executable"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/program"
)

// Main runs the command line for the given games on the arguments of the process,
// and exits. The linked bots are those that come with this arena, and sources the files of its module that a bot in Go
// needs.
func Main(games engine.Games, linked []executable.Linked, sources fs.FS) {
	sdks.Sources = sources
	program.Main(games, linked, os.Args[1:], func(s *shell.Shell) *cobra.Command { return newRoot(s, nil) })
}

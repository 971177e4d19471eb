package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/starter"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewNewGame returns the command that begins a game.
func NewNewGame(s *shell.Shell) *cobra.Command {
	var clone string
	c := &cobra.Command{
		Use:   "new-game NAME",
		Short: "Begin a game of your own",
		Long: `Begin a game: make a folder NAME with a small, complete game for you to change. It has
rules, schema, pictures, tests and a bot, in a Go module of its own, whose main is an
arena with that game. As long as the arena isn't published where Go looks for modules,
--arena says where a clone of it is; inside a clone, that one is used.

docs/adding-a-game.md goes on from there.`,
		Example:           "  arena new-game tron --arena path/to/the/clone",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			if here, err := os.Getwd(); err == nil && clone == "" {
				clone = starter.Clone(here)
			}
			files, err := starter.WriteGame(args[0], clone)
			if err != nil {
				return err
			}
			safe.Fprintf(s.Out, "%s: a game\n  %s\n", args[0], strings.Join(inShort(files), " "))
			if clone == "" {
				fmt.Fprintf(s.Out, "first: go get %s@latest, or go mod edit -replace %s=CLONE\n", sdks.GoModule, sdks.GoModule)
			}
			name := filepath.Base(args[0])
			safe.Fprintf(s.Out, "try it: cd %s && go test ./... && go build -o arena . && ./arena play %s random random\n",
				safe.Shell(args[0]), name)
			return nil
		},
	}
	c.Flags().StringVar(&clone, "arena", "", "`FOLDER` with a clone of the arena, to build the game with")
	return c
}

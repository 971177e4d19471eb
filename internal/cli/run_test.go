package cli

import (
	"context"
	"io"

	"github.com/botarena/arena/engine"

	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/program"
)

// run runs the arena with what arena-league has in it, and returns its exit code.
func run(ctx context.Context, games engine.Games, args []string, stdout, stderr io.Writer) int {
	s := shell.New(games, stdout, stderr)
	return program.Execute(ctx, s, newRoot(s, league.Commands), args)
}

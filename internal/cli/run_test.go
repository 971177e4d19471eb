package cli

import (
	"context"
	"io"

	"github.com/botarena/arena/engine"

	"github.com/botarena/arena/internal/cli/shell"
)

// run runs the program and returns its exit code.
func run(ctx context.Context, games engine.Games, args []string, stdout, stderr io.Writer) int {
	return execute(shell.New(games, stdout, stderr), ctx, args)
}

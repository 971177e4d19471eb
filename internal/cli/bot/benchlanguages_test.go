package bot

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/contest/bench"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestBenchSaysWhichLanguagesAreMissing: on a machine with nothing installed there are bots of Go alone, and no error.
func TestBenchSaysWhichLanguagesAreMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	s := &shell.Shell{Games: games.All(), Out: &shell.Output{To: &out}, Err: shell.NewScreen(&bytes.Buffer{})}
	game, err := games.All().Find(shell.ExampleGame)
	require.NoError(t, err)
	o := new(benchOptions)
	o.from.Register(new(cobra.Command))
	found, err := findBenchBots(t.Context(), s, o, game.Info())
	require.NoError(t, err)
	t.Cleanup(found.remove)
	require.Empty(t, found.languages)
	found.printMissing(s)
	for _, language := range bench.Languages() {
		require.Contains(t, out.String(), "no bots in "+language.Name+": ")
	}
}

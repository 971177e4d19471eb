package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
)

// TestOldAndNewTakeTheSeatsOfADuel, so that others have none.
func TestOldAndNewTakeTheSeatsOfADuel(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, typed := range [][]string{
		{"compare", "duel", "old", "new", "--field", "third"},
		{"tune", "duel", "new", "--field", "third"},
		{"dev", "duel", "new", "third"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, 2, run(t.Context(), engine.NewGames(duel.Game), typed, &out, &errs))
		require.Contains(t, errs.String(), "third: Duel has two seats, for the old bot and the new one\nhint: leave it out\n",
			typed)
	}
}

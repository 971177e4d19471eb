package cli

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"

	"github.com/botarena/arena/internal/cli/match"
)

// TestLinkedBotsPlayAsTheirExamplesDo plays each match twice, by the bots that come with the arena and by those that
// are compiled of examples, and compares all commands and the hash of each state.
func TestLinkedBotsPlayAsTheirExamplesDo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds bots and plays with them; not -short")
	}
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	for _, game := range games.All() {
		name := game.Info().Name
		seats := []string{"demo", "dummy", "null", "demo"}
		if name == "starships" {
			seats[3] = "search"
		}
		linked, typed := playedBy(t, name, seats)
		require.Equal(t, seats, typed)
		for i := range seats {
			seats[i] = filepath.Join(examples, seats[i])
		}
		compiled, _ := playedBy(t, name, seats)
		require.Greater(t, len(linked), 50)
		require.Equal(t, compiled, linked, name)
	}
}

// playedBy plays a match in an empty folder, and returns its rounds without what an answer cost, and the names of the
// players.
func playedBy(t *testing.T, game string, seats []string) (rounds []match.RoundJSON, names []string) {
	t.Helper()
	folder := t.TempDir()
	arena := func(args ...string) []byte {
		c := exec.CommandContext(t.Context(), "arena", args...)
		c.Dir = folder
		c.Env = append(c.Environ(), "ARENA_BOTS=")
		out, err := c.Output()
		require.NoError(t, err)
		return out
	}
	play := append([]string{"play", game}, seats...)
	arena(append(play, "-s", "30", "-o", "it.arena", "-q", "--wall", "1m", "--cpu", "10s")...)
	var all match.ReplayJSON
	require.NoError(t, json.Unmarshal(arena("replay", "it.arena", "--json"), &all))
	for _, seat := range all.Seats {
		names = append(names, seat.Name)
	}
	for _, round := range all.History {
		require.NotEmpty(t, round.Hash)
		for seat := range round.Turns {
			turn := &round.Turns[seat]
			turn.Status, turn.CPU, turn.Wall, turn.WallBank = 0, 0, 0, 0
		}
	}
	return all.History, names
}

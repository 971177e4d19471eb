package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// TestMemoryGivesTheSameReplay whether the match was held or recorded from its beginning, and whether
// it is asked for once or twice. What is recorded is not played again.
func TestMemoryGivesTheSameReplay(t *testing.T) {
	for _, game := range games.All() {
		setup := &counting{Setup: game.Default()}
		header := replay.Header{Setup: setup, Seed: 30, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
		m, err := setup.New(header.Names(), header.Seed, header.Random)
		require.NoError(t, err)
		players := make([]match.Player, setup.Seats())
		for seat := range players {
			players[seat] = match.Local(game.Random())
		}
		held, recorded, begun := replay.NewMemory(header), replay.NewMemory(header), replay.NewMemory(header)
		recorded.RecordAll(m)
		begun.MostCommands = 100 // holds the first rounds only
		result, err := match.Play(t.Context(), m, players, held, recorded, begun)
		require.NoError(t, err)
		setup.matches = 0
		file, err := recorded.Bytes(result, true)
		require.NoError(t, err)
		require.Zero(t, setup.matches)
		want, err := read(file)
		require.NoError(t, err)
		require.NoError(t, want.Verify())
		for _, memory := range []*replay.Memory{held, begun, recorded} {
			file, err := memory.Bytes(result, true)
			require.NoError(t, err)
			got, err := read(file)
			require.NoError(t, err)
			require.Equal(t, want.Outcome(), got.Outcome())
			require.Equal(t, want.Rounds, got.Rounds)
		}
	}
}

// TestMemoryMakesNoReplayThatNobodyTakes, though each of its rounds is small.
func TestMemoryMakesNoReplayThatNobodyTakes(t *testing.T) {
	setup := games.All()[0].Default()
	header := replay.Header{Setup: setup, Seed: 30, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	players := make([]match.Player, setup.Seats())
	for seat := range players {
		players[seat] = match.Local(games.All()[0].Random())
	}
	whole, bounded := replay.NewMemory(header), replay.NewMemory(header)
	result, err := match.Play(t.Context(), m, players, whole, bounded)
	require.NoError(t, err)
	file, err := whole.Bytes(result, true)
	require.NoError(t, err)
	bounded.MostBytes = len(file) - 1
	_, err = bounded.Bytes(result, true)
	require.ErrorContains(t, err, "the replay is larger than 0 MB")
}

// counting counts the matches that are made.
type counting struct {
	engine.Setup
	matches int
}

func (c *counting) New(names []string, seed uint64, random engine.Randomness) (engine.Match, error) {
	c.matches++
	return c.Setup.New(names, seed, random)
}

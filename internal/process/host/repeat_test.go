//go:build unix

package host_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// TestSameSeedSameReplay plays whole matches, each with new processes.
func TestSameSeedSameReplay(t *testing.T) {
	again := 1
	if tier.IsNight() {
		again = 19
	}
	first := record(t)
	require.Len(t, first.Rounds, 200)
	for range again {
		require.Equal(t, first, record(t))
	}
}

// record plays a match with processes and returns its replay without the times,
// which differ in every run.
func record(t *testing.T) *replay.Replay {
	t.Helper()
	o := options(t, &buffer{})
	o.Limits = host.DefaultLimits()
	o.Limits.Wall = time.Minute // room for a busy machine
	processes := start(t, o, "random", "random", "null", "random")
	defer host.CloseAll(processes)
	header := replay.Header{
		Setup: orkisland.Game.Default(), Seed: 7, Random: engine.ChaCha8,
		Seats: []replay.Seat{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
	}
	m, err := header.Setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, seated(processes), w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	r, err := replay.Read(&file, games.All())
	require.NoError(t, err)
	for _, round := range r.Rounds {
		for seat := range round.Turns {
			round.Turns[seat].Status = 0
			round.Receipts[seat] = match.Receipt{Bytes: round.Receipts[seat].Bytes}
		}
	}
	return r
}

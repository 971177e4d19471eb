package replay_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// TestRoundsAreWrittenInTime: what a process that dies leaves behind can be read up to
// the last tenth of a second.
func TestRoundsAreWrittenInTime(t *testing.T) {
	setup := orkisland.Game.Default()
	header := replay.Header{Setup: setup, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	m, err := setup.New(header.Names(), 1, header.Random)
	require.NoError(t, err)
	now := time.Unix(0, 0)
	var file bytes.Buffer
	w, err := replay.NewWriterAt(&file, m, header, func() time.Time { return now })
	require.NoError(t, err)
	for number := range 20 {
		now = now.Add(30 * time.Millisecond)
		turns := make([]engine.Turn[engine.Commands], 4)
		m.Step(turns)
		w.Round(m, match.Round{Number: number, Turns: turns, Receipts: make([]match.Receipt, 4)})
		r, err := read(file.Bytes())
		require.Error(t, err, "the match goes on")
		written := (number + 1) / 4 * 4 // every fourth round is 120 ms after the last flush
		require.Len(t, r.Rounds, written)
	}
}

// TestFewRoundsAreHeld: damage costs no more than them.
func TestFewRoundsAreHeld(t *testing.T) {
	setup := orkisland.Game.Default()
	header := replay.Header{Setup: setup, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	m, err := setup.New(header.Names(), 1, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriterAt(&file, m, header, func() time.Time { return time.Unix(0, 0) })
	require.NoError(t, err)
	for number := range 100 {
		turns := make([]engine.Turn[engine.Commands], 4)
		m.Step(turns)
		w.Round(m, match.Round{Number: number, Turns: turns, Receipts: make([]match.Receipt, 4)})
		r, err := read(file.Bytes())
		require.Error(t, err, "the match goes on")
		require.Len(t, r.Rounds, (number+1)/16*16)
	}
}

// BenchmarkRecording compares a match of random players with the same match, recorded.
func BenchmarkRecording(b *testing.B) {
	for _, game := range games.All() {
		for _, recorded := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/recorded=%v", game.Info().Name, recorded), func(b *testing.B) {
				setup := game.Default()
				header := replay.Header{Setup: setup, Seed: 30, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
				size := 0
				for b.Loop() {
					m, err := setup.New(header.Names(), header.Seed, header.Random)
					require.NoError(b, err)
					players := make([]match.Player, setup.Seats())
					for seat := range players {
						players[seat] = match.Local(game.Random())
					}
					var file bytes.Buffer
					var watchers []match.Watcher
					var w *replay.Writer
					if recorded {
						w, err = replay.NewWriter(&file, m, header)
						require.NoError(b, err)
						watchers = append(watchers, w)
					}
					result, err := match.Play(b.Context(), m, players, watchers...)
					require.NoError(b, err)
					if recorded {
						require.NoError(b, w.Close(result, true))
					}
					size = file.Len()
				}
				b.ReportMetric(float64(size), "bytes/replay")
			})
		}
	}
}

package replay_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// shortDuel records a duel that is over before its last round: on a narrow board, two
// random players have painted everything before long.
func shortDuel(t *testing.T) *replay.Replay {
	t.Helper()
	setup, err := duel.Game.ReadSetup([]byte("Duel\nnb_players 2\nnb_rounds 99\nnb_units 1\nrows 1\ncols 4\n....\n"))
	require.NoError(t, err)
	for seed := range uint64(100) {
		header := replay.Header{Setup: setup, Seed: seed, Random: engine.ChaCha8, Seats: make([]replay.Seat, 2)}
		m, err := setup.New(header.Names(), seed, header.Random)
		require.NoError(t, err)
		var file bytes.Buffer
		w, err := replay.NewWriter(&file, m, header)
		require.NoError(t, err)
		result, err := match.Play(
			t.Context(), m, []match.Player{match.Local(duel.Game.Random()), match.Local(duel.Game.Random())}, w)
		require.NoError(t, err)
		require.NoError(t, w.Close(result, true))
		if result.Rounds < m.Rounds() && result.Rounds > 3 {
			r, err := replay.Read(&file, engine.NewGames(duel.Game))
			require.NoError(t, err)
			require.Len(t, r.Rounds, result.Rounds)
			return r
		}
	}
	t.Fatal("all duels last to their last round")
	return nil
}

func TestReplayOfAMatchThatWasDecidedEarly(t *testing.T) {
	r := shortDuel(t)
	require.NotNil(t, r.Scores)
	require.NoError(t, r.Verify())

	goesOn := *r
	goesOn.Rounds = r.Rounds[:len(r.Rounds)-1]
	require.ErrorContains(t, goesOn.Verify(), "ending: recorded after ")
	require.ErrorContains(t, goesOn.Verify(), "but the match goes on")

	wasOver := *r
	extra := r.Rounds[0]
	extra.Number = len(r.Rounds)
	wasOver.Rounds = append(slices.Clone(r.Rounds), extra)
	require.ErrorContains(t, wasOver.Verify(), "the match was over before")
}

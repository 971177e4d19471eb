package series_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/series"
)

func newSeries(t *testing.T, matches int) series.Series {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	random := orkisland.Game.Random()
	return series.Series{
		Setup: setup, Random: engine.ChaCha8, First: 40, Matches: matches,
		Lineup: []series.Entrant{
			series.Local(0, "a", random), series.Local(0, "a", random), series.Local(1, "b", random), series.Local(2, "c", random),
		},
	}
}

func TestEverybodyMovesOnByOneSeatWithTheNextSeed(t *testing.T) {
	var seeds []uint64
	var seats [][]int
	err := newSeries(t, 5).Play(t.Context(), func(m series.Match) {
		require.Equal(t, len(seeds), m.Number)
		require.Equal(t, 5, m.Rounds)
		seeds = append(seeds, m.Seed)
		seats = append(seats, m.Bots)
	})
	require.NoError(t, err)
	require.Equal(t, []uint64{40, 41, 42, 43, 44}, seeds)
	require.Equal(t, [][]int{{0, 0, 1, 2}, {2, 0, 0, 1}, {1, 2, 0, 0}, {0, 1, 2, 0}, {0, 0, 1, 2}}, seats)
}

type names []string

func (n *names) Round(m engine.Match, r match.Round) {
	if r.Number == 0 {
		*n = append(*n, m.Seat(0).Names()...)
	}
}

func TestNamesMoveWithTheBots(t *testing.T) {
	var seen names
	require.NoError(t, newSeries(t, 2).Play(t.Context(), func(series.Match) {}, &seen))
	require.Equal(t, names{"a", "a", "b", "c", "c", "a", "a", "b"}, seen)
}

func TestTheMatchThatIsStoppedDoesNotCount(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	played := 0
	err := newSeries(t, 5).Play(ctx, func(series.Match) {
		if played++; played == 2 {
			stop(why)
		}
	})
	require.ErrorIs(t, err, why)
	require.EqualError(t, err, "match 3 of 5: stopped after round 0 of 5: enough")
	require.Equal(t, 2, played)
}

func TestAPlayerThatCanNotBeHadEndsTheSeries(t *testing.T) {
	s := newSeries(t, 5)
	left := 2
	s.Lineup[1].Player = func(ctx context.Context) (match.Player, error) {
		if left--; left < 0 {
			return nil, errors.New("no more")
		}
		return s.Lineup[0].Player(ctx)
	}
	err := s.Play(t.Context(), func(series.Match) {})
	require.EqualError(t, err, "match 3 of 5: a: no more")
}

func TestALineupHasAnEntrantForEverySeat(t *testing.T) {
	s := newSeries(t, 1)
	s.Lineup = s.Lineup[:2]
	require.EqualError(t, s.Play(t.Context(), func(series.Match) {}), "2 entrants for 4 seats")
}

package archive_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
)

// told writes a split: bot, kind, seats, won, shared, score.
func told(t *archive.Tournament, s *archive.Split) (lines []string) {
	for bot := range t.Bots {
		for kind, name := range s.Kinds {
			if of := s.Of(bot, kind); of != nil {
				lines = append(lines, fmt.Sprintf("%s %s: %d %d %d %g", t.Bots[bot].Label, name, of.Seats, of.Won, of.Shared,
					of.Score()))
			}
		}
	}
	return lines
}

func TestSeatsAreToldApart(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b", "c")
	lengths := []int{10, 10, 10, 20}
	for number, m := range []struct {
		seats  []int
		scores []int
	}{{[]int{0, 1}, []int{9, 1}}, {[]int{1, 0}, []int{5, 3}}, {[]int{2, 0}, []int{4, 4}}, {[]int{0, 0}, []int{7, 6}}} {
		scored := archivetest.Scored(m.scores...)
		scored.Rounds = lengths[number]
		f.Add(archivetest.Match(number, m.seats...), scored, nil)
	}
	read, a := f.Read(), f.Archive()
	lost, second := false, archive.All()
	second.Seat = 1
	for name, test := range map[string]struct {
		by   archive.SplitBy
		only archive.Filter
		want []string
	}{
		"seat": {archive.BySeat, archive.All(), []string{
			"a 0: 2 2 0 8", "a 1: 3 0 1 4.333333333333333", "b 0: 1 1 0 5", "b 1: 1 0 0 1", "c 0: 1 0 1 4",
		}},
		"opponent": {archive.ByOpponent, archive.All(), []string{
			"a b: 2 1 0 6", "a c: 1 0 1 4", "b a: 2 1 0 3", "c a: 1 0 1 4",
		}},
		"length": {archive.ByLength, archive.All(), []string{
			"a 10: 3 1 1 5.333333333333333", "a 20: 2 1 0 6.5", "b 10: 2 1 0 3", "c 10: 1 0 1 4",
		}},
		"margin": {archive.ByMargin, archive.All(), []string{
			"a 0: 1 0 1 4", "a 1: 2 1 0 6.5", "a 2: 1 0 0 3", "a 8: 1 1 0 9", "b 2: 1 1 0 5", "b 8: 1 0 0 1", "c 0: 1 0 1 4",
		}},
		"opponent, in seat 1": {archive.ByOpponent, second, []string{"a b: 1 0 0 3", "a c: 1 0 1 4", "b a: 1 0 0 1"}},
		"opponent, b's":       {archive.ByOpponent, archive.Filter{Seat: -1, Against: 1}, []string{"a b: 2 1 0 6"}},
		"seat of those who lost": {archive.BySeat, archive.Filter{Seat: -1, Against: -1, Won: &lost}, []string{
			"a 1: 2 0 0 4.5", "b 1: 1 0 0 1",
		}},
	} {
		split, err := a.Split(t.Context(), read, test.by, test.only)
		require.NoError(t, err)
		require.Equal(t, test.want, told(read, split), name)
	}
}

// TestKindsAreQuartersOfTheSeats, and what is equal stays together.
func TestKindsAreQuartersOfTheSeats(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	for number := range 40 {
		f.Add(archivetest.Match(number, number%2, 1-number%2), archivetest.Scored(3+number, 3), nil)
	}
	read, a := f.Read(), f.Archive()
	split, err := a.Split(t.Context(), read, archive.ByMargin, archive.All())
	require.NoError(t, err)
	require.Equal(t, []string{"0 to 9", "10 to 19", "20 to 29", "30 to 39"}, split.Kinds)
	for kind := range split.Kinds {
		require.Equal(t, 10, split.Of(0, kind).Seats)
	}
	require.Equal(t, 1, split.Of(0, 0).Shared)
}

// TestSettingsAreThoseOfAllTournaments of the same programs, and a match of two tournaments counts once.
func TestSettingsAreThoseOfAllTournaments(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	first := f.Now()
	also := func(change func(*store.Tournament)) {
		next := first
		next.Entrants = slices.Clone(first.Entrants)
		slices.Reverse(next.Entrants)
		change(&next)
		begun, err := f.Begin(t.Context(), next, archivetest.Noon)
		require.NoError(t, err)
		f.ID = begun.ID
	}
	also(func(next *store.Tournament) { next.Kind = store.KindCompare })
	f.Add(archivetest.Match(0, 1, 0), archivetest.Scored(3, 1), nil) // it is the same
	f.Add(archivetest.Match(1, 0, 1), archivetest.Scored(3, 1), nil)
	also(func(next *store.Tournament) {
		setup, err := duel.Game.Default().With("nb_rounds", 5)
		require.NoError(t, err)
		next.Setup, next.Entrants[0].Program[0] = setup.Text(), 0 // another b
	})
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	a := f.Archive()
	read, err := a.Read(t.Context(), first)
	require.NoError(t, err)
	split, err := a.Split(t.Context(), read, archive.BySettings, archive.All())
	require.NoError(t, err)
	require.Equal(t, []string{
		"a the usual ones: 2 1 0 2", "a nb_rounds=5: 1 0 0 1", "b the usual ones: 2 1 0 2",
	}, told(read, split))
}

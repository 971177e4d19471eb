package ladder_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/schedule"
)

// orders are those of leagues.
var orders = map[string]func(world, uint64) order{"balanced": newBalanced, "ladder": newClimbing}

// TestTheQuietKeepTheirSeats: of 60 authors, ten bring a version all the time, each 20 matches another one. The others
// have five seats in six; they keep 70 % at least. Where strangers come instead of versions, which are owed matches
// each, it is less.
func TestTheQuietKeepTheirSeats(t *testing.T) {
	for name, of := range orders {
		for _, versions := range []bool{true, false} {
			share := quietShare(of, versions)
			t.Logf("%s, versions %v: the quiet have %.1f %% of the seats", name, versions, share)
			if versions {
				require.Greater(t, share, 70., name)
			}
			require.Greater(t, share, 60., name)
		}
	}
}

// quietShare returns how many seats of a hundred 50 bots have beside ten that are replaced by versions or by strangers.
func quietShare(of func(world, uint64) order, versions bool) float64 {
	const authors, eager, before, matches = 60, 10, 1500, 3000
	random := rand.New(rand.NewPCG(1, 9))
	w := spread(authors, 10, 0.5, random)
	now := make([]int, eager) // the bots of these
	for author := range now {
		now[author] = author
	}
	for version := range matches / 20 {
		author, from := version%eager, before+20*version
		next := schedule.Stay{From: from}
		if versions {
			next.After = now[author] + 1
		}
		w.stays[now[author]].Until = from
		w.stays = append(w.stays, next)
		w.strengths = append(w.strengths, w.strengths[author])
		now[author] = len(w.stays) - 1
	}
	quiet := 0
	for m := range w.league(of(w, 3), random) {
		if m.Number == before+matches {
			break
		}
		for _, bot := range m.Seats {
			if m.Number >= before && eager <= bot && bot < authors {
				quiet++
			}
		}
	}
	return 100 * float64(quiet) / (matches * seats)
}

// TestANewcomerHasItsMatchesSoon, and its share from then on, like all others.
func TestANewcomerHasItsMatchesSoon(t *testing.T) {
	const others, before, matches = 60, 3000, 600
	for name, of := range orders {
		random := rand.New(rand.NewPCG(1, 10))
		w := spread(others+1, 10, 0.5, random)
		w.stays[others].From = before
		var with []int
		for m := range w.league(of(w, 3), random) {
			if m.Number == before+matches {
				break
			}
			if slices.Contains(m.Seats, others) {
				with = append(with, m.Number-before)
			}
		}
		share := matches * seats / (others + 1)
		t.Logf("%s: in %d of %d matches, the first %d until match %d", name, len(with), matches, ladder.FewMatches,
			with[ladder.FewMatches-1])
		require.Less(t, with[ladder.FewMatches-1], 40, name)
		require.Greater(t, len(with), ladder.FewMatches+share/2, name)
		require.Less(t, len(with), ladder.FewMatches+3*share, name)
	}
}

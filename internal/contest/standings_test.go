package contest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
)

// standingsOf returns the standings of four bots after matches without some numbers.
func standingsOf(t *testing.T, of int, without ...int) *Standings {
	t.Helper()
	r, f := fourBots()
	f.frozen = "d"
	s := NewStandings(4)
	for _, m := range play(t, r, "", of) {
		skip := false
		for _, number := range without {
			skip = skip || m.Number == number
		}
		if !skip {
			s.Add(m.Match)
		}
	}
	return s
}

func TestTheBestBotIsRankedFirst(t *testing.T) {
	s := standingsOf(t, 40)
	summary := s.Summary(7)
	require.Equal(t, []int{0, 1, 2, 3}, Ranking(summary))
	require.Equal(t, 40, summary.Matches)
	require.Equal(t, 10, summary.Groups)
	require.Equal(t, 20.0, summary.Bots[2].Score.Value)
	require.InDelta(t, 3.5, summary.Bots[2].CPU.Value, 1e-9, "of all seats, from 2 to 5 seconds")
	require.Equal(t, map[match.Kind]int{match.Crash: 40}, summary.Bots[3].Faults)
	require.Empty(t, summary.Bots[0].Faults)
	require.Equal(t, summary, s.Summary(7))
}

func TestAmongEqualRatingsTheBetterPlaceIsFirst(t *testing.T) {
	bot := func(rating, place float64) stats.Bot {
		return stats.Bot{Rating: stats.Estimate{Value: rating}, Place: stats.Estimate{Value: place}}
	}
	all := []stats.Bot{bot(1400, 1), bot(1500, 3), bot(1500, 2), bot(1600, 4)}
	require.Equal(t, []int{3, 2, 1, 0}, Ranking(stats.Summary{Bots: all}))
}

func TestMissingMatchesAreCounted(t *testing.T) {
	require.Zero(t, NewStandings(4).Missing())
	require.Zero(t, standingsOf(t, 4).Missing())
	require.Equal(t, 2, standingsOf(t, 10, 3, 4).Missing())
}

func TestRoundsAreAMean(t *testing.T) {
	require.Zero(t, NewStandings(4).Rounds())
	require.Equal(t, 20.5, standingsOf(t, 4).Rounds())
}

func TestAnUpsetIsAMatchThatTheWeakerWon(t *testing.T) {
	s := standingsOf(t, 4)
	require.Empty(t, s.Upsets(0, 1))
	require.Len(t, s.Upsets(1, 0), 4)
}

// TestMatchesThatAreLetGoAreCounted: the tables are the same without them.
func TestMatchesThatAreLetGoAreCounted(t *testing.T) {
	kept, letGo := NewStandings(4), NewStandings(4)
	letGo.LetGo()
	for _, number := range []int{3, 1} {
		m := played.Match{Planned: schedule.Planned{Number: number, Seed: uint64(number), Seats: []int{0, 1, 2, 3}}} //nolint:gosec // small
		m.Rounds, m.Places, m.Scores = 10*number, []int{1, 2, 3, 4}, []int{4, 3, 2, 1}
		kept.Add(m)
		letGo.Add(m)
	}
	require.Len(t, kept.Matches, 2)
	require.Empty(t, letGo.Matches)
	require.Equal(t, kept.Summary(7), letGo.Summary(7))
	for _, s := range []*Standings{kept, letGo} {
		require.InDelta(t, 20, s.Rounds(), 0)
		require.Equal(t, 2, s.Missing())
		require.Equal(t, "seeds 0 to 3, 2 matches not played", s.Seeds(0))
	}
}

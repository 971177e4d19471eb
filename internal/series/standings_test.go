package series_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/series"
)

func played(bots, scores []int, verdicts ...match.Verdict) series.Match {
	return series.Match{Bots: bots, Result: match.Result{Scores: scores, Places: engine.Places(scores), Verdicts: verdicts}}
}

func TestStandings(t *testing.T) {
	crash := func(seat int) match.Verdict { return match.Verdict{Seat: seat, Kind: match.Crash} }
	type row struct {
		winShare, place, score float64
		above                  []int
	}
	for _, test := range []struct {
		name    string
		bots    int
		matches []series.Match
		want    []row
	}{
		{
			"nothing played", 2, nil,
			[]row{{0, 0, 0, []int{0, 0}}, {0, 0, 0, []int{0, 0}}},
		},
		{
			"one seat each", 3,
			[]series.Match{played([]int{0, 1, 2}, []int{30, 20, 10}), played([]int{2, 0, 1}, []int{30, 20, 10})},
			[]row{{0.5, 1.5, 25, []int{0, 2, 1}}, {0, 2.5, 15, []int{0, 0, 1}}, {0.5, 2, 20, []int{1, 1, 0}}},
		},
		{
			"a shared first place is a part of a win", 3,
			[]series.Match{played([]int{0, 1, 2}, []int{9, 9, 3})},
			[]row{{0.5, 1, 9, []int{0, 0, 1}}, {0.5, 1, 9, []int{0, 0, 1}}, {0, 3, 3, []int{0, 0, 0}}},
		},
		{
			"several seats count with their mean", 2,
			// The mean of 10 and 4 is 7, which is less than 8.
			[]series.Match{played([]int{0, 1, 0}, []int{10, 8, 4})},
			[]row{{1, 2, 7, []int{0, 0}}, {0, 2, 8, []int{1, 0}}},
		},
		{
			"a mean that is not an integer is compared exactly", 2,
			[]series.Match{played([]int{0, 0, 0, 1}, []int{3, 3, 4, 3}), played([]int{0, 0, 0, 1}, []int{3, 3, 2, 3})},
			[]row{{5. / 6, 11. / 6, 3, []int{0, 1}}, {1. / 6, 1.5, 3, []int{1, 0}}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := series.NewStandings(test.bots)
			for _, m := range test.matches {
				s.Add(m)
			}
			require.Equal(t, len(test.matches), s.Matches)
			for bot, want := range test.want {
				require.InDelta(t, want.winShare, s.WinShare(bot), 1e-9, "win share of %d", bot)
				require.InDelta(t, want.place, s.Rows[bot].MeanPlace(), 1e-9, "place of %d", bot)
				require.InDelta(t, want.score, s.Rows[bot].MeanScore(), 1e-9, "score of %d", bot)
				for other, n := range want.above {
					require.Equal(t, n, s.Above(bot, other), "%d above %d", bot, other)
				}
			}
		})
	}
	s := series.NewStandings(2)
	s.Add(played([]int{0, 1, 0}, []int{1, 1, 1}, crash(0), crash(2), match.Verdict{Seat: 1, Kind: match.Late}))
	require.Equal(t, map[match.Kind]int{match.Crash: 2}, s.Rows[0].Verdicts)
	require.Equal(t, map[match.Kind]int{match.Late: 1}, s.Rows[1].Verdicts)
	require.Equal(t, 1, s.Equal(0, 1))
	require.Equal(t, 2, s.Rows[0].Seats)
}

package stats_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
)

// twoPlayed are matches of two bots, one a group, with the scores that a function gives.
func twoPlayed(bots []int, groups int, scores func(group int) []int) (matches []played.Match) {
	for group := range groups {
		matches = append(matches, ended(group, bots, scores(group)))
	}
	return matches
}

// TestWhoTiesKeepsUp: a bot whose best is a tie can be compared, whatever its number.
func TestWhoTiesKeepsUp(t *testing.T) {
	for _, bots := range [][]int{{0, 1}, {1, 0}} {
		matches := twoPlayed(bots, 40, func(group int) []int { return []int{2 + group%2, 2} })
		require.NotNil(t, summarize(2, matches, usual).Bots[1].Rating.Interval)
	}
}

// TestIntervalOfASkewedScoreIsLongerUpwards: such a mean may be much greater, but hardly
// smaller.
func TestIntervalOfASkewedScoreIsLongerUpwards(t *testing.T) {
	score := summarize(2, twoPlayed([]int{0, 1}, 60, func(group int) []int {
		if group%12 == 0 {
			return []int{100, 1}
		}
		return []int{1 + group%10, 1}
	}), usual).Bots[0].Score
	require.Greater(t, score.Interval.High-score.Value, score.Value-score.Interval.Low)
}

// TestRatingIntervalIsThatOfTheLogarithmOfOdds: with equal numbers of wins p of n matches, a difference
// of two ratings has the standard error 400/ln 10 / √(n p (1-p)), and each of the two half of it.
func TestRatingIntervalIsThatOfTheLogarithmOfOdds(t *testing.T) {
	for _, won := range []int{2, 5, 8} { // of ten
		const groups = 400
		s := summarize(2, twoPlayed([]int{0, 1}, groups, func(group int) []int {
			if group%10 < won {
				return []int{2, 1}
			}
			return []int{1, 2}
		}), usual)
		share := float64(won) / 10
		want := 2 * 1.96 * pointsPerLogit / math.Sqrt(groups*share*(1-share)) / 2
		for _, bot := range s.Bots {
			require.InEpsilon(t, want, width(bot.Rating), 0.1, "%d won of ten", won)
		}
	}
}

// TestIntervalOfAShareIsWilsons compares with the formula, for matches that are each their own group.
func TestIntervalOfAShareIsWilsons(t *testing.T) {
	for _, c := range []struct {
		won, groups int
		z           float64 // Student's quantile for one less than the groups
	}{{0, 20, 2.093024}, {5, 20, 2.093024}, {50, 100, 1.984217}, {100, 100, 1.984217}} {
		t.Run(fmt.Sprintf("%d of %d", c.won, c.groups), func(t *testing.T) {
			s := summarize(2, twoPlayed([]int{0, 1}, c.groups, func(group int) []int {
				if group < c.won {
					return []int{2, 1}
				}
				return []int{1, 2}
			}), usual)
			n, p := float64(c.groups), float64(c.won)/float64(c.groups)
			if p > 0 && p < 1 {
				n-- // its variance is estimated
			}
			middle := (p + c.z*c.z/(2*n)) / (1 + c.z*c.z/n)
			half := c.z / (1 + c.z*c.z/n) * math.Sqrt(p*(1-p)/n+c.z*c.z/(4*n*n))
			got := s.Pair(0, 1).Ahead
			require.InDelta(t, middle-half, got.Interval.Low, 1e-5)
			require.InDelta(t, middle+half, got.Interval.High, 1e-5)
		})
	}
}

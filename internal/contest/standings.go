package contest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// Standings are what matches tell about their bots. They are made by [NewStandings].
type Standings struct {
	Matches []played.Match
	tally   *stats.Tally
}

// NewStandings returns standings of so many bots before any match.
func NewStandings(bots int) *Standings { return &Standings{tally: stats.NewTally(bots)} }

// Add counts a match. Matches are added in their order.
func (s *Standings) Add(m played.Match) {
	s.tally.Add(m)
	s.Matches = append(s.Matches, m)
}

// Summary sums up the matches. The seed is that of the draws that make its intervals.
func (s *Standings) Summary(seed uint64) stats.Summary {
	return s.tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: seed})
}

// SummaryUntil is Summary, but gives up when ctx is done. The error is why.
func (s *Standings) SummaryUntil(ctx context.Context, seed uint64) (stats.Summary, error) {
	return s.tally.SummaryUntil(ctx, stats.Options{Resamples: stats.DefaultResamples, Seed: seed})
}

// Rounds returns how many rounds a match had, on average.
func (s *Standings) Rounds() float64 {
	sum := 0
	for i := range s.Matches {
		sum += s.Matches[i].Rounds
	}
	return float64(sum) / float64(max(len(s.Matches), 1))
}

// Missing returns how many matches are missing before the last. When a series is stopped, its
// workers can leave gaps.
func (s *Standings) Missing() int {
	if len(s.Matches) == 0 {
		return 0
	}
	return s.Matches[len(s.Matches)-1].Number + 1 - len(s.Matches)
}

// Upsets returns the matches in which bot b was above bot a.
func (s *Standings) Upsets(a, b int) (upsets []played.Match) {
	for _, m := range s.Matches {
		if stats.Above(m, b, a) {
			upsets = append(upsets, m)
		}
	}
	return upsets
}

// Ranking orders the bots by rating, and among equals by mean place, then by number. What is less than a millionth of a
// point is no difference, but rounding.
func Ranking(summary stats.Summary) []int {
	order := make([]int, len(summary.Bots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := summary.Bots[a], summary.Bots[b]
		points := func(b stats.Bot) float64 { return math.Round(1e6 * b.Rating.Value) }
		return cmp.Or(-cmp.Compare(points(x), points(y)), cmp.Compare(x.Place.Value, y.Place.Value))
	})
	return order
}

package contest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
)

// Standings are what matches tell about their bots. They are made by [NewStandings].
type Standings struct {
	Matches []played.Match // none if they are let go

	tally   *stats.Tally
	letGo   bool
	noCosts bool
	count   int
	rounds  int              // of all matches
	last    schedule.Planned // the match with the greatest number
}

// NewStandings returns standings of so many bots before any match.
func NewStandings(bots int) *Standings { return &Standings{tally: stats.NewTally(bots)} }

// LetGo lets matches go once they are counted, as those do who want to know no more than a table says.
func (s *Standings) LetGo() { s.Matches, s.letGo = nil, true }

// WithoutCosts says that nobody asks how sure CPU times are.
func (s *Standings) WithoutCosts() { s.noCosts = true }

// Add counts a match. Matches are added in their order.
func (s *Standings) Add(m played.Match) {
	s.tally.Add(m)
	s.rounds += m.Rounds
	if s.count == 0 || m.Number > s.last.Number {
		s.last = m.Planned
	}
	if s.count++; !s.letGo {
		s.Matches = append(s.Matches, m)
	}
}

// Summary sums up the matches. The seed is that of the draws that make its intervals.
func (s *Standings) Summary(seed uint64) stats.Summary {
	return s.tally.Summary(s.options(seed))
}

// SummaryUntil is Summary, but gives up when ctx is done. The error is why.
func (s *Standings) SummaryUntil(ctx context.Context, seed uint64) (stats.Summary, error) {
	return s.tally.SummaryUntil(ctx, s.options(seed))
}

func (s *Standings) options(seed uint64) stats.Options {
	return stats.Options{Resamples: stats.DefaultResamples, Seed: seed, NoCosts: s.noCosts}
}

// Rounds returns how many rounds a match had, on average.
func (s *Standings) Rounds() float64 { return float64(s.rounds) / float64(max(s.count, 1)) }

// Missing returns how many matches are missing before the last. When a series is stopped, its
// workers can leave gaps.
func (s *Standings) Missing() int {
	if s.count == 0 {
		return 0
	}
	return s.last.Number + 1 - s.count
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

// Ranking orders the bots by rating, and among equals by mean place, then by number. Less than a millionth of a
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

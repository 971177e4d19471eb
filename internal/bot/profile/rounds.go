package profile

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/botarena/arena/internal/base/percentiles"
)

// Costs are what a bot's answers cost in one match.
type Costs struct {
	File string // of the replay
	Seed uint64
	Seat int
	CPU  []time.Duration // by round; shorter than the match if the bot was frozen
}

// Round is what one answer cost.
type Round struct {
	Match  Costs
	Number int
	CPU    time.Duration
}

// Slowest returns the rounds that cost most, at most n of them, the worst first. Each has
// the match in which it cost most: else the first round, in which a bot also begins, would
// be listed for every match.
func Slowest(matches []Costs, n int) []Round {
	worst := make(map[int]Round)
	for _, m := range matches {
		for number, cpu := range m.CPU {
			if known, ok := worst[number]; !ok || cpu > known.CPU {
				worst[number] = Round{m, number, cpu}
			}
		}
	}
	all := slices.SortedFunc(maps.Values(worst), func(a, b Round) int {
		return cmp.Or(cmp.Compare(b.CPU, a.CPU), cmp.Compare(a.Number, b.Number))
	})
	return all[:min(n, len(all))]
}

// Budget is the CPU time that an answer may take before it draws on the bank. The first
// answer has Start as well. Zero is no limit.
type Budget struct{ Round, Start time.Duration }

func (b Budget) isExceeded(round int, cpu time.Duration) bool {
	limit := b.Round
	if round == 0 {
		limit += b.Start
	}
	return b.Round > 0 && cpu > limit
}

// Stretch is a part of the match, over all matches.
type Stretch struct {
	First, Last int // rounds
	Answers     int
	Mean, P95   time.Duration // 95 % of the answers took at most P95
	Worst       time.Duration
	Over        int // answers that took longer than their budget
}

// Stretches divides the rounds: the first alone, and the others into at most n stretches of
// equal length, of which the last may be shorter.
func Stretches(matches []Costs, n int, budget Budget) []Stretch {
	rounds := roundsOf(matches)
	if rounds == 0 {
		return nil
	}
	all := []Stretch{stretch(matches, 0, 0, budget)}
	length := max(1, (rounds-1+n-1)/n)
	for first := 1; first < rounds; first += length {
		all = append(all, stretch(matches, first, min(first+length, rounds)-1, budget))
	}
	return all
}

// Whole returns all rounds as one stretch.
func Whole(matches []Costs, budget Budget) Stretch {
	return stretch(matches, 0, max(0, roundsOf(matches)-1), budget)
}

func roundsOf(matches []Costs) int {
	rounds := 0
	for _, m := range matches {
		rounds = max(rounds, len(m.CPU))
	}
	return rounds
}

func stretch(matches []Costs, first, last int, budget Budget) Stretch {
	s := Stretch{First: first, Last: last}
	var costs []time.Duration
	for _, m := range matches {
		for round := first; round <= min(last, len(m.CPU)-1); round++ {
			costs = append(costs, m.CPU[round])
			if budget.isExceeded(round, m.CPU[round]) {
				s.Over++
			}
		}
	}
	of := percentiles.Of(costs)
	s.Answers, s.Mean, s.P95, s.Worst = len(costs), of.Mean, percentiles.Percentile(costs, 95), of.Worst
	return s
}

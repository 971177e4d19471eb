package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	meanPoints     = 1500
	pointsPerLogit = 400 / math.Ln10 // 400 points are odds of 10 to 1
)

// league is the matches as ratings need them. Its bots are those that have played, numbered
// anew, and its fields are ranked.
type league struct {
	bots     []int // their numbers in the tally
	index    []int // by the number in the tally
	model    model
	seats    []column   // by bot
	choices  [][]choice // by block
	together []int      // the bots that can be compared; none if no two can
}

// ratings returns the rating of each bot.
func (t *Tally) ratings(blocks []*sums, e *estimator) []Estimate {
	l := t.league(blocks)
	ratings := make([]Estimate, len(t.played))
	if len(l.bots) == 0 {
		return ratings
	}
	strengths, influences := l.rate()
	middle := l.middle(strengths)
	for i, bot := range l.bots {
		points := meanPoints + pointsPerLogit*(strengths[i]-middle)
		if slices.Contains(l.together, i) {
			ratings[bot] = e.sum(points, influences[i], nonzero(l.seats[i]))
		} else {
			ratings[bot] = Estimate{Value: points}
		}
	}
	return ratings
}

func (t *Tally) league(blocks []*sums) *league {
	l := &league{index: make([]int, len(t.played)), choices: make([][]choice, len(blocks))}
	for bot, n := range t.played {
		if n > 0 {
			l.index[bot] = len(l.bots)
			l.bots = append(l.bots, bot)
			l.seats = append(l.seats, make(column, len(blocks)))
		}
	}
	fields, ranks := t.fields.ranked()
	for _, f := range fields {
		bots := make([]int, len(f.bots))
		for i, bot := range f.bots {
			bots[i] = l.index[bot]
		}
		l.model.fields = append(l.model.fields, field{bots, f.seats})
	}
	l.model.weights = make([]float64, len(fields))
	for _, c := range t.total.choices {
		l.model.weights[ranks[c.field]] = float64(c.weight) / whole
	}
	for b, block := range blocks {
		for _, r := range block.records {
			l.seats[l.index[r.bot]][b] += float64(r.seats)
		}
		for _, c := range block.choices {
			l.choices[b] = append(l.choices[b], choice{ranks[c.field], c.weight})
		}
		slices.SortFunc(l.choices[b], choice.compare)
	}
	for _, seats := range l.seats {
		l.model.seats = append(l.model.seats, floats.Sum(seats))
	}
	l.together = l.largestTogether(t.meetings)
	return l
}

// largestTogether returns the largest set of bots each of which has kept up with each other
// one, or with one that has, and so on. Where a bot never did, the matches only say that the
// other is stronger; by how much is the phantom's word.
func (l *league) largestTogether(meetings []meeting) (largest []int) {
	keptUp := make([][]int, len(l.bots))
	for _, m := range meetings {
		low, high := l.index[m.low], l.index[m.high]
		if m.lowKeptUp > 0 {
			keptUp[low] = append(keptUp[low], high)
		}
		if m.highKeptUp > 0 {
			keptUp[high] = append(keptUp[high], low)
		}
	}
	for _, set := range circles(keptUp) {
		slices.Sort(set)
		if len(set) > len(largest) || len(set) == len(largest) && set[0] < largest[0] {
			largest = set
		}
	}
	if len(largest) == 1 {
		return nil
	}
	return largest
}

// rate returns the strengths of the bots, and by how many points each block changes each
// rating: to the first order, a rating without the block would be lower by so much.
func (l *league) rate() (strengths []float64, influences []column) {
	strengths, curvature := l.model.fit()
	influences = make([]column, len(l.bots))
	for i := range influences {
		influences[i] = make(column, len(l.choices))
	}
	for b, choices := range l.choices {
		slope := make([]float64, len(l.bots))
		for i, seats := range l.seats {
			slope[i] = seats[b]
		}
		for _, c := range choices {
			f := l.model.fields[c.field]
			for j, chance := range f.chances(strengths) {
				slope[f.bots[j]] -= float64(c.weight) / whole * chance
			}
		}
		change := curvature.Solve(slope)
		middle := l.middle(change)
		for i, c := range change {
			influences[i][b] = pointsPerLogit * (c - middle)
		}
	}
	return strengths, influences
}

// middle returns the mean of the bots that can be compared, or of all if none can.
func (l *league) middle(byBot []float64) float64 {
	if len(l.together) == 0 {
		return floats.Sum(byBot) / float64(len(byBot))
	}
	sum := 0.0
	for _, i := range l.together {
		sum += byBot[i]
	}
	return sum / float64(len(l.together))
}

package stats

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

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
	times    []column   // by parameter of the model
	choices  [][]choice // by block
	together []int      // the bots that can be compared; none if no two can
	seated   int        // seats of the largest match
}

// rate fills in the effects of the seats and the fit, and returns the rating of each bot.
func (t *Tally) rate(s *Summary, blocks []*sums, met pairs, e *estimator, seed uint64) []Estimate {
	l := t.league(blocks)
	l.together = l.largestTogether(met)
	ratings := make([]Estimate, len(t.played))
	if len(l.bots) == 0 {
		return ratings
	}
	values, influences := l.rate(e.ctx)
	if e.ctx.Err() != nil {
		return ratings
	}
	for i, bot := range l.bots {
		ratings[bot] = Estimate{Value: meanPoints + values[i]}
	}
	for _, i := range l.together {
		ratings[l.bots[i]] = e.sum(meanPoints+values[i], influences[i], nonzero(l.times[i]))
	}
	for i := len(l.bots); i < len(values); i++ {
		s.Effects = append(s.Effects, e.sum(values[i], influences[i], nonzero(l.times[i])))
	}
	s.Fit = l.fit(values, influences, blocks, e, seed)
	return ratings
}

func (t *Tally) league(blocks []*sums) *league {
	l := &league{index: make([]int, len(t.played)), choices: make([][]choice, len(blocks))}
	for bot, n := range t.played {
		if n > 0 {
			l.index[bot] = len(l.bots)
			l.bots = append(l.bots, bot)
		}
	}
	l.model.bots = len(l.bots)
	l.countTimes(blocks)
	var ranks []int32
	l.model.fields, ranks = t.fields.ranked(l.index)
	l.model.weights = make([]float64, len(ranks))
	for b, block := range blocks {
		l.choices[b] = make([]choice, 0, len(block.choices.list))
		for _, c := range block.choices.list {
			l.choices[b] = append(l.choices[b], choice{ranks[c.field], c.weight})
			l.model.weights[ranks[c.field]] += float64(c.weight) // whole numbers
		}
		slices.SortFunc(l.choices[b], choice.compare)
	}
	for i := range l.model.weights {
		l.model.weights[i] /= whole
	}
	if t.sealed != nil {
		l.unseal(t.sealed)
	}
	return l
}

// countTimes counts how often each bot, and each seat if they have effects, had a part. Few groups would not tell an
// effect from luck.
func (l *league) countTimes(blocks []*sums) {
	sat, effects := newSat(l, blocks), 0
	if l.seated = sat.seats; sat.changing() && len(blocks) >= LeastGroups {
		effects = sat.seats
	}
	for range len(l.bots) + effects {
		l.times = append(l.times, make(column, len(blocks)))
	}
	for b, block := range blocks {
		for _, r := range block.records.list {
			l.times[l.index[r.bot]][b] += float64(r.seats)
			if effects > 0 {
				l.times[len(l.bots)+int(r.seat)][b] += float64(r.seats)
			}
		}
	}
	for _, times := range l.times {
		l.model.times = append(l.model.times, floats.Sum(times))
	}
	l.guess(blocks)
}

// guess guesses how strong each bot is, by its mean place, as if all had met opponents that are alike.
func (l *league) guess(blocks []*sums) {
	l.model.guess = make([]float64, len(l.times))
	ahead := make([]float64, len(l.bots)) // other seats
	for _, block := range blocks {
		for _, r := range block.records.list {
			ahead[l.index[r.bot]] += float64(r.places - r.seats)
		}
	}
	for i, n := range ahead {
		others := l.model.times[i] * float64(l.seated-1)
		l.model.guess[i] = math.Log((max(others-n, 0) + 0.5) / (n + 0.5))
	}
}

// sat is who sat where.
type sat struct {
	seats  int
	joined []int // by bot, and by seat after these, the way to what it is linked with
	links  int
}

func newSat(l *league, blocks []*sums) *sat {
	s := new(sat)
	for _, block := range blocks {
		for _, r := range block.records.list {
			s.seats = max(s.seats, int(r.seat)+1)
		}
	}
	for i := range len(l.bots) + s.seats {
		s.joined = append(s.joined, i)
	}
	for _, block := range blocks {
		for _, r := range block.records.list {
			s.join(l.index[r.bot], len(l.bots)+int(r.seat))
		}
	}
	return s
}

func (s *sat) join(a, b int) {
	if a, b = s.root(a), s.root(b); a != b {
		s.joined[a] = b
		s.links++
	}
}

func (s *sat) root(i int) int {
	for s.joined[i] != i {
		s.joined[i] = s.joined[s.joined[i]]
		i = s.joined[i]
	}
	return i
}

// changing reports whether bots have changed seats, so that a seat's part can be told from a bot's.
func (s *sat) changing() bool { return s.links == len(s.joined)-1 }

// largestTogether returns the largest set of bots each of which has kept up with each other
// one, or with one that has, and so on. Where a bot never did, the matches only say that the
// other is stronger; by how much is the correction's word.
func (l *league) largestTogether(met pairs) (largest []int) {
	keptUp := make([][]int, len(l.bots))
	for m := range met.totals() {
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

// rate returns the parameters in points, and by how many points each block changes each of them:
// to the first order, it would be lower by so much without the block. The strengths have a mean of 0, and so have the
// effects.
func (l *league) rate(ctx context.Context) (values []float64, influences []column) {
	values, curvature := l.model.fit(ctx)
	influences = make([]column, len(values))
	for i := range influences {
		influences[i] = make(column, len(l.choices))
	}
	l.influence(ctx, values, curvature, influences)
	l.centre(values)
	return values, influences
}

// influence fills in by how much each block changes each parameter.
func (l *league) influence(ctx context.Context, values []float64, c curvature, influences []column) {
	slope, next := l.slopes(values), make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for from := range next {
				l.influenceOf(ctx, from, slope, c, influences)
			}
		})
	}
	for from := 0; from < len(l.choices) && ctx.Err() == nil; from += atOnce {
		next <- from
	}
	close(next)
	workers.Wait()
}

// influenceOf is influence for the blocks from a number on that are worked out together.
func (l *league) influenceOf(
	ctx context.Context, from int, slope func(block int) []float64, c curvature, influences []column,
) {
	width := min(atOnce, len(l.choices)-from)
	slopes := make([]float64, len(influences)*width)
	for b := range width {
		for i, v := range slope(from + b) {
			slopes[i*width+b] = v
		}
	}
	changes, change := c.solve(ctx, slopes, width), make([]float64, len(influences))
	for b := range width {
		for i := range change {
			change[i] = changes[i*width+b]
		}
		l.centre(change)
		for i, v := range change {
			influences[i][from+b] = v
		}
	}
}

// atOnce is of how many blocks the influences are worked out together.
const atOnce = 16

// slopes returns how each block pulls at the parameters.
func (l *league) slopes(at []float64) func(block int) []float64 {
	odds, turned := oddsOf(at), []float64(nil)
	if l.model.base != nil {
		turned = l.model.base.turned(at)
		floats.Scale(1/float64(len(l.choices)), turned) // of each, as blocks are alike
	}
	return func(block int) []float64 {
		slope, chances := make([]float64, len(odds)), []float64(nil)
		for i, times := range l.times {
			slope[i] = times[block]
		}
		for _, c := range l.choices[block] {
			f := l.model.fields[c.field]
			chances = l.model.chances(chances[:0], f, odds)
			l.model.addExpected(slope, f, chances, -float64(c.weight)/whole)
		}
		if turned != nil {
			floats.Sub(slope, l.model.base.blocks[block])
			floats.Sub(slope, turned)
		}
		return slope
	}
}

// centre makes points of logits, and subtracts the mean of the bots and that of the seats.
func (l *league) centre(values []float64) {
	floats.Scale(pointsPerLogit, values)
	bots, effects := values[:len(l.bots)], values[len(l.bots):]
	floats.AddConst(-l.middle(bots), bots)
	if len(effects) > 0 {
		floats.AddConst(-floats.Sum(effects)/float64(len(effects)), effects)
	}
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

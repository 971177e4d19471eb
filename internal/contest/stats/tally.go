package stats

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
)

// Tally adds up matches. It is made by [NewTally], and is not safe for use by several
// goroutines at once.
type Tally struct {
	matches int
	blocks  *blocks
	pairs   *pairSums // nil up to mostTested bots
	played  []int     // matches, by bot
	faults  []map[match.Kind]int
	fields  fields
	sealed  *parabola // of fields that were there before; nil if there were none
}

// NewTally returns a tally of bots with the numbers from 0 to bots-1, before any match.
func NewTally(bots int) *Tally {
	t := &Tally{blocks: newBlocks()}
	t.Grow(bots)
	return t
}

// Grow makes it a tally of the bots with the numbers from 0 to bots-1, if it is of fewer.
func (t *Tally) Grow(bots int) {
	for len(t.played) < bots {
		t.played, t.faults = append(t.played, 0), append(t.faults, nil)
	}
	t.blocks.expect(bots)
	if bots > mostTested && t.pairs == nil {
		t.sumPairs()
	}
}

// sumPairs begins to sum up the meetings.
func (t *Tally) sumPairs() {
	t.pairs = newPairSums()
	for number, block := range t.blocks.list() {
		for _, m := range block.meetings.list {
			t.pairs.add(m, number)
		}
	}
}

// Matches returns how many matches were added.
func (t *Tally) Matches() int { return t.matches }

// Add counts a match. It keeps nothing of m. It panics if the lists by seat of m differ in
// length (CPU may be nil), or if no bot has a number.
func (t *Tally) Add(m played.Match) {
	t.matches++
	block := t.blocks.of(m.Group)
	block.count(m, &t.fields)
	for _, met := range meetingsOf(m) {
		if t.pairs == nil || t.pairs.add(met, m.Group) < mostTested*(mostTested-1)/2 {
			block.meetings.add(met)
		}
	}
	for seat, bot := range m.Seats {
		if !slices.Contains(m.Seats[:seat], bot) {
			t.played[bot]++
		}
	}
	t.sealIfMany()
	for _, v := range m.Verdicts {
		faults := &t.faults[m.Seats[v.Seat]]
		if *faults == nil {
			*faults = make(map[match.Kind]int)
		}
		(*faults)[v.Kind]++
	}
}

// Summary sums up the matches so far. Its cost grows with the number of bots and with the pairs that have met, but
// hardly with the number of matches of a pair.
func (t *Tally) Summary(o Options) Summary {
	s, _ := t.SummaryUntil(context.Background(), o) // which is never done
	return s
}

// met returns the meetings of pairs so far.
func (t *Tally) met(blocks []*sums) pairs {
	if t.pairs != nil {
		return t.pairs
	}
	return encountersOf(blocks, len(t.played))
}

// SummaryUntil is Summary, but gives up when ctx is done: with a thousand bots it takes seconds. The error is why.
func (t *Tally) SummaryUntil(ctx context.Context, o Options) (Summary, error) {
	blocks := t.blocks.list()
	columns := columnsOf(blocks)
	met := t.met(blocks)
	e := newEstimator(ctx, len(blocks), o)
	s := Summary{Matches: t.matches, Groups: t.blocks.count(), met: met, told: len(e.resamples) > 0}
	var ratings []Estimate
	var rating sync.WaitGroup
	own := e.another()
	rating.Go(func() { ratings = t.rate(&s, blocks, met, own, o.Seed) })
	s.Seats, s.Bots = columns.seats(columns.all, e), columns.bots(t.played, e)
	rating.Wait()
	for number := range s.Bots {
		b := &s.Bots[number]
		b.Faults, b.Rating = make(map[match.Kind]int), ratings[number]
		maps.Copy(b.Faults, t.faults[number])
	}
	if ctx.Err() == nil && s.Fit.Fails() {
		s.Fit.Circle = s.circleOf()
	}
	return s, context.Cause(ctx)
}

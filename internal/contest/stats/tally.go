package stats

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
)

// mostBlocks is how many blocks groups are pooled to if there are more of them.
const mostBlocks = 256

// Tally adds up matches. It is made by [NewTally], and is not safe for use by several
// goroutines at once.
type Tally struct {
	groups   map[int]*sums
	total    sums      // without meetings
	meetings []meeting // of all groups, at pairIndex
	played   []int     // matches, by bot
	faults   []map[match.Kind]int
	fields   fields
}

// NewTally returns a tally of bots with the numbers from 0 to bots-1, before any match.
func NewTally(bots int) *Tally {
	t := &Tally{groups: make(map[int]*sums)}
	t.Grow(bots)
	return t
}

// Grow makes it a tally of the bots with the numbers from 0 to bots-1, if it is of fewer.
func (t *Tally) Grow(bots int) {
	for bot := len(t.played); bot < bots; bot++ {
		t.played, t.faults = append(t.played, 0), append(t.faults, make(map[match.Kind]int))
		for low := range bot {
			t.meetings = append(t.meetings, meeting{low: low, high: bot})
		}
	}
}

// Matches returns how many matches were added.
func (t *Tally) Matches() int { return int(t.total.matches) }

// Add counts a match. It keeps nothing of m. It panics if the lists by seat of m differ in
// length, but for a CPU that is nil, or if there is no bot of a number.
func (t *Tally) Add(m played.Match) {
	group := t.groups[m.Group]
	if group == nil {
		group = new(sums)
		t.groups[m.Group] = group
	}
	one := sums{matches: 1, records: recordsOf(m), meetings: meetingsOf(m), choices: t.fields.choices(m)}
	group.merge(one)
	for _, met := range one.meetings {
		t.meetings[pairIndex(met.low, met.high)].add(met)
	}
	one.meetings = nil
	t.total.merge(one)
	for i, r := range one.records {
		if i == 0 || one.records[i-1].bot != r.bot {
			t.played[r.bot]++
		}
	}
	for _, v := range m.Verdicts {
		t.faults[m.Seats[v.Seat]][v.Kind]++
	}
}

// Summary sums up the matches so far. Its cost grows with the number of groups and with the
// square of the number of bots, but hardly with the number of matches in a group.
func (t *Tally) Summary(o Options) Summary {
	s, _ := t.SummaryUntil(context.Background(), o) // which is never done
	return s
}

// SummaryUntil is Summary, but gives up when ctx is done: with a thousand bots it takes seconds. The error is why.
func (t *Tally) SummaryUntil(ctx context.Context, o Options) (Summary, error) {
	blocks := t.blocks()
	columns := columnsOf(blocks)
	e := newEstimator(ctx, len(blocks), o)
	s := Summary{Matches: t.Matches(), Groups: len(t.groups), Seats: columns.seats(anyBot, e), pairs: t.pairs(blocks, e)}
	ratings := t.rate(&s, blocks, e, o.Seed)
	for number, rating := range ratings {
		if ctx.Err() != nil {
			break
		}
		b := columns.bot(number, e)
		b.Matches, b.Faults, b.Rating = t.played[number], maps.Clone(t.faults[number]), rating
		s.Bots = append(s.Bots, b)
	}
	if ctx.Err() == nil && s.Fit.Fails() {
		s.Fit.Circle = s.circleOf()
	}
	return s, context.Cause(ctx)
}

// blocks returns the sums of the groups, in an order that depends on nothing but their
// numbers. More groups than mostBlocks are pooled, so that the cost of an interval doesn't
// grow with their number; its width then says nearly the same.
func (t *Tally) blocks() []*sums {
	groups := slices.SortedFunc(maps.Keys(t.groups), func(a, b int) int { return cmp.Compare(scatter(a), scatter(b)) })
	if len(groups) <= mostBlocks {
		blocks := make([]*sums, len(groups))
		for i, group := range groups {
			blocks[i] = t.groups[group]
		}
		return blocks
	}
	blocks := make([]*sums, mostBlocks)
	for b := range blocks {
		var pooled []*sums
		for i := b; i < len(groups); i += mostBlocks {
			pooled = append(pooled, t.groups[groups[i]])
		}
		blocks[b] = pool(pooled)
	}
	return blocks
}

// scatter maps numbers to numbers, one to one and without a pattern, so that line-ups which
// take turns don't end up in blocks of their own. It is the last step of SplitMix64.
func scatter(group int) uint64 {
	x := uint64(group) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// pairs returns the comparisons of all bots, at pairIndex. Most pairs of many bots meet in few blocks or in none, so
// it goes through what there is, and not through all blocks for each pair.
func (t *Tally) pairs(blocks []*sums, e *estimator) []Pair {
	ends := make([]int, len(t.meetings)) // of each pair's part of what follows
	for _, block := range blocks {
		for _, m := range block.meetings {
			ends[pairIndex(m.low, m.high)]++
		}
	}
	all := 0
	for i, n := range ends {
		ends[i] = all // the beginning, until the part is filled
		all += n
	}
	won, met := make(column, all), make(column, all)
	for _, block := range blocks {
		for _, m := range block.meetings {
			at := &ends[pairIndex(m.low, m.high)]
			won[*at], met[*at] = m.outcome()
			*at++
		}
	}
	pairs, begin := make([]Pair, len(t.meetings)), 0
	for i, total := range t.meetings {
		pairs[i] = Pair{int(total.above), int(total.below), int(total.equal), e.share(won[begin:ends[i]], met[begin:ends[i]])}
		begin = ends[i]
	}
	return pairs
}

package stats

import (
	"cmp"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// mostBlocks is how many blocks groups are pooled to if there are more of them.
const mostBlocks = 256

// manyBots is from how many bots on there are only fewBlocks: intervals are wider by a fiftieth, and take a quarter of
// the time and memory.
const (
	manyBots  = 2000
	fewBlocks = 64
)

// blocks are the sums of the groups. More groups than mostBlocks are pooled as they come, so that neither the memory
// nor the cost of an interval grows with their number; its width then says nearly the same.
type blocks struct {
	most   int            // of them
	groups map[int]*sums  // by number, as long as they are few
	pooled []*sums        // then
	seen   map[int]uint64 // the numbers of the groups then, as bits by their 64th part
	run    uint64         // of which order is
	order  []int          // by number in the run
}

func newBlocks() *blocks { return &blocks{most: mostBlocks, groups: make(map[int]*sums)} }

// expect says how many bots there will be. Blocks that are pooled already stay so.
func (b *blocks) expect(bots int) {
	if bots > manyBots && b.pooled == nil && len(b.groups) <= fewBlocks {
		b.most = fewBlocks
	}
}

// of returns the sums to which a group's matches are added.
func (b *blocks) of(group int) *sums {
	if b.pooled == nil {
		s := b.groups[group]
		if s == nil && len(b.groups) < b.most {
			s = new(sums)
			b.groups[group] = s
		}
		if s != nil {
			return s
		}
		b.pool()
	}
	b.see(group)
	return b.pooled[b.index(group)]
}

// pool puts all groups into blocks.
func (b *blocks) pool() {
	b.seen, b.pooled = make(map[int]uint64), make([]*sums, b.most)
	for i := range b.pooled {
		b.pooled[i] = new(sums)
	}
	for _, group := range slices.Sorted(maps.Keys(b.groups)) {
		b.see(group)
		b.pooled[b.index(group)].merge(b.groups[group])
	}
	b.groups = nil
}

func (b *blocks) see(group int) { b.seen[group>>6] |= 1 << (group & 63) }

// index returns the block of a group. Each run of as many groups as there are blocks goes to all of them, in an order
// without a pattern, so that line-ups which take turns don't end up in blocks of their own.
func (b *blocks) index(group int) int {
	number := uint64(group) // of a store that somebody sent, it may be below zero
	if run := number / uint64(b.most); b.order == nil || run != b.run {
		b.run, b.order = run, rand.New(rand.NewPCG(run, uint64(b.most))).Perm(b.most)
	}
	return b.order[number%uint64(b.most)]
}

// count returns how many groups there are.
func (b *blocks) count() int {
	n := len(b.groups)
	for _, some := range b.seen {
		n += bits.OnesCount64(some)
	}
	return n
}

// list returns the sums, settled, in an order that depends on nothing but the numbers of the groups.
func (b *blocks) list() []*sums {
	all := b.pooled
	if all == nil {
		for _, group := range slices.SortedFunc(maps.Keys(b.groups), func(a, b int) int {
			return cmp.Compare(scatter(a), scatter(b))
		}) {
			all = append(all, b.groups[group])
		}
	}
	for _, s := range all {
		s.settle()
	}
	return all
}

// scatter maps numbers to numbers, one to one and without a pattern. It is the last step of SplitMix64.
func scatter(group int) uint64 {
	x := uint64(group) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

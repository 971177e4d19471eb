// Package ladder decides who plays next, so that few matches tell the order of many bots.
//
// It keeps an estimate of each bot's strength, which each result moves at once. Who plays is drawn by chance: the more
// a match is expected to tell about the order, the likelier it is. A part of all matches is drawn without regard to
// that, so that no two groups of bots lose touch, and nobody plays less than half of what the others do. Tables are
// not made of these estimates, but of all matches.
package ladder

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

const (
	// FewMatches is how many matches a bot plays before all others: fewer tell too little.
	FewMatches = 12
	// leastShare is how many matches of a hundred that the others play on average a bot is owed: half of them, and
	// some for what is decided before it is seen to lack them.
	leastShare = 55
	// byChance is how many matches of a hundred have a line-up drawn by chance.
	byChance = 25
)

// Ladder is what is known of some bots, which are numbered from 0. It is made by [New], and is not safe for use by
// several goroutines at once.
type Ladder struct {
	seats int
	first uint64
	bots  []bot
}

// bot is what is known of one bot.
type bot struct {
	strength
	decided int   // matches that were decided with it, also if they have not been played yet
	known   int   // of them, those whose results are known
	sat     []int // how often it was decided to sit in each seat
}

// New returns the ladder of a game with so many seats, before any bot. Match n has the seed first+n.
func New(seats int, first uint64) *Ladder { return &Ladder{seats: seats, first: first} }

// Grow makes it a ladder of the bots with the numbers from 0 to bots-1, if it is of fewer.
func (l *Ladder) Grow(bots int) {
	for len(l.bots) < bots {
		l.bots = append(l.bots, bot{strength: unknown, sat: make([]int, l.seats)})
	}
}

// Count notes that a match was decided, by the bots in its seats.
func (l *Ladder) Count(seats []int) {
	l.Grow(slices.Max(seats) + 1)
	for seat, number := range seats {
		l.bots[number].decided++
		l.bots[number].sat[seat]++
	}
}

// Learn moves the strengths of those who have played a match.
func (l *Ladder) Learn(m played.Match) {
	l.Grow(slices.Max(m.Seats) + 1)
	learned := make([]strength, len(m.Seats))
	for seat, number := range m.Seats {
		learned[seat] = l.bots[number].after(l.resultsOf(m, seat))
	}
	for seat, number := range m.Seats {
		l.bots[number].strength = learned[seat]
		l.bots[number].known++
	}
}

// Forget makes all that was learned unknown.
func (l *Ladder) Forget() {
	for i := range l.bots {
		l.bots[i].strength, l.bots[i].known = unknown, 0
	}
}

// Next decides a match with a number of those bots that are present, and says why in a few words. The same ladder
// decides the same. It panics if fewer are present than there are seats.
func (l *Ladder) Next(number int, present []int) (schedule.Planned, string) {
	group := uint64(number) //nolint:gosec // never negative
	random := engine.NewRand(engine.NewChaCha8(l.first, schedule.Draws+group))
	ranking := l.ranking(present, random)
	lineup, why := ranking.lineup(l.seats, random)
	sat := make([][]int, len(lineup))
	for i, number := range lineup {
		sat[i] = l.bots[number].sat
	}
	seats := make([]int, len(lineup))
	for seat, i := range schedule.SeatedLeast(sat) {
		seats[seat] = lineup[i]
	}
	return schedule.Planned{Number: number, Group: number, Seed: l.first + group, Seats: seats}, why
}

// lineup returns who plays next.
func (r ranking) lineup(seats int, random *engine.Rand) (numbers []int, why string) {
	if i := r.leastPlayed(); r.isOwed(i) {
		return r.around(i, seats, random), fmt.Sprintf("owed: has played %d", r[i].decided)
	}
	if random.Below(100) < byChance || seats < 2 {
		return r.numbers(random.Permutation(len(r))[:seats]), "by chance"
	}
	first := r.unsure(random)
	return r.around(first, seats, random), fmt.Sprintf("close: around rank %d", first+1)
}

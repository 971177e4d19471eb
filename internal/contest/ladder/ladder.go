// Package ladder decides who plays next, so that few matches tell the order of many bots.
//
// It keeps an estimate of each bot's strength, which each result moves at once. Who plays is drawn by chance: the more
// a match is expected to tell about the order, the likelier it is. A part of all matches is drawn without regard to
// that, so that no two groups of bots lose touch, and nobody plays less than half of what the others do. The more often
// all have met, the greater is that part. Tables are not made of these estimates, but of all matches.
package ladder

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Format is the name of a ladder among the ways to hold a league, and Note says how to read its table.
const (
	Format = "ladder"
	Note   = "wins, place and score of a ladder depend on whom a bot met: compare ratings"
)

const (
	// FewMatches is how many matches a bot plays before all others.
	FewMatches = schedule.FewMatches
	// leastShare is how many matches of a hundred that the others play on average since it came a bot is owed: half of
	// them, and some for matches that are decided before it is seen to lack them.
	leastShare = 55
	// mostShare is how many matches of a hundred that the others play on average since it came a bot has at most that
	// came later, those by chance not counted.
	mostShare = 150
	// leastByChance is how many matches of a hundred have a line-up drawn by chance at first.
	leastByChance = 25
	// oftenMet is how often two bots have met on average when half of the other line-ups are drawn by chance, too.
	oftenMet = 6
)

// Ladder keeps the strengths and meetings of some bots, which are numbered from 0. It is made by [New], and is not safe
// for use by several goroutines at once.
type Ladder struct {
	seats int
	first uint64
	bots  []bot
}

// bot keeps the figures of one bot.
type bot struct {
	strength
	decided int   // matches that were decided with it, also if they have not been played yet
	known   int   // of them, those whose results are known
	sat     []int // how often it was decided to sit in each seat
	before  int   // matches that it counts as having played when it came: as many as others
	paid    int   // of those that it is owed as it is new: the matches decided with the bot whose place it takes
	first   int   // matches that it plays before others, as the organiser has said
	after   int   // one more than the number of that bot; 0 if there is none
}

// of returns the strength of a bot. One of which no result is known is about as strong as that whose place it takes.
func (l *Ladder) of(number int) strength {
	b := l.bots[number]
	if b.known > 0 || b.after == 0 {
		return b.strength
	}
	s := l.of(b.after - 1)
	s.variance = min(s.variance+changed, unknown.variance)
	return s
}

// New returns the ladder of a game with so many seats, before any bot. Match n has the seed first+n.
func New(seats int, first uint64) *Ladder { return &Ladder{seats: seats, first: first} }

// Grow makes it a ladder of the bots with the numbers from 0 to bots-1, if it is of fewer.
func (l *Ladder) Grow(bots int) {
	for len(l.bots) < bots {
		l.bots = append(l.bots, bot{strength: unknown, sat: make([]int, l.seats)})
	}
}

// Join lets a bot begin beside others, in the place of one of its author that has gone, if after is not 0: then that
// one's number is one less.
func (l *Ladder) Join(number, after int, others []int) {
	all := 0
	for _, other := range others {
		all += l.bots[other].before + l.bots[other].decided
	}
	l.bots[number].before = all / max(len(others), 1)
	if l.bots[number].after = after; after > 0 {
		l.bots[number].paid = l.bots[after-1].paid + l.bots[after-1].decided
		l.bots[number].first = l.bots[after-1].first
	}
}

// Owe lets a bot play so many matches before others, in place of those that were said before.
func (l *Ladder) Owe(number, matches int) { l.bots[number].first = matches }

// Owes returns how many matches a bot is to play before others.
func (l *Ladder) Owes(number int) int { return l.bots[number].first }

// Count notes that a match was decided, by the bots in its seats.
func (l *Ladder) Count(seats []int) {
	l.Grow(slices.Max(seats) + 1)
	for seat, number := range seats {
		l.bots[number].decided++
		l.bots[number].sat[seat]++
		l.bots[number].first = max(0, l.bots[number].first-1)
	}
}

// Learn moves the strengths of those who have played a match.
func (l *Ladder) Learn(m played.Match) {
	l.Grow(slices.Max(m.Seats) + 1)
	learned := make([]strength, len(m.Seats))
	for seat, number := range m.Seats {
		learned[seat] = l.of(number).after(l.resultsOf(m, seat))
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
	lineup, why := l.ranking(present).lineup(l.seats, schedule.PaysDebts(number), random)
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

// lineup returns who plays next. Those with whom a league begins are owed their matches all at once.
func (r ranking) lineup(seats int, paysDebts bool, random *engine.Rand) (numbers []int, why string) {
	if i := r.preferred(); i >= 0 && paysDebts {
		return r.around(i, seats, random), fmt.Sprintf("preferred: for %d more", r.bot(i).first)
	}
	if i, owed := r.owed(random); owed && (paysDebts || r.bot(i).before == 0) {
		return r.around(i, seats, random), fmt.Sprintf("owed: has played %d", r.bot(i).decided)
	}
	if seats < 2 || random.Below(1000) < r.chance(seats) {
		return r.byChance(seats, random), "by chance"
	}
	first := r.unsure(random)
	return r.around(first, seats, random), fmt.Sprintf("close: around rank %d", r.rank(first))
}

// State is what a ladder knows of each bot, by number, as it can be written down.
type State []BotState

// BotState is what a ladder knows of a bot. The fields are those of bot.
type BotState struct {
	Mean, Variance                             float64
	Decided, Known, Before, Paid, First, After int
	Sat                                        []int
}

// State returns the state of the ladder.
func (l *Ladder) State() State {
	s := make(State, len(l.bots))
	for number, b := range l.bots {
		s[number] = BotState{b.mean, b.variance, b.decided, b.known, b.before, b.paid, b.first, b.after, b.sat}
	}
	return s
}

// Resume returns a ladder that knows what another one did, whose memory it takes. It fails if none can know that.
func Resume(s State, seats int, first uint64) (*Ladder, error) {
	l := New(seats, first)
	for number, b := range s {
		isStrength := b.Variance > 0 && b.Variance <= unknown.variance && math.Abs(b.Mean) < math.MaxInt // not NaN
		if !isStrength || b.Known < 0 || b.Before < 0 || b.Paid < 0 || b.First < 0 || b.Decided < b.Known ||
			b.After < 0 || b.After > number || len(b.Sat) != seats {
			return nil, errors.New("no ladder can know this")
		}
		l.bots = append(l.bots, bot{
			strength{b.Mean, b.Variance}, b.Decided, b.Known, b.Sat, b.Before, b.Paid, b.First, b.After,
		})
	}
	return l, nil
}

package schedule

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
)

// Draws keeps the draws of a schedule apart from those of the match on the same seed.
const Draws = 1 << 63

// Walk goes through a [Balanced] schedule match by match. Bots may join and leave on the
// way. It is made by [Balanced.Walk] or [NewWalk].
type Walk struct {
	Balanced

	sums     *history
	arrivals Arrivals
	debts    []Debt
	places   []int // in the sums, by bot; a bot may have that of one that has gone
	number   int   // of the next match
	lineup   []int
	move     int // of the line-up, for the next match
}

// Walk begins to go through the schedule.
func (b *Balanced) Walk() *Walk {
	w := &Walk{
		Balanced: Balanced{first: b.first, seats: b.seats, paired: b.paired, bots: slices.Clone(b.bots)},
		sums:     newHistory(len(b.bots), b.seats),
	}
	w.arrivals.Change(w.bots)
	w.places = numbers(0, len(w.bots))
	return w
}

// NewWalk begins to go through a schedule that has no bots yet: [Walk.Change] brings them.
// The rest is as with [NewBalanced].
func NewWalk(seats int, paired bool, first uint64) *Walk {
	return (&Balanced{first: first, seats: seats, paired: paired}).Walk()
}

// Number returns the number of the next match.
func (w *Walk) Number() int { return w.number }

// Change lets bots join and leave from the next match on. The list has all bots of the
// schedule, and those that join at its end. The walk goes on as one that has known the list
// from the beginning; so it fails if that had played other matches. Debts are those of a schedule
// whose groups are of one match.
func (w *Walk) Change(bots []Stay, debts ...Debt) error {
	for bot, stay := range bots {
		before := Never()
		if bot < len(w.bots) {
			before = w.bots[bot]
		}
		if !stay.agreesBefore(w.number, before) {
			return fmt.Errorf("bot %d can't change its part in the matches before match %d", bot, w.number)
		}
	}
	if len(bots) < len(w.bots) {
		return fmt.Errorf("%d bots can't become %d", len(w.bots), len(bots))
	}
	w.bots, w.debts = slices.Clone(bots), debts
	w.arrivals.Change(w.bots)
	w.places = append(w.places, numbers(len(w.places), len(bots))...)
	w.sums.grow(len(bots), w.seats)
	return nil
}

// agreesBefore reports whether two stays are the same up to a match. Both are intervals.
func (s Stay) agreesBefore(match int, other Stay) bool {
	a, from := s.within(match)
	b, since := other.within(match)
	return a == b && (a == 0 || from == since)
}

// within returns in how many matches before one a bot takes part, and the first of them.
func (s Stay) within(match int) (matches, from int) {
	until := match
	if s.Until > 0 {
		until = min(until, s.Until)
	}
	return max(0, until-s.From), s.From
}

// Next returns the next match. It returns false while there are too few bots for one.
func (w *Walk) Next() (Planned, bool) {
	if w.move == 0 {
		w.join()
		if w.lineup = w.choose(); w.lineup == nil {
			return Planned{}, false
		}
		w.sums.count(w.placesOf(w.lineup), PaysDebts(w.group()))
	}
	group := w.group()
	m := Planned{Number: w.number, Group: group, Seed: w.first + uint64(group), Seats: rotated(w.lineup, w.move)} //nolint:gosec // never negative
	w.advance()
	return m, true
}

// Pass goes past the next match as [Walk.Next] does, but takes it from the caller, who knows its
// seats: that takes far less time. It fails if there can be no match with these seats.
func (w *Walk) Pass(seats []int) error {
	if w.move > 0 {
		if want := rotated(w.lineup, w.move); !slices.Equal(seats, want) {
			return fmt.Errorf("match %d has the bots %v, not %v", w.number, want, seats)
		}
	} else {
		if err := w.check(seats); err != nil {
			return err
		}
		w.lineup = slices.Clone(seats)
		w.join()
		w.sums.count(w.placesOf(w.lineup), PaysDebts(w.group()))
	}
	w.advance()
	return nil
}

// check fails unless the next group can have a line-up.
func (w *Walk) check(seats []int) error {
	if len(seats) != w.seats {
		return fmt.Errorf("match %d: %d bots for %d seats", w.number, len(seats), w.seats)
	}
	for seat, bot := range seats {
		if bot < 0 || bot >= len(w.bots) || !w.bots[bot].Includes(w.number) || slices.Contains(seats[:seat], bot) {
			return fmt.Errorf("match %d can't have the bots %v", w.number, seats)
		}
	}
	return nil
}

// join lets those begin who play from the next match on. Who comes when the one goes whose place it takes goes on as if
// it were that one.
func (w *Walk) join() {
	came, before := w.arrivals.At(w.number)
	others := w.placesOf(before)
	taken := others
	for _, bot := range came {
		old := w.bots[bot].After - 1
		switch {
		case old < 0 || !w.arrivals.joined[old]:
			w.sums.join(bot, FewMatches, others)
		case w.bots[old].Until != w.number || slices.Contains(taken, w.places[old]):
			w.sums.join(bot, w.sums.owed[w.places[old]], others)
		default:
			w.places[bot] = w.places[old]
			taken = append(taken, w.places[old])
		}
	}
	for _, d := range w.debts {
		if d.From == w.number && d.Bot < len(w.places) {
			w.sums.owed[w.places[d.Bot]] = d.Matches
		}
	}
}

// Owes returns how many matches a bot is to play before others.
func (w *Walk) Owes(bot int) int { return w.sums.owed[w.places[bot]] }

// placesOf returns the places of bots.
func (w *Walk) placesOf(bots []int) []int {
	places := make([]int, len(bots))
	for i, bot := range bots {
		places[i] = w.places[bot]
	}
	return places
}

// numbers returns the numbers from one to before another.
func numbers(from, to int) []int {
	all := make([]int, 0, to-from)
	for number := from; number < to; number++ {
		all = append(all, number)
	}
	return all
}

// group returns the number of the next match's group.
func (w *Walk) group() int { return w.number / w.GroupSize() }

// advance goes on to the next match.
func (w *Walk) advance() {
	w.number++
	w.move = (w.move + 1) % w.GroupSize()
}

// choose returns the line-up of the next group, by seat, or nil if there are too few bots.
func (w *Walk) choose() []int {
	present := w.present(w.number)
	if len(present) < w.seats {
		return nil
	}
	group := uint64(w.group()) //nolint:gosec // never negative
	random := engine.NewRand(engine.NewChaCha8(w.first, Draws+group))
	places, bots := w.placesOf(present), make([]int, len(w.places)) // these by place
	for i, place := range places {
		bots[place] = present[i]
	}
	slices.Sort(places)
	shuffled := make([]int, len(present))
	for i, from := range random.Permutation(len(present)) {
		shuffled[i] = places[from]
	}
	lineup := w.sums.seat(w.sums.choose(places, shuffled, w.seats, PaysDebts(w.group())))
	for seat, place := range lineup {
		lineup[seat] = bots[place]
	}
	return lineup
}

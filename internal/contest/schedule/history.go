package schedule

import (
	"math"
	"math/bits"
	"slices"
)

// history counts what a schedule has given to each bot so far, by the first match of each
// group.
type history struct {
	played []int        // beyond those owed; a newcomer begins with the least of those who are there
	owed   []int        // matches that a bot has, which is new, before all others
	met    [][]meetings // by bot, with each that it has met
	before []int        // how often it is as if a bot had met those who were there when it came
	sat    [][]int      // by bot and seat

	strangers strangers
}

// meetings are how often a bot has met another one. Of many bots, most have not met.
type meetings struct{ other, times int32 }

// strangers are two bots of those that are present of which none have met less. Meetings only
// become more; so they stay what they are until they meet, or somebody else is present.
type strangers struct {
	present []int
	a, b    int
	met     int
}

func newHistory(bots, seats int) *history {
	h := new(history)
	h.grow(bots, seats)
	return h
}

// grow makes room for more bots.
func (h *history) grow(bots, seats int) {
	more := bots - len(h.played)
	h.played = append(h.played, make([]int, more)...)
	h.owed = append(h.owed, make([]int, more)...)
	h.before = append(h.before, make([]int, more)...)
	h.met = append(h.met, make([][]meetings, more)...)
	for range more {
		h.sat = append(h.sat, make([]int, seats))
	}
}

// join lets a bot begin beside others, that is owed so many matches at most. It has to catch up with nobody: all would
// have to play with it for as long.
func (h *history) join(bot, owed int, others []int) {
	if len(others) == 0 {
		return
	}
	h.played[bot] = math.MaxInt
	for _, other := range others {
		h.played[bot] = min(h.played[bot], h.played[other])
	}
	h.owed[bot] = min(h.played[bot], owed)
	h.before[bot] = h.usuallyMet(others)
}

// count adds a group, by its line-up.
func (h *history) count(seats []int, paysDebts bool) {
	for seat, bot := range seats {
		if paysDebts && h.owed[bot] > 0 {
			h.owed[bot]--
		} else {
			h.played[bot]++
		}
		h.sat[bot][seat]++
		for _, other := range seats {
			if other != bot {
				h.meet(bot, other)
			}
		}
	}
}

func (h *history) meet(bot, other int) {
	for i := range h.met[bot] {
		if one := &h.met[bot][i]; int(one.other) == other {
			one.times++
			return
		}
	}
	h.met[bot] = append(h.met[bot], meetings{int32(other), 1}) //nolint:gosec // as many as there are bots
}

// times returns how often two bots have met, or count as if they had.
func (h *history) times(bot, other int) int {
	for _, one := range h.met[bot] {
		if int(one.other) == other {
			return int(one.times) + h.unmet(bot, other)
		}
	}
	return h.unmet(bot, other)
}

// unmet returns how often two bots count as having met before they were there together.
func (h *history) unmet(bot, other int) int { return max(h.before[bot], h.before[other]) }

// mostStarts is among how many choices the best is taken. More don't help, with up to 100
// bots at least, but take their time.
const mostStarts = 16

// choose returns the bots of the next group, of those that are present, in an order that
// chance has given them. From those that are owed most, if debts are paid, or else have played
// least, it goes on with those that fit best, and takes the best of these choices; among equals
// it takes the first.
func (h *history) choose(present, shuffled []int, seats int, paysDebts bool) []int {
	played, owed, met, places := math.MaxInt, 0, h.leastMet(present), h.places(shuffled)
	for _, bot := range present {
		if played = min(played, h.played[bot]); paysDebts {
			owed = max(owed, h.owed[bot])
		}
	}
	var best []int
	lowest, starts := math.MaxInt, 0
	for _, start := range shuffled {
		if owed > 0 && h.owed[start] < owed || owed == 0 && h.played[start] > played || starts == mostStarts {
			continue
		}
		starts++
		if chosen, cost := h.fitting(start, shuffled, places, seats, met); cost < lowest {
			best, lowest = chosen, cost
		}
	}
	return best
}

// leastMet returns how often the two that have met least have met.
func (h *history) leastMet(present []int) int {
	known, least := &h.strangers, 0 // which they can't have met less
	if slices.Equal(known.present, present) {
		if h.times(known.a, known.b) == known.met {
			return known.met
		}
		least = known.met
	}
	*known = strangers{present: present, met: math.MaxInt}
	times := make([]int, len(h.met)) // that a bot has met each other one
	for i, a := range present {
		for _, one := range h.met[a] {
			times[one.other] = int(one.times)
		}
		for _, b := range present[:i] {
			if met := times[b] + h.unmet(a, b); met < known.met {
				known.a, known.b, known.met = a, b, met
			}
			if known.met == least {
				return least
			}
		}
		for _, one := range h.met[a] {
			times[one.other] = 0
		}
	}
	return known.met
}

// usuallyMet returns how often two of these have met in the mean, by what some of them have.
func (h *history) usuallyMet(bots []int) int {
	all, pairs := 0, 0
	times := make([]int, len(h.met))
	for _, a := range bots[:min(len(bots), mostStarts)] {
		for _, one := range h.met[a] {
			times[one.other] = int(one.times)
		}
		for _, b := range bots {
			if a != b {
				all, pairs = all+times[b]+h.unmet(a, b), pairs+1
			}
		}
		for _, one := range h.met[a] {
			times[one.other] = 0
		}
	}
	return all / max(pairs, 1)
}

// places returns where each bot is in a list, or -1.
func (h *history) places(bots []int) []int {
	places := slices.Repeat([]int{-1}, len(h.played))
	for i, bot := range bots {
		places[bot] = i
	}
	return places
}

// fitting returns bots for a group: after start, always the one that costs least. A bot
// costs as much as the groups it has played, and with each of the others the square of how
// often they have met beyond the least of all. So a bot plays twice running if that makes
// up for meetings: with strict turns, the last of a turn have to take one another.
func (h *history) fitting(start int, bots, places []int, seats, met int) (chosen []int, cost int) {
	costs := make([]int, len(bots))
	for i, bot := range bots {
		costs[i] = h.played[bot] - h.played[start]
	}
	const taken = math.MaxInt
	for next := places[start]; ; {
		bot := bots[next]
		chosen, cost = append(chosen, bot), cost+costs[next]
		if len(chosen) == seats {
			return chosen, cost
		}
		costs[next] = taken
		for _, one := range h.met[bot] {
			if i := places[one.other]; i >= 0 && costs[i] != taken {
				unmet := h.unmet(bot, int(one.other)) - met
				beyond := int(one.times) + unmet
				costs[i] += beyond*beyond - unmet*unmet
			}
		}
		least := taken
		for i, cost := range costs {
			if cost == taken {
				continue
			}
			unmet := h.unmet(bot, bots[i]) - met
			costs[i] += unmet * unmet // as for who has never met it
			if costs[i] < least {
				next, least = i, costs[i]
			}
		}
	}
}

// seat returns the bots by seat, so that the sum of the squares of how often each has sat
// in each seat grows least. For each set of bots (by the bits of a number) it finds the
// least growth with which they fill the first seats, from the smaller sets.
func (h *history) seat(bots []int) []int {
	least, last := make([]int, 1<<len(bots)), make([]int, 1<<len(bots))
	for set := 1; set < len(least); set++ {
		least[set] = math.MaxInt
		seat := bits.OnesCount(uint(set)) - 1
		for i, bot := range bots {
			if set>>i&1 == 0 {
				continue
			}
			if growth := least[set^1<<i] + 2*h.sat[bot][seat] + 1; growth < least[set] {
				least[set], last[set] = growth, i
			}
		}
	}
	seats := make([]int, len(bots))
	for set := len(least) - 1; set > 0; set ^= 1 << last[set] {
		seats[bits.OnesCount(uint(set))-1] = bots[last[set]]
	}
	return seats
}

package schedule

import (
	"math"
	"math/bits"
	"slices"
)

// history counts what a schedule has given to each bot so far, by the first match of each
// group.
type history struct {
	played []int
	met    [][]int // by bot and bot
	sat    [][]int // by bot and seat

	strangers strangers
}

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
	for bot := range h.met {
		h.met[bot] = append(h.met[bot], make([]int, more)...)
	}
	for range more {
		h.met, h.sat = append(h.met, make([]int, bots)), append(h.sat, make([]int, seats))
	}
}

// count adds a group, by its line-up.
func (h *history) count(seats []int) {
	for seat, bot := range seats {
		h.played[bot]++
		h.sat[bot][seat]++
		for _, other := range seats {
			if other != bot {
				h.met[bot][other]++
			}
		}
	}
}

// mostStarts is among how many choices the best is taken. More don't help, with up to 100
// bots at least, but take their time.
const mostStarts = 16

// choose returns the bots of the next group, of those that are present, in an order that
// chance has given them. From those that have played least it goes on with those that fit
// best, and takes the best of these choices; among equals it takes the first.
func (h *history) choose(present, shuffled []int, seats int) []int {
	played, met := math.MaxInt, h.leastMet(present)
	for _, bot := range present {
		played = min(played, h.played[bot])
	}
	var best []int
	lowest, starts := math.MaxInt, 0
	for _, start := range shuffled {
		if h.played[start] > played || starts == mostStarts {
			continue
		}
		starts++
		if chosen, cost := h.fitting(start, shuffled, seats, met); cost < lowest {
			best, lowest = chosen, cost
		}
	}
	return best
}

// leastMet returns how often the two that have met least have met.
func (h *history) leastMet(present []int) int {
	known, least := &h.strangers, 0 // which they can't have met less
	if slices.Equal(known.present, present) {
		if h.met[known.a][known.b] == known.met {
			return known.met
		}
		least = known.met
	}
	*known = strangers{present: present, met: math.MaxInt}
	for i, a := range present {
		for _, b := range present[:i] {
			if met := h.met[a][b]; met < known.met {
				known.a, known.b, known.met = a, b, met
			}
			if known.met == least {
				return least
			}
		}
	}
	return known.met
}

// fitting returns bots for a group: after start, always the one that costs least. A bot
// costs as much as the groups it has played, and with each of the others the square of how
// often they have met beyond the least of all. So a bot plays twice running if that makes
// up for meetings: with strict turns, the last of a turn have to take one another.
func (h *history) fitting(start int, bots []int, seats, met int) (chosen []int, cost int) {
	costs := make([]int, len(bots))
	for i, bot := range bots {
		costs[i] = h.played[bot] - h.played[start]
	}
	const taken = math.MaxInt
	for next := slices.Index(bots, start); ; {
		bot := bots[next]
		chosen, cost = append(chosen, bot), cost+costs[next]
		if len(chosen) == seats {
			return chosen, cost
		}
		costs[next] = taken
		least := taken
		for i, meetings := 0, h.met[bot]; i < len(bots); i++ {
			if costs[i] == taken {
				continue
			}
			beyond := meetings[bots[i]] - met
			costs[i] += beyond * beyond
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

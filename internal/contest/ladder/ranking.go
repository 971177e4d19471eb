package ladder

import (
	"cmp"
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// ranked is a bot with the strength that it will have when all that was decided is played.
type ranked struct {
	number  int
	decided int
	strength
}

// ranking is all bots that are present, the strongest first.
type ranking []ranked

// ranking ranks bots. Chance decides among equals.
func (l *Ladder) ranking(present []int, random *engine.Rand) ranking {
	r := make(ranking, len(present))
	for i, from := range random.Permutation(len(present)) {
		b := l.bots[present[from]]
		r[i] = ranked{present[from], b.decided, b.expecting(b.decided-b.known, l.seats)}
	}
	slices.SortStableFunc(r, func(a, b ranked) int { return cmp.Compare(b.mean, a.mean) })
	return r
}

func (r ranking) numbers(places []int) []int {
	numbers := make([]int, len(places))
	for i, place := range places {
		numbers[i] = r[place].number
	}
	return numbers
}

// leastPlayed returns the place of the bot that has played least; among equals chance has decided the order.
func (r ranking) leastPlayed() (least int) {
	for i, b := range r {
		if b.decided < r[least].decided {
			least = i
		}
	}
	return least
}

// isOwed reports whether a bot has to play before all others, as it is new or has played so little.
func (r ranking) isOwed(place int) bool {
	all := 0
	for _, b := range r {
		all += b.decided
	}
	mine := r[place].decided
	return mine < FewMatches || 100*mine*len(r) < leastShare*all
}

// neighbours is how many places two may be apart whose result is looked at. Those next to one another tell most.
const neighbours = 12

// far is how far behind the first one's strength, in logits, the order of bots matters half as much: 300 points.
const far = 300 * math.Ln10 / 400

// worth is what a result between two places is worth.
func (r ranking) worth(i, j int) float64 {
	return worth(r[i].strength, r[j].strength) / (1 + (r[0].mean-r[min(i, j)].mean)/far)
}

// telling returns the places of two whose result is worth much.
func (r ranking) telling(random *engine.Rand) (pair [2]int) {
	var d draw
	for i := range r {
		for j := i + 1; j < min(len(r), i+neighbours); j++ {
			d.offer([2]int{i, j}, r.worth(i, j))
		}
	}
	return d.choice(random)
}

// around returns the numbers of the bots at some places, and of neighbours whose results with these are worth much.
func (r ranking) around(places []int, seats int, random *engine.Rand) []int {
	for len(places) < seats {
		var d draw
		low, high := max(0, slices.Min(places)-neighbours), min(len(r)-1, slices.Max(places)+neighbours)
		for i := low; i <= high; i++ {
			if !slices.Contains(places, i) {
				d.offer([2]int{i}, r.worthWith(i, places))
			}
		}
		places = append(places, d.choice(random)[0])
	}
	return r.numbers(places)
}

func (r ranking) worthWith(place int, others []int) (all float64) {
	for _, other := range others {
		all += r.worth(place, other)
	}
	return all
}

// draw takes one of some choices by chance, in proportion to what each is worth. Always to take the best makes groups
// that hardly meet.
type draw struct {
	choices [][2]int
	until   []float64 // the sum of the worths so far
}

func (d *draw) offer(choice [2]int, worth float64) {
	before := 0.0
	if last := len(d.until) - 1; last >= 0 {
		before = d.until[last]
	}
	d.choices, d.until = append(d.choices, choice), append(d.until, before+worth)
}

func (d *draw) choice(random *engine.Rand) [2]int {
	const steps = 1 << 30
	at := d.until[len(d.until)-1] * (float64(random.Below(steps)) + 0.5) / steps
	i, _ := slices.BinarySearch(d.until, at)
	return d.choices[min(i, len(d.choices)-1)]
}

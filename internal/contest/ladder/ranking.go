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

// far is how far behind the first one's strength, in logits, the order of bots matters half as much: 300 points.
const far = 300 * math.Ln10 / 400

// weight is how much it matters where a bot stands.
func (r ranking) weight(place int) float64 { return 1 / (1 + (r[0].mean-r[place].mean)/far) }

// unsure returns the place of a bot that can be known better.
func (r ranking) unsure(random *engine.Rand) int {
	var d draw
	for i, b := range r {
		d.offer(i, worth(b.strength, b.strength)*r.weight(i))
	}
	return d.choice(random)
}

// around returns the numbers of the bot at a place, and of others whose results with it are worth much. All bots may be
// drawn: if only those next to one another were, those who were lucky together at first would not lose it.
func (r ranking) around(place, seats int, random *engine.Rand) []int {
	places := []int{place}
	for len(places) < seats {
		var d draw
		for i := range r {
			if !slices.Contains(places, i) {
				d.offer(i, r.worthWith(i, places))
			}
		}
		places = append(places, d.choice(random))
	}
	return r.numbers(places)
}

func (r ranking) worthWith(place int, others []int) (all float64) {
	for _, other := range others {
		all += worth(r[place].strength, r[other].strength)
	}
	return all
}

// draw takes one of some choices by chance, in proportion to what each is worth. Always to take the best makes groups
// that hardly meet.
type draw struct {
	places []int
	until  []float64 // the sum of the worths so far
}

func (d *draw) offer(place int, worth float64) {
	before := 0.0
	if last := len(d.until) - 1; last >= 0 {
		before = d.until[last]
	}
	d.places, d.until = append(d.places, place), append(d.until, before+worth)
}

func (d *draw) choice(random *engine.Rand) int {
	const steps = 1 << 30
	at := d.until[len(d.until)-1] * (float64(random.Below(steps)) + 0.5) / steps
	i, _ := slices.BinarySearch(d.until, at)
	return d.places[min(i, len(d.places)-1)]
}

package ladder

import (
	"cmp"
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// ranked is a bot with the strength that it will have when all that was decided is played.
type ranked struct {
	number                int
	decided, before, paid int
	ample                 bool // it came later, and has played more than its share since
	strength
}

// ranking is all bots that are present, the strongest first.
type ranking []ranked

// ranking ranks bots. Chance decides among equals.
func (l *Ladder) ranking(present []int, random *engine.Rand) ranking {
	r := make(ranking, len(present))
	for i, from := range random.Permutation(len(present)) {
		b := l.bots[present[from]]
		expected := l.of(present[from]).expecting(b.decided-b.known, l.seats)
		r[i] = ranked{present[from], b.decided, b.before, b.paid, false, expected}
	}
	r.findAmple()
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

// counted returns how many matches all count as having played.
func (r ranking) counted() (all int) {
	for _, b := range r {
		all += b.before + b.decided
	}
	return all
}

// findAmple marks who came later and has played, beside what a new one is owed, more than mostShare of what others have
// since. Nobody knows how strong a new bot is, so it would be drawn before all others.
func (r ranking) findAmple() {
	all := r.counted()
	for i, b := range r {
		beyond := b.decided - max(FewMatches-b.paid, 0) - 1
		r[i].ample = b.before > 0 && 100*beyond*len(r) > mostShare*(all-b.before*len(r))
	}
}

// owed returns the place of the bot that lacks most of what it is owed, as it is new or has played so little since it
// came, and whether there is one; among equals chance has decided the order.
func (r ranking) owed() (place int, owed bool) {
	all, most := r.counted(), 0
	for i, b := range r {
		few := 100 * len(r) * (FewMatches - b.paid - b.decided)
		share := leastShare*(all-b.before*len(r)) - 100*b.decided*len(r)
		if b.before > 0 {
			share -= 100 * len(r) // a match, as what others have played on average is rounded
		}
		if lacks := max(few, share); lacks > most {
			place, most = i, lacks
		}
	}
	return place, most > 0
}

// byChance returns how many line-ups of a thousand are drawn by chance. A bot is rated by those that it meets most.
// Where one number fits, that is all the same; but where bots go round, it would stay in a wrong place, however much
// it plays. When all have met often, their order is known well enough to forgo what near opponents tell more.
func (r ranking) byChance(seats int) int {
	decided := 0
	for _, b := range r {
		decided += b.decided
	}
	met := float64(decided*(seats-1)) / float64(len(r)*(len(r)-1)) / oftenMet
	met = float64(met * met)
	return 1000 - int((1000-10*leastByChance)/(1+float64(met*met)))
}

// far is how far behind the first one's strength, in logits, the order of bots matters half as much: 300 points.
const far = 300 * math.Ln10 / 400

// weight is how much it matters where a bot stands.
func (r ranking) weight(place int) float64 { return 1 / (1 + (r[0].mean-r[place].mean)/far) }

// draws returns how likely it is to be drawn who has played ample matches: only if nobody else can be.
func (b ranked) draws() float64 {
	if b.ample {
		return 1e-6
	}
	return 1
}

// unsure returns the place of a bot that can be known better.
func (r ranking) unsure(random *engine.Rand) int {
	var d draw
	for i, b := range r {
		d.offer(i, worth(b.strength, b.strength)*r.weight(i)*b.draws())
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
				d.offer(i, r.worthWith(i, places)*r[i].draws())
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

package ladder

import (
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// ranking is all bots that are present. A decision asks each of them for a few sums, and only those that chance offers
// for what a result with them is worth: there may be ten thousand.
type ranking struct {
	*Ladder

	present  []int   // numbers of bots; what follows calls a bot by its place here
	decided  int     // how many matches all have been in
	counted  int     // how many they count as having played
	top      float64 // the mean of the strongest
	unsurest float64 // the greatest variance
}

func (l *Ladder) ranking(present []int) ranking {
	r := ranking{Ladder: l, present: present, top: math.Inf(-1)}
	for _, number := range present {
		s := l.of(number)
		r.decided += l.bots[number].decided
		r.counted += l.bots[number].before + l.bots[number].decided
		r.top, r.unsurest = max(r.top, s.mean), max(r.unsurest, s.variance)
	}
	return r
}

func (r ranking) bot(place int) *bot { return &r.bots[r.present[place]] }

// strength returns the strength that a bot will have when all that was decided is played.
func (r ranking) strength(place int) strength {
	b := r.bot(place)
	return r.of(r.present[place]).expecting(b.decided-b.known, r.seats)
}

// rank returns the rank of a bot, from 1.
func (r ranking) rank(place int) int {
	rank, mean := 1, r.of(r.present[place]).mean
	for _, number := range r.present {
		if r.of(number).mean > mean {
			rank++
		}
	}
	return rank
}

func (r ranking) numbers(places []int) []int {
	numbers := make([]int, len(places))
	for i, place := range places {
		numbers[i] = r.present[place]
	}
	return numbers
}

// owed returns the place of the bot that lacks most of what it is owed, as it is new or has played so little since it
// came, and whether there is one; among equals the strongest, and then chance decides.
func (r ranking) owed(random *engine.Rand) (place int, owed bool) {
	most, mean, equals := 0, 0., 0
	for i, number := range r.present {
		b := &r.bots[number]
		few := 100 * len(r.present) * (FewMatches - b.paid - b.decided)
		share := leastShare*(r.counted-b.before*len(r.present)) - 100*b.decided*len(r.present)
		if b.before > 0 {
			share -= 100 * len(r.present) // a match, as what others have played on average is rounded
		}
		lacks := max(few, share)
		if lacks <= 0 || lacks < most {
			continue
		}
		switch is := r.of(number).mean; {
		case lacks > most || is > mean:
			place, most, mean, equals = i, lacks, is, 1
		case is == mean:
			if equals++; random.Below(equals) == 0 {
				place = i
			}
		}
	}
	return place, most > 0
}

// preferred returns the place of the bot that has most matches before others, or -1.
func (r ranking) preferred() int {
	place, most := -1, 0
	for i := range r.present {
		if first := r.bot(i).first; first > most {
			place, most = i, first
		}
	}
	return place
}

// chance returns how many line-ups of a thousand are drawn by chance. A bot is rated by those that it meets most.
// Where one number fits, that is all the same; but where bots go round, it would stay in a wrong place, however much
// it plays. When all have met often, their order is known well enough to forgo what near opponents tell more.
func (r ranking) chance(seats int) int {
	met := float64(r.decided*(seats-1)) / float64(len(r.present)*(len(r.present)-1)) / oftenMet
	met = float64(met * met)
	return 1000 - int((1000-10*leastByChance)/(1+float64(met*met)))
}

// far is how far behind the first one's strength, in logits, the order of bots matters half as much: 300 points.
const far = 300 * math.Ln10 / 400

// weight is how much it matters where a bot stands.
func (r ranking) weight(s strength) float64 { return 1 / (1 + (r.top-s.mean)/far) }

// draws returns how likely it is to be drawn who came later, and has played, beside what a new one is owed, more than
// mostShare of what others have since: only if nobody else can be. Nobody knows how strong a new bot is, so it would be
// drawn before all others.
func (r ranking) draws(place int) float64 {
	b := r.bot(place)
	beyond := b.decided - max(FewMatches-b.paid, 0) - 1
	if b.before > 0 && 100*beyond*len(r.present) > mostShare*(r.counted-b.before*len(r.present)) {
		return 1e-6
	}
	return 1
}

// byChance returns the numbers of any bots.
func (r ranking) byChance(seats int, random *engine.Rand) []int {
	places := make([]int, 0, seats)
	for len(places) < seats {
		if place := random.Below(len(r.present)); !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return r.numbers(places)
}

// unsure returns the place of a bot that can be known better.
func (r ranking) unsure(random *engine.Rand) int {
	return r.draw(random, mostWorth(2*r.unsurest), func(place int) float64 {
		s := r.strength(place)
		return worth(s, s) * r.weight(s) * r.draws(place)
	})
}

// around returns the numbers of the bot at a place, and of others whose results with it are worth much. All bots may be
// drawn: if only those next to one another were, those who were lucky together at first would not lose it.
func (r ranking) around(place, seats int, random *engine.Rand) []int {
	places, most := []int{place}, 0.
	strengths := []strength{r.strength(place)}
	for len(places) < seats {
		most += mostWorth(strengths[len(strengths)-1].variance + r.unsurest)
		next := r.draw(random, most, func(place int) (all float64) {
			if slices.Contains(places, place) {
				return 0
			}
			s := r.strength(place)
			for _, other := range strengths {
				all += worth(s, other)
			}
			return all * r.draws(place)
		})
		places, strengths = append(places, next), append(strengths, r.strength(next))
	}
	return r.numbers(places)
}

// mostTries is how many places chance offers before all are looked at.
const mostTries = 2000

// draw takes a place by chance, in proportion to what each is worth, which is no more than most. Always to take the
// best makes groups that hardly meet. A place that chance offers is taken as often as it is worth of the most.
func (r ranking) draw(random *engine.Rand, most float64, worth func(place int) float64) int {
	const steps = 1 << 30
	part := func() float64 { return (float64(random.Below(steps)) + 0.5) / steps }
	for range min(mostTries, 2*len(r.present)) {
		if place := random.Below(len(r.present)); part()*most < worth(place) {
			return place
		}
	}
	until, all := make([]float64, len(r.present)), 0. // the sums of the worths so far
	for place := range until {
		all += worth(place)
		until[place] = all
	}
	at, _ := slices.BinarySearch(until, all*part())
	return min(at, len(until)-1)
}

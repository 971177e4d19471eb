package ladder

import (
	"cmp"
	"math"

	"github.com/botarena/arena/internal/contest/played"
)

// strength is the belief about a bot's strength: a normal distribution, in logits. Results move it as in Glicko; a
// match of several players is one between each two of them, but tells less: see [perPair].
type strength struct{ mean, variance float64 }

// unknown is the strength of a bot before any match, which is 1500 ± 350 points of a rating.
var unknown = strength{0, 4}

// changed is how much less sure the strength of a new version of a bot is: by 100 points.
const changed = (100 * math.Ln10 / 400) * (100 * math.Ln10 / 400)

// result is how one came out against another: 1 is ahead, 0 behind, 0.5 equal.
type result struct {
	against strength
	outcome float64
	weight  float64 // of a match of two it is 1
}

// perPair is what a match of so many players tells of a pair of them, where one of two tells 1. Each place goes to one
// of those who are left (the model of Plackett and Luce), which tells less than if each pair had a match of its own.
func perPair(seats int) float64 {
	if seats < 2 {
		return 0
	}
	all := 0.0
	for left := 2; left <= seats; left++ {
		all += 1 - 1/float64(left)
	}
	return all / float64(seats) * 4 / float64(seats-1)
}

// resultsOf returns the results of a seat of a match against those of other bots.
func (l *Ladder) resultsOf(m played.Match, seat int) (results []result) {
	for other, number := range m.Seats {
		if number != m.Seats[seat] {
			results = append(results, result{
				l.of(number), outcome(m.Places[seat], m.Places[other]), perPair(len(m.Seats)),
			})
		}
	}
	return results
}

func outcome(place, of int) float64 { return float64(1+cmp.Compare(of, place)) / 2 }

// after returns the strength after some results.
func (s strength) after(results []result) strength {
	slope, information := 0.0, 0.0
	for _, r := range results {
		certain := r.against.certainty()
		chance := logistic(certain * (s.mean - r.against.mean))
		slope += r.weight * certain * (r.outcome - chance)
		information += r.weight * certain * certain * chance * (1 - chance)
	}
	variance := 1 / (1/s.variance + information)
	return strength{s.mean + variance*slope, variance}
}

// certainty is by how much a result counts less as it is not known how strong the other one is.
func (s strength) certainty() float64 { return 1 / math.Sqrt(1+3*s.variance/(math.Pi*math.Pi)) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// expecting returns the strength as it will be when so many more matches are played.
func (s strength) expecting(matches, seats int) strength {
	const chances = 0.2 // p(1-p) of opponents that are neither alike nor far apart
	if matches <= 0 {
		return s
	}
	s.variance = 1 / (1/s.variance + float64(matches*(seats-1))*chances*perPair(seats))
	return s
}

// near is from which distance on, in logits, a result between two is worth little for their order, however well their
// strengths are known: 150 points.
const near = 150 * math.Ln10 / 400

// worth is what a result between two is expected to tell about their strengths, by how near these are or may be. Those
// whose order is nearly sure still meet if they are near: else a bot that was unlucky at first would not play enough to
// make up for it, and the intervals of the table would be wrong.
func worth(a, b strength) float64 {
	variance, distance := a.variance+b.variance, a.mean-b.mean
	chance := logistic(distance)
	information := variance * chance * (1 - chance)
	return math.Exp(-distance*distance/(near*near+4*variance)) * information / (1 + information)
}

// mostWorth is the most that [worth] can be of two whose variances have this sum.
func mostWorth(variance float64) float64 {
	information := variance / 4
	return information / (1 + information)
}

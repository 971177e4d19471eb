package retention

import (
	"math"

	"github.com/botarena/arena/internal/contest/played"
)

// surprise tells how little the winner of a match was expected, by ratings that each match changes a little: those
// of chess, over all pairs of a match. They are good enough to sort matches, and cost next to nothing.
type surprise struct{ ratings []float64 }

const (
	tenfold = 400 // points between two of whom one is ahead ten times as often
	step    = 24  // points that a match changes at most
)

// of counts a match, and returns how probable it was that others would be ahead of its winner: 0.5 is a match of
// equals.
func (s *surprise) of(m played.Match) float64 {
	for _, bot := range m.Seats {
		for bot >= len(s.ratings) {
			s.ratings = append(s.ratings, 0)
		}
	}
	before := make([]float64, len(m.Seats))
	for seat, bot := range m.Seats {
		before[seat] = s.ratings[bot]
	}
	sum, winners := 0.0, 0
	for seat, bot := range m.Seats {
		expected, ahead := 0.0, 0.0
		for other := range m.Seats {
			if other != seat {
				expected += 1 / (1 + math.Pow(10, (before[other]-before[seat])/tenfold))
				ahead += aheadOf(m.Places[seat], m.Places[other])
			}
		}
		others := float64(max(1, len(m.Seats)-1))
		s.ratings[bot] += step * (ahead - expected) / others
		if m.Places[seat] == 1 {
			sum += 1 - expected/others
			winners++
		}
	}
	return sum / float64(max(1, winners))
}

func aheadOf(place, other int) float64 {
	switch {
	case place < other:
		return 1
	case place == other:
		return 0.5
	}
	return 0
}

package stats

import (
	"maps"
	"slices"

	"github.com/botarena/arena/internal/contest/played"
)

// Lot is some seats of a bot in matches. Those of one seed share their luck.
type Lot struct {
	Seats       int
	Won, Shared int // first places, of one alone and of several
	places      int
	scores      int64
	bySeed      map[uint64]lotOfSeed
}

type lotOfSeed struct {
	seats int32
	wins  int64 // in parts of whole
}

// Add adds a seat of a match.
func (l *Lot) Add(m played.Match, seat int) {
	l.Seats++
	l.places += m.Places[seat]
	l.scores += int64(m.Scores[seat])
	of := l.bySeed[m.Seed]
	of.seats++
	if m.Places[seat] == 1 {
		winners := int64(0)
		for _, place := range m.Places {
			if place == 1 {
				winners++
			}
		}
		of.wins += whole / winners
		if winners == 1 {
			l.Won++
		} else {
			l.Shared++
		}
	}
	if l.bySeed == nil {
		l.bySeed = make(map[uint64]lotOfSeed)
	}
	l.bySeed[m.Seed] = of
}

// Place returns the mean place of the seats, of which there must be one.
func (l *Lot) Place() float64 { return float64(l.places) / float64(l.Seats) }

// Score returns their mean score.
func (l *Lot) Score() float64 { return float64(l.scores) / float64(l.Seats) }

// WinShare returns the wins per seat. Who looks at several lots sees the strangest of them: so its interval is the
// wider the more there are, and in 95 of 100 cases those of all of them are right together (Bonferroni).
func (l *Lot) WinShare(lots int) Estimate {
	var wins int64
	for _, of := range l.bySeed {
		wins += of.wins
	}
	p, seeds := float64(wins)/whole/float64(l.Seats), len(l.bySeed)
	if seeds < LeastGroups {
		return Estimate{Value: p}
	}
	squares := 0.0
	for _, seed := range slices.Sorted(maps.Keys(l.bySeed)) { // in an order, as sums of floats depend on it
		of := l.bySeed[seed]
		more := float64(of.wins)/whole - p*float64(of.seats)
		squares += more * more
	}
	n := independent(p, float64(l.Seats), squares, seeds)
	return wilson(p, n, student(float64(min(seeds, mostBlocks)-1), tail/float64(max(1, lots))))
}

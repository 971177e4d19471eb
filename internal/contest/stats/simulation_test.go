package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

const (
	tableSize = 4
	// The chance of a score above x falls as this power of x: skewed makes scores about as
	// skewed as waiting times, heavy more so.
	skewed, heavy = 8, 5
)

// world is where matches come from whose true figures can be known: what a player gets is
// its strength, the group's luck and the match's own, in the model of Plackett and Luce.
type world struct {
	strengths []float64 // of the bots
	luck      float64   // standard deviation of what a group gives to each seat, and to each bot
	scores    float64   // skewed or heavy
	rotations int       // matches of a group; after each, everybody moves on by one seat
}

// line returns a world of bots at equal distances. Their number is a multiple of tableSize.
func line(bots int, spread float64, rotations int) world {
	w := world{luck: 0.5, scores: skewed, rotations: rotations}
	for i := range bots {
		w.strengths = append(w.strengths, spread*(0.5-float64(i)/float64(bots-1)))
	}
	return w
}

// lineups returns so many tables. Everybody plays once before anybody plays twice.
func (w world) lineups(random *rand.Rand, groups int) (all [][]int) {
	for len(all) < groups {
		all = slices.AppendSeq(all, slices.Chunk(random.Perm(len(w.strengths)), tableSize))
	}
	return all[:groups]
}

// play yields the matches of so many groups.
func (w world) play(random *rand.Rand, groups int) func(yield func(played.Match) bool) {
	return func(yield func(played.Match) bool) {
		for group, lineup := range w.lineups(random, groups) {
			var ofSeat, ofBot [tableSize]float64
			for i := range tableSize {
				ofSeat[i], ofBot[i] = w.luck*random.NormFloat64(), w.luck*random.NormFloat64()
			}
			for rotation := range w.rotations {
				m := ended(group, nil, nil)
				for seat := range tableSize {
					player := (seat + rotation) % tableSize
					bot := lineup[player]
					performance := w.strengths[bot] + ofSeat[seat] + ofBot[player] - math.Log(random.ExpFloat64())
					m.Seats = append(m.Seats, bot)
					m.Scores = append(m.Scores, int(1e6*math.Exp(performance/w.scores)))
				}
				m.Places = engine.Places(m.Scores)
				if !yield(m) {
					return
				}
			}
		}
	}
}

// truth returns the figures of a world without end.
func (w world) truth(groups int) stats.Summary {
	t := stats.NewTally(len(w.strengths))
	for m := range w.play(newRandom(0), groups) {
		m.Group = 0
		t.Add(m)
	}
	return t.Summary(stats.Options{})
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }

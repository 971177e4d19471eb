package bench

import (
	"time"

	"github.com/botarena/arena/engine"
)

// Timed is work that was done a number of times.
type Timed struct {
	Times int
	CPU   time.Duration // of all times together; 0 where it can't be measured
}

// add does the work so many times.
func (t *Timed) add(times int, work func()) {
	start := ownCPU()
	for range times {
		work()
	}
	t.Times += times
	t.CPU += ownCPU() - start
}

// AheadRounds is how many rounds a rollout has.
const AheadRounds = 20

// rollouts is how many are measured in each match.
const rollouts = 20

// looker is a further method of the games that [engine.Define] makes.
type looker interface {
	Ahead(m engine.Match, rounds int) (next, sim func() int)
}

// AheadFigures are the cost of rollouts, by the Next of a State and by a Sim. A game
// without the one or the other lacks its figures.
type AheadFigures struct{ Next, Sim Timed }

// Ahead measures rollouts, in which random players play [AheadRounds] rounds from the
// middle of a match.
func Ahead(setup engine.Setup, matches int) (f AheadFigures, err error) {
	game, ok := setup.Game().(looker)
	if !ok {
		return f, nil
	}
	for n := range matches {
		m, err := begin(setup, firstSeed+uint64(n))
		if err != nil {
			return f, err
		}
		play := random(setup)
		for m.Round() < m.Rounds()/2 && !m.Over() {
			play(m)
		}
		byNext, bySim := game.Ahead(m, AheadRounds)
		for _, way := range []struct {
			total   *Timed
			rollout func() int
		}{{&f.Next, byNext}, {&f.Sim, bySim}} {
			if way.rollout == nil {
				continue
			}
			way.rollout() // to warm up
			way.total.add(rollouts, func() { way.rollout() })
		}
	}
	return f, nil
}

// encodings is how often a State is encoded: once takes too little time to be measured.
const encodings = 50

// StateFigures are the size of States and the cost of their encoding.
type StateFigures struct {
	Encode Timed
	States int
	Bytes  int // of all States, each counted once
}

// States measures the State of every tenth round, in matches of random players.
func States(setup engine.Setup, matches int) (f StateFigures, err error) {
	for n := range matches {
		m, err := begin(setup, firstSeed+uint64(n))
		if err != nil {
			return f, err
		}
		play := random(setup)
		for !m.Over() {
			if m.Round()%10 == 0 {
				f.States++
				f.Bytes += len(m.StateMessage())
				f.Encode.add(encodings, func() { m.StateMessage() })
			}
			play(m)
		}
	}
	return f, nil
}

func begin(setup engine.Setup, seed uint64) (engine.Match, error) {
	return setup.New(make([]string, setup.Seats()), seed, engine.ChaCha8)
}

// random returns a function that plays a round with random players.
func random(setup engine.Setup) func(engine.Match) {
	players := make([]engine.Player, setup.Seats())
	for i := range players {
		players[i] = setup.Game().Random()
	}
	turns := make([]engine.Turn[engine.Commands], len(players))
	return func(m engine.Match) {
		for i, p := range players {
			turns[i].Commands = p.Play(m, i)
		}
		m.Step(turns)
	}
}

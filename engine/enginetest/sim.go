package enginetest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// AheadState is what the State of every game has for looking ahead.
type AheadState[S, C, M any] interface {
	Round() int
	Players() int
	Score(player int) int
	As(player int) S
	Commands() C
	Next(r *engine.Rand, commands ...C) S
	Sim() M
}

// AheadCommands is what the Commands of every game have for looking ahead.
type AheadCommands interface {
	engine.Commands
	Reset()
}

// Simulation is what the Sim of every game has.
type Simulation[S, C any] interface {
	Set(s S)
	Play(r *engine.Rand, commands ...C)
	Round() int
	Scores() []int
	State() S
	As(player int) S
}

// Ahead tests and measures how the players of a game look ahead. Random is the game's
// random player, Digest adds all that can change in a State, as the game's Digest does.
type Ahead[S AheadState[S, C, M], C AheadCommands, M Simulation[S, C]] struct {
	Game   engine.Game
	Bot    engine.Bot[S, C]
	Random func(S, C)
	Digest func(S, *engine.Digest)
}

// Test checks that a Sim plays as Next does, changes no State, and allocates nothing.
func (a Ahead[S, C, M]) Test(t *testing.T) {
	t.Run("plays as Next does", a.testSame)
	t.Run("is set back and forth", a.testSet)
	t.Run("leaves its State alone", a.testApart)
	t.Run("makes no difference to random players", a.testRandom)
	t.Run("takes what Next takes", a.testMissing)
	t.Run("allocates nothing", a.testAllocations)
}

// line is a match that was played by Next: all its states, and the commands between them.
type line[S, C any] struct {
	states   []S
	commands [][]C
	kind     engine.Randomness
	seed     uint64
}

// rand returns the source of the draws of a round.
func (l *line[S, C]) rand(t testing.TB, round int) *engine.Rand {
	t.Helper()
	r, err := l.kind.New(l.seed + uint64(round))
	require.NoError(t, err)
	return r
}

// first returns the State of player 0 at the start of a match, or after some rounds.
func (a Ahead[S, C, M]) first(t testing.TB, seed uint64, rounds int) (s S) {
	t.Helper()
	m := begin(t, a.Game.Default(), seed)
	play(m, rounds, nil)
	a.Bot.Player(func(seen S, _ C) { s = seen }).Play(m, 0)
	return s
}

// play plays a match by Next, with random players.
func (a Ahead[S, C, M]) play(t testing.TB, seed uint64, kind engine.Randomness, rounds int) *line[S, C] {
	t.Helper()
	l := &line[S, C]{states: []S{a.first(t, seed, 0)}, kind: kind, seed: seed}
	for round := range rounds {
		s := l.states[round]
		given := make([]C, s.Players())
		for player := range given {
			as := s.As(player)
			given[player] = as.Commands()
			a.Random(as, given[player])
		}
		l.commands = append(l.commands, given)
		l.states = append(l.states, s.Next(l.rand(t, round), given...))
	}
	return l
}

// requireSame asserts that a simulation stands where a State does.
func (a Ahead[S, C, M]) requireSame(t testing.TB, want S, sim M) {
	t.Helper()
	var wanted, digest engine.Digest
	a.Digest(want, &wanted)
	a.Digest(sim.State(), &digest)
	require.Equal(t, "", digest.Differs(wanted.Checks(nil)))
	require.Equal(t, wanted.Sum(), digest.Sum())
	require.Equal(t, want.Round(), sim.Round())
	require.Equal(t, want.Players(), len(sim.Scores()))
	for player, score := range sim.Scores() {
		require.Equal(t, want.Score(player), score)
		require.Equal(t, score, sim.As(player).Score(player))
	}
}

func (a Ahead[S, C, M]) testSame(t *testing.T) {
	rounds := a.Game.Default().Rounds()
	for _, kind := range []engine.Randomness{engine.ChaCha8, engine.Classic} {
		for seed := range uint64(3) {
			l := a.play(t, 1000*seed, kind, rounds)
			sim := l.states[0].Sim()
			for round, given := range l.commands {
				a.requireSame(t, l.states[round], sim)
				sim.Play(l.rand(t, round), given...)
			}
			a.requireSame(t, l.states[rounds], sim)
		}
	}
}

func (a Ahead[S, C, M]) testSet(t *testing.T) {
	const rounds = 60
	l := a.play(t, 7, engine.ChaCha8, rounds)
	before := make([]engine.Digest, rounds+1)
	for round, s := range l.states {
		a.Digest(s, &before[round])
	}
	sim := l.states[rounds/2].Sim()
	r := chance()
	for range 40 {
		round := r.IntN(rounds)
		sim.Set(l.states[round])
		for range 1 + r.IntN(5) {
			a.requireSame(t, l.states[round], sim)
			if round == rounds {
				break
			}
			sim.Play(l.rand(t, round), l.commands[round]...)
			round++
		}
	}
	sim.Play(l.rand(t, 0))
	here := sim.Round()
	sim.Set(sim.State())
	require.Equal(t, here, sim.Round())
	for round, s := range l.states {
		var after engine.Digest
		a.Digest(s, &after)
		require.Equal(t, before[round], after)
	}
}

// testApart plays several simulations of one State at once, and one of another's State.
func (a Ahead[S, C, M]) testApart(t *testing.T) {
	l := a.play(t, 8, engine.ChaCha8, 20)
	var wait sync.WaitGroup
	for range 3 {
		sim := l.states[0].Sim()
		wait.Go(func() {
			for round, given := range l.commands {
				sim.Play(engine.NewRand(engine.NewChaCha8(8+uint64(round), 0)), given...)
			}
		})
		a.requireSame(t, l.states[0], l.states[0].Sim())
	}
	wait.Wait()

	sim := l.states[3].Sim()
	copied := sim.State().Sim()
	next := sim.State().Next(l.rand(t, 3), l.commands[3]...)
	sim.Play(l.rand(t, 9), l.commands[9]...)
	a.requireSame(t, l.states[3], copied)
	a.requireSame(t, next, l.states[4].Sim())
}

// testRandom: a player in a simulation is the same as one that looks at a State.
func (a Ahead[S, C, M]) testRandom(t *testing.T) {
	s := a.first(t, 9, 1)
	sim := s.Sim()
	total := 0 // a player may have nobody left to command
	for player := range s.Players() {
		near, far := s.As(player), sim.As(player)
		given, same := near.Commands(), far.Commands()
		a.Random(near, given)
		a.Random(far, same)
		total += given.Len()
		require.Equal(t, a.Game.EncodeCommands(given), a.Game.EncodeCommands(same))
		same.Reset()
		require.Zero(t, same.Len())
		require.Empty(t, a.Game.EncodeCommands(same))
		a.Random(far, same)
		require.Equal(t, given.Len(), same.Len())
	}
	require.NotZero(t, total)
	require.Same(t, sim.State(), sim.As(-1))
	require.Same(t, sim.State(), sim.As(s.Players()))
}

// testMissing: players may be left out, and there may be too many.
func (a Ahead[S, C, M]) testMissing(t *testing.T) {
	var none C
	l := a.play(t, 10, engine.ChaCha8, 1)
	s, given := l.states[0], l.commands[0]
	for _, some := range [][]C{nil, {none}, given[:1], {none, given[1]}, append(given[:len(given):len(given)], given[0])} {
		sim := s.Sim()
		sim.Play(l.rand(t, 1), some...)
		a.requireSame(t, s.Next(l.rand(t, 1), some...), sim)
	}
}

func (a Ahead[S, C, M]) testAllocations(t *testing.T) {
	s := a.first(t, 11, a.Game.Default().Rounds()/2)
	rollout := a.rollout(s)
	rollout() // lists grow to the size that they need
	require.Zero(t, testing.AllocsPerRun(20, rollout))
}

// rollout returns a function that plays 20 rounds with random players in a simulation,
// with the source that is there for it.
func (a Ahead[S, C, M]) rollout(s S) func() {
	sim := s.Sim()
	given := make([]C, s.Players())
	for player := range given {
		given[player] = sim.As(player).Commands()
	}
	r := engine.NewRand(engine.NewFast(1))
	return func() {
		sim.Set(s)
		for range 20 {
			for player, c := range given {
				c.Reset()
				a.Random(sim.As(player), c)
			}
			sim.Play(r, given...)
		}
	}
}

// Bench measures 20 rounds with random players, by Next and by a Sim, and setting the
// Sim back.
func (a Ahead[S, C, M]) Bench(b *testing.B) {
	s := a.first(b, 11, a.Game.Default().Rounds()/2)
	b.Run("Next", func(b *testing.B) {
		b.ReportAllocs()
		r := engine.NewRand(engine.NewChaCha8(1, 0))
		for b.Loop() {
			now := s
			for range 20 {
				given := make([]C, s.Players())
				for player := range given {
					as := now.As(player)
					given[player] = as.Commands()
					a.Random(as, given[player])
				}
				now = now.Next(r, given...)
			}
		}
	})
	b.Run("Sim", func(b *testing.B) {
		b.ReportAllocs()
		rollout := a.rollout(s)
		for b.Loop() {
			rollout()
		}
	})
	b.Run("Set", func(b *testing.B) {
		b.ReportAllocs()
		sim := s.Sim()
		for b.Loop() {
			sim.Set(s)
		}
	})
}

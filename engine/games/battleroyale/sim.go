package battleroyale

import "github.com/botarena/arena/engine"

// Sim is a match for looking ahead that is played on in place, by the same rules as
// with [State.Next], and without allocating. It takes about 4 µs for a round of a
// default match, where Next takes 12, and 0.2 µs to be set back. Making a Sim takes as
// long as Next does.
//
// A Sim must not be used by two goroutines at once; each can have its own. Commands can
// be used again, too: this plays 100 times 20 rounds in which all players give random
// commands.
//
//	sim := s.Sim()
//	commands := make([]*battleroyale.Commands, s.Players())
//	for player := range commands {
//		commands[player] = sim.As(player).Commands()
//	}
//	r, points := engine.NewRand(engine.NewFast(1)), 0
//	for range 100 {
//		sim.Set(s)
//		for range 20 {
//			for player, c := range commands {
//				c.Reset()
//				battleroyale.Random(sim.As(player), c)
//			}
//			sim.Play(r, commands...)
//		}
//		points += sim.Scores()[s.Me()]
//	}
type Sim struct {
	round  *round
	state  State
	states []State // by player
	turns  []engine.Turn[*Commands]
}

// Sim returns a simulation that begins at s. s doesn't change.
func (s *State) Sim() *Sim {
	r := newRound(s.match.clone(), nil, nil)
	sim := &Sim{
		round:  r,
		state:  State{s.seat, r.match},
		states: make([]State, s.Players()),
		turns:  make([]engine.Turn[*Commands], s.Players()),
	}
	for player := range sim.states {
		sim.states[player] = State{s.seat.As(player), r.match}
	}
	r.begin(s.Players())
	return sim
}

// Set sets the simulation back to s, which can be any State of the same match. s
// doesn't change.
func (sim *Sim) Set(s *State) { sim.round.set(s.match) }

// Play plays a round in which players 0, 1, ... give these commands. Players with nil
// or without an entry give no commands. Random draws come from r.
func (sim *Sim) Play(r *engine.Rand, commands ...*Commands) {
	fill(sim.turns, commands)
	sim.round.rand = r
	sim.round.play(sim.turns)
}

// fill makes turns of the commands of players 0, 1, ....
func fill(turns []engine.Turn[*Commands], commands []*Commands) {
	clear(turns)
	for player, c := range commands[:min(len(commands), len(turns))] {
		turns[player].Commands = c
	}
}

// Round counts the rounds played, those before the simulation included.
func (sim *Sim) Round() int { return sim.round.round }

// Scores returns the score of every player. The slice is the simulation's own: it is
// valid until the next Play or Set, and must not be changed.
func (sim *Sim) Scores() []int { return sim.round.scores }

// State returns the simulated match as the player sees it that made the simulation. It
// is valid until the next Play or Set: then it shows the match after that.
func (sim *Sim) State() *State { return &sim.state }

// As returns the simulated match as another player sees it, as [State.As] does. It is
// valid until the next Play or Set, too.
func (sim *Sim) As(player int) *State {
	if player < 0 || player >= len(sim.states) {
		return &sim.state
	}
	return &sim.states[player]
}

// Simulate implements [engine.Simulator].
func (rules) Simulate(s *State) engine.Simulation[*State, *Commands] { return s.Sim() }

var _ engine.Simulator[*State, *Commands] = rules{}

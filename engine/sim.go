package engine

// Sim is a match for looking ahead that is played on in place, by the same rules as with
// Next of a State, and without allocating. The Sim of every game is one: S is the State of
// the game, C its Commands.
//
// A Sim must not be used by two goroutines at once; each can have its own. Commands can
// be used again, too: this plays 100 times 20 rounds in which all players give random
// commands.
//
//	sim := s.Sim()
//	commands := make([]*moria.Commands, s.Players())
//	for player := range commands {
//		commands[player] = sim.As(player).Commands()
//	}
//	r, points := engine.NewRand(engine.NewFast(1)), 0
//	for range 100 {
//		sim.Set(s)
//		for range 20 {
//			for player, c := range commands {
//				c.Reset()
//				moria.Random(sim.As(player), c)
//			}
//			sim.Play(r, commands...)
//		}
//		points += sim.Scores()[s.Me()]
//	}
type Sim[S, C any] struct {
	begin  func(*S) (Ahead[S, C], Seat)
	match  Ahead[S, C]
	state  *S  // of the player that made the simulation
	states []S // by player
	turns  []Turn[C]
	scores []int
}

// Ahead is a game's part of a [Sim]: a copy of a match that changes with every round.
type Ahead[S, C any] interface {
	// Show makes s what the player with this seat sees of the match, as it is and after
	// every Set and Play.
	Show(s *S, seat Seat)
	// Set sets the match to that of s, and reports whether it could: a Sim begins anew
	// for a State of another match.
	Set(s *S) bool
	// Play plays a round. There is a turn for every seat.
	Play(turns []Turn[C], r *Rand)
	// Round counts the rounds played.
	Round() int
	// AppendScores appends the score of every seat.
	AppendScores(scores []int) []int
}

// NewSim returns a simulation that begins at s. A game's own begin returns a copy of the
// match of a State, and the seat from which the State shows it.
func NewSim[S, C any](s *S, begin func(*S) (Ahead[S, C], Seat)) Sim[S, C] {
	sim := Sim[S, C]{begin: begin}
	sim.restart(s)
	return sim
}

// restart keeps the place of the State that its player may hold.
func (sim *Sim[S, C]) restart(s *S) {
	m, seat := sim.begin(s)
	sim.match = m
	players := len(sim.Scores())
	states := make([]S, players+1)
	sim.states, sim.turns = states[:players], make([]Turn[C], players)
	if sim.state == nil {
		sim.state = &states[players]
	}
	for player := range sim.states {
		m.Show(&sim.states[player], SeatAs(seat, player))
	}
	m.Show(sim.state, seat)
}

// Set sets the simulation back to s, which can be any State of the same match. s
// doesn't change.
func (sim *Sim[S, C]) Set(s *S) {
	if !sim.match.Set(s) {
		sim.restart(s)
	}
}

// Play plays a round in which players 0, 1, ... give these commands. Players with nil
// or without an entry give no commands. Random draws come from r.
func (sim *Sim[S, C]) Play(r *Rand, commands ...C) {
	FillTurns(sim.turns, commands)
	sim.match.Play(sim.turns, r)
}

// FillTurns makes turns of the commands of players 0, 1, .... Those without any give no
// commands.
func FillTurns[C any](turns []Turn[C], commands []C) {
	clear(turns)
	for player, c := range commands[:min(len(commands), len(turns))] {
		turns[player].Commands = c
	}
}

// Round counts the rounds played, those before the simulation included.
func (sim *Sim[S, C]) Round() int { return sim.match.Round() }

// Scores returns the score of every player. The slice is the simulation's own: it is
// valid until the next Play or Set, and must not be changed.
func (sim *Sim[S, C]) Scores() []int {
	sim.scores = sim.match.AppendScores(sim.scores[:0])
	return sim.scores
}

// State returns the simulated match as the player sees it that made the simulation. It
// is valid until the next Play or Set: then it shows the match after that.
func (sim *Sim[S, C]) State() *S { return sim.state }

// As returns the simulated match as another player sees it, as As of a State does. It is
// valid until the next Play or Set, too.
func (sim *Sim[S, C]) As(player int) *S {
	if player < 0 || player >= len(sim.states) {
		return sim.state
	}
	return &sim.states[player]
}

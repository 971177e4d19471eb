package engine

// Every game that Define makes also has these methods. They give the tests in
// enginetest, and the benchmarks, access to what Game hides.

// View returns what the player in a seat sees of a match of this game, and empty
// commands.
func (g *game[S, M, V, C]) View(m Match, seat int) (any, Commands) {
	own := m.(*match[S, M, V, C]) //nolint:forcetypeassert // a mistake in a test
	view := own.state.View(own.seats[seat])
	return view, g.rules.Commands(view)
}

// Redo decodes the two messages of a match and encodes them again. It fills d as
// [Match.Digest] does.
func (g *game[S, M, V, C]) Redo(start, state []byte, d *Digest) ([]byte, []byte, error) {
	begun, err := g.rules.DecodeStart(start)
	if err != nil {
		return nil, nil, err
	}
	match, err := begun.DecodeState(state)
	if err != nil {
		return nil, nil, err
	}
	d.Reset()
	match.Digest(d)
	return match.EncodeStart(), match.EncodeState(), nil
}

// nexter is a State that has Next.
type nexter[V, C any] interface {
	Round() int
	As(player int) V
	Next(r *Rand, commands ...C) V
}

// Ahead returns how the players of a game can look ahead from a match, which doesn't
// change: functions that play some rounds with random players, by the Next of a State and
// by a Sim, and return the round that they have come to. A game without the one or the
// other has nil in its place.
func (g *game[S, M, V, C]) Ahead(m Match, rounds int) (next, sim func() int) {
	own := m.(*match[S, M, V, C]) //nolint:forcetypeassert // a mistake in the program
	view := own.state.View(own.seats[0])
	r := NewRand(NewFast(1))
	if _, ok := any(view).(nexter[V, C]); ok {
		next = func() int { return g.rolloutByNext(view, r, len(own.seats), rounds) }
	}
	if rules, ok := g.rules.(Simulator[V, C]); ok {
		sim = g.rolloutBySim(view, rules.Simulate(view), r, len(own.seats), rounds)
	}
	return next, sim
}

func (g *game[S, M, V, C]) rolloutByNext(view V, r *Rand, players, rounds int) int {
	for round := 0; ; round++ {
		now := any(view).(nexter[V, C]) //nolint:forcetypeassert // Ahead has looked
		if round == rounds {
			return now.Round()
		}
		given := make([]C, players)
		for player := range given {
			as := now.As(player)
			given[player] = g.rules.Commands(as)
			g.rules.Random(as, given[player])
		}
		view = now.Next(r, given...)
	}
}

// rolloutBySim uses the commands again from round to round, if they have Reset.
func (g *game[S, M, V, C]) rolloutBySim(view V, sim Simulation[V, C], r *Rand, players, rounds int) func() int {
	given := make([]C, players)
	for player := range given {
		given[player] = g.rules.Commands(sim.As(player))
	}
	return func() int {
		sim.Set(view)
		for range rounds {
			for player := range given {
				if used, ok := any(given[player]).(interface{ Reset() }); ok {
					used.Reset()
				} else {
					given[player] = g.rules.Commands(sim.As(player))
				}
				g.rules.Random(sim.As(player), given[player])
			}
			sim.Play(r, given...)
		}
		return sim.Round()
	}
}

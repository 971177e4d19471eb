package orkisland

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Neighbors yields the cells beside a cell that are on the board, and the
// directions in which they lie: north first, then south, east and west.
func (s *State) Neighbors(p Pos) iter.Seq2[Dir, Pos] {
	return func(yield func(Dir, Pos) bool) {
		for _, d := range Dirs() {
			if to := d.From(p); s.Has(to) && !yield(d, to) {
				return
			}
		}
	}
}

// DistancesFrom says for every cell how much health an ork loses that goes there
// from the nearest of the sources. Orks that stand in the way do not count.
// Sources in water or off the board are left out.
//
// It looks at the whole board, which takes a while: search once, ask often.
func (s *State) DistancesFrom(sources ...Pos) engine.Distances {
	return s.search(sources, func(_, to Pos) int { return s.entering(to) })
}

// DistancesTo says for every cell how much health an ork loses that goes from
// there to the nearest of the targets. Orks that stand in the way do not count.
// Targets in water or off the board are left out.
//
// One search serves all orks that want to go to the same place: see [State.Follow].
func (s *State) DistancesTo(targets ...Pos) engine.Distances {
	return s.search(targets, func(from, _ Pos) int { return s.entering(from) })
}

// StepsTo is like [State.DistancesTo], but counts steps and not health.
func (s *State) StepsTo(targets ...Pos) engine.Distances {
	return s.search(targets, func(_, _ Pos) int { return 1 })
}

// search finds distances on open cells. A step costs what cost says, which is
// called in the direction of the search.
func (s *State) search(sources []Pos, cost func(from, to Pos) int) engine.Distances {
	open := make([]Pos, 0, len(sources))
	for _, p := range sources {
		if s.IsOpen(p) {
			open = append(open, p)
		}
	}
	return engine.Search(s.Rows(), s.Cols(), open, func(from Pos, visit func(Pos, int)) {
		for _, d := range Dirs() {
			if to := d.From(from); s.IsOpen(to) {
				visit(to, cost(from, to))
			}
		}
	})
}

// entering is what it costs to enter an open cell.
func (s *State) entering(p Pos) int { return s.Cost(s.island.board.terrain.At(p)) }

// Follow returns the first step of a cheapest way from a cell to the targets of
// [State.DistancesTo]; of several, one with the fewest steps. It is None if the
// cell is a target, and if no way leads from there.
func (s *State) Follow(to engine.Distances, from Pos) Dir {
	for d, next := range s.Neighbors(from) {
		if s.IsOpen(next) && to.Leads(from, next, s.entering(next)) {
			return d
		}
	}
	return None
}

// Towards returns the first step of a cheapest way from a cell to the nearest of
// the targets. It is None if the cell is a target, and if no way leads to any.
func (s *State) Towards(from Pos, targets ...Pos) Dir {
	return s.Follow(s.DistancesTo(targets...), from)
}

// Nearest returns the cell of a set that costs least health to get to; ok is false
// if there is no way to any.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.DistancesFrom(from).Nearest(set)
}

// Way returns the cells of a cheapest way to the nearest of the targets, without
// the first cell and with the last. It is empty if there is none.
func (s *State) Way(from Pos, targets ...Pos) []Pos {
	var way []Pos
	to := s.DistancesTo(targets...)
	for d := s.Follow(to, from); d != None; d = s.Follow(to, from) {
		from = d.From(from)
		way = append(way, from)
	}
	return way
}

// As returns the State of the same round for another player, to think like it.
// Its random draws have nothing to do with those of that player. It is s itself
// if there is no such player.
func (s *State) As(player int) *State {
	if player < 0 || player >= s.Players() {
		return s
	}
	return &State{s.Seat.As(player), s.island}
}

// Commands returns empty commands of the player of s, for [State.Next].
func (s *State) Commands() *Commands { return newCommands(s) }

// Next plays a round by the rules of the arena, if players 0, 1, ... give these
// commands: nil gives none, and so do players beyond the last. It returns the
// State after the round, and leaves s as it is. Draws are from r, so it is one of
// the ways that the round can go.
func (s *State) Next(r *engine.Rand, commands ...*Commands) *State {
	turns := make([]engine.Turn[*Commands], s.Players())
	for player, c := range commands[:min(len(commands), len(turns))] {
		turns[player].Commands = c
	}
	return &State{s.Seat, rules{}.Step(s.island, turns, r, nil)}
}

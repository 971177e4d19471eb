package battleroyale

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Dest returns the tile where a step leads: who leaves the board enters it on the
// opposite side. Walls do not count. A tile off the board is left where it is.
func (s *State) Dest(p Pos, d Dir) Pos {
	if !s.Has(p) {
		return p
	}
	return s.battle.board.dest(p, d)
}

// Neighbors yields the four tiles beside a tile, walls too, and the directions in
// which they lie: north first, then south, east and west. A tile off the board has
// none.
func (s *State) Neighbors(p Pos) iter.Seq2[Dir, Pos] {
	return func(yield func(Dir, Pos) bool) {
		if !s.Has(p) {
			return
		}
		for d := North; d <= West; d++ {
			if !yield(d, s.battle.board.dest(p, d)) {
				return
			}
		}
	}
}

// Between returns the direction of a step between two tiles: None if they are the
// same, 0 if they are no neighbours or not on the board.
func (s *State) Between(from, to Pos) Dir {
	if s.Has(from) {
		for d := North; d <= None; d++ {
			if s.battle.board.dest(from, d) == to {
				return d
			}
		}
	}
	return 0
}

// Steps is how many steps it is from a tile to another as if there were no walls,
// over the edge of the board if that is shorter. It is -1 if one is off the board.
func (s *State) Steps(from, to Pos) int {
	if !s.Has(from) || !s.Has(to) {
		return -1
	}
	return around(from.Row-to.Row, s.Rows()) + around(from.Col-to.Col, s.Cols())
}

// around is the shorter way between two lines of so many in a circle.
func around(difference, lines int) int {
	d := max(difference, -difference)
	return min(d, lines-d)
}

// DistancesTo says for every tile how many steps it is from there to the nearest of
// the targets, round the walls. Units that stand in the way do not count. It is the
// same as from the targets to there. Targets in walls or off the board are left
// out.
//
// It looks at the whole board, which takes a while: search once, ask often. One
// search serves all units that want to go to the same place: see [State.Follow].
func (s *State) DistancesTo(targets ...Pos) engine.Distances {
	open := make([]Pos, 0, len(targets))
	for _, p := range targets {
		if s.IsOpen(p) {
			open = append(open, p)
		}
	}
	b := s.battle.board
	return engine.Search(s.Rows(), s.Cols(), open, func(from Pos, visit func(Pos, int)) {
		for d := North; d <= West; d++ {
			if to := b.dest(from, d); b.tiles.At(to) != Wall {
				visit(to, 1)
			}
		}
	})
}

// Follow returns the first step of a shortest way from a tile to the targets of
// [State.DistancesTo]; of several, one to a tile that no unit stands on. It is None
// if the tile is a target, and if no way leads from there.
func (s *State) Follow(to engine.Distances, from Pos) Dir {
	first := None
	for d, next := range s.Neighbors(from) {
		if !to.Leads(from, next, 1) {
			continue
		}
		if s.Cell(next).Unit < 0 {
			return d
		}
		if first == None {
			first = d
		}
	}
	return first
}

// Towards returns the first step of a shortest way from a tile to the nearest of
// the targets. It is None if the tile is a target, and if no way leads to any.
func (s *State) Towards(from Pos, targets ...Pos) Dir {
	return s.Follow(s.DistancesTo(targets...), from)
}

// Nearest returns the tile of a set with the shortest way to it; ok is false if
// there is no way to any.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.DistancesTo(from).Nearest(set)
}

// Way returns the tiles of a shortest way to the nearest of the targets, without
// the first tile and with the last. It is empty if there is none.
func (s *State) Way(from Pos, targets ...Pos) []Pos {
	var way []Pos
	to := s.DistancesTo(targets...)
	for d := s.Follow(to, from); d != None; d = s.Follow(to, from) {
		from = s.Dest(from, d)
		way = append(way, from)
	}
	return way
}

// As returns the State of the same round for another player, to think like it.
// Its random draws have nothing to do with those of that player. It is s itself
// if there is no such player.
func (s *State) As(player int) *State {
	if !s.HasPlayer(player) {
		return s
	}
	return &State{s.Seat.As(player), s.battle}
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
	return &State{s.Seat, rules{}.Step(s.battle, turns, r, nil)}
}

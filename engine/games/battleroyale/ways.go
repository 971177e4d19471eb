package battleroyale

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// compass is the directions in which units go, over the edge of the board, too.
var compass = &engine.Compass[Dir]{
	Dirs: []Dir{North, South, East, West}, Offsets: offsets[:], Stay: None, WrapRows: true, WrapCols: true,
}

// Dest returns the tile to which a step leads: a unit that leaves the board enters it
// on the opposite side. Walls don't count. It is p itself for None, if d is not a
// direction, and if p is off the board.
func (s *State) Dest(p Pos, d Dir) Pos { return s.match.layout.land.Dest(p, d) }

// Neighbours yields the four tiles beside a tile, walls too, and the directions in
// which they lie: north first, then south, east and west. A tile off the board has no
// neighbours.
func (s *State) Neighbours(p Pos) iter.Seq2[Dir, Pos] { return s.match.layout.land.Neighbours(p) }

// Between returns the direction of a step from one tile to another, or None if they
// are the same; ok is false if they are not neighbours on the board.
func (s *State) Between(from, to Pos) (d Dir, ok bool) { return s.match.layout.land.Between(from, to) }

// Steps returns how many steps two tiles are apart as if there were no walls, over
// the edge of the board if that is shorter. It is -1 if one of them is off the board.
func (s *State) Steps(from, to Pos) int {
	if !s.Has(from) || !s.Has(to) {
		return -1
	}
	return around(from.Row-to.Row, s.Rows()) + around(from.Col-to.Col, s.Cols())
}

// around returns the shorter distance between two of the lines, which form a circle.
func around(difference, lines int) int {
	d := max(difference, -difference)
	return min(d, lines-d)
}

// Ways are the shortest paths from every tile of the board to the nearest of some
// targets, round the walls; [State.WaysTo] finds them. The cost of a path is the
// number of its steps. Among first steps that are equally good, one to a tile that no
// unit stands on wins.
type Ways = engine.Ways[Dir]

// WaysTo finds the ways to some targets. Targets in walls or off the board are left
// out.
//
// It searches the whole board, which takes about 20 µs on a default board: search once,
// ask often. One search serves all units that want to go to the same targets.
func (s *State) WaysTo(targets ...Pos) Ways {
	return s.match.layout.land.WaysTo(targets...).Preferring(func(p Pos) bool { return s.match.at.At(p) < 0 })
}

// Nearest returns the tile of a set to which the shortest path leads from a tile,
// the first of equals; ok is false if no path leads to any.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.match.layout.land.Nearest(from, set...)
}

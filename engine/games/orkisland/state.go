package orkisland

import (
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. What its methods return is the caller's
// own.
//
// Players, orks (units), cities and paths have numbers from 0 upwards. Questions
// about what there is not get neutral answers: -1, no cells, no owner.
type State struct {
	// Seat is the player's own place in the match: its number, the names of all
	// players, its source of random draws.
	engine.Seat
	island *island
}

// Cell is what there is in a cell.
type Cell struct {
	Terrain Terrain // NoTerrain off the board
	Unit    int     // the ork on it, -1: none
	City    int     // the city that it is part of, -1: none
	Path    int     // the path that it is part of, -1: none
}

// Settings are the parameters of the match.
func (s *State) Settings() Settings { return s.island.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.island.round }

// Rounds is how many rounds the match lasts.
func (s *State) Rounds() int { return s.island.settings.Rounds }

// Players is the number of players.
func (s *State) Players() int { return s.island.settings.Players }

// Score is the points of a player so far, -1 if there is no such player.
func (s *State) Score(player int) int { return of(s.island.scores, player, -1) }

// Status is the part of the CPU budget that a player used in the last round, from
// 0 to 1. It is negative when the player is frozen and may give no more commands,
// and -2 if there is no such player.
func (s *State) Status(player int) float64 {
	const unknown = 2 * engine.Frozen
	return of(s.island.status, player, unknown).Fraction()
}

// Rows is the number of rows of the board.
func (s *State) Rows() int { return s.island.board.size() }

// Cols is the number of columns of the board.
func (s *State) Cols() int { return s.island.board.size() }

// Has says whether a cell is on the board.
func (s *State) Has(p Pos) bool { return s.island.board.terrain.Has(p) }

// IsOpen says whether orks can enter a cell: it is on the board and not water.
// There may be an ork on it.
func (s *State) IsOpen(p Pos) bool { return s.island.board.isOpen(p) }

// Cell says what there is in a cell. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoTerrain, -1, -1, -1}
	}
	b := s.island.board
	return Cell{b.terrain.At(p), s.island.occupant(p), int(b.cities.of.At(p)), int(b.paths.of.At(p))}
}

// Cost is the health that an ork loses when it enters a cell of this terrain,
// [Impassable] for water and for no terrain.
func (s *State) Cost(t Terrain) int { return s.island.settings.cost(t) }

// NumUnits is the number of orks of all players. It never changes.
func (s *State) NumUnits() int { return len(s.island.units) }

// Unit is the ork with this number. One that there is not has the number -1, the
// owner -1, and is off the board.
func (s *State) Unit(id int) Unit {
	return of(s.island.units, id, Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// Units yields the orks of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.island.units) }

// Orks are the numbers of the orks of a player, increasing.
func (s *State) Orks(player int) []int {
	var own []int
	for _, u := range s.island.units {
		if u.Owner == player {
			own = append(own, u.ID)
		}
	}
	return own
}

// NumCities is the number of cities.
func (s *State) NumCities() int { return len(s.island.cityOwners) }

// City is the cells of a city.
func (s *State) City(id int) []Pos { return slices.Clone(of(s.island.board.cities.cells, id, nil)) }

// CityOwner is the player that owns a city, -1 if nobody does.
func (s *State) CityOwner(id int) int { return of(s.island.cityOwners, id, -1) }

// NumPaths is the number of paths.
func (s *State) NumPaths() int { return len(s.island.pathOwners) }

// Path is the cells of a path, in order.
func (s *State) Path(id int) []Pos { return slices.Clone(of(s.island.board.paths.cells, id, nil)) }

// PathEnds are the cities that a path joins: that at its first cell and that at
// its last one. They are -1 if there is no such path.
func (s *State) PathEnds(id int) (first, last int) {
	ends := of(s.island.board.ends, id, [2]int{-1, -1})
	return ends[0], ends[1]
}

// PathOwner is the player that owns a path, -1 if nobody does.
func (s *State) PathOwner(id int) int { return of(s.island.pathOwners, id, -1) }

// of is the value with this number, or none if there is not any.
func of[T any](values []T, id int, none T) T {
	if id < 0 || id >= len(values) {
		return none
	}
	return values[id]
}

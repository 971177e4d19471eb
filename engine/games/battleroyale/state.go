package battleroyale

import (
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. What its methods return is the caller's
// own.
//
// Players and units have numbers from 0 upwards. Questions about what there is not
// get neutral answers: -1, no units, no owner.
type State struct {
	// Seat is the player's own place in the match: its number, the names of all
	// players, its source of random draws.
	engine.Seat
	battle *battle
}

// Cell is what there is on a tile.
type Cell struct {
	Terrain Terrain // NoTerrain off the board
	Owner   int     // the player whose colour it has, -1: nobody
	Unit    int     // the unit on it, -1: none
}

// Settings are the parameters of the match. Farmers and Knights are how many each
// player has at the start, not now.
func (s *State) Settings() Settings { return s.battle.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.battle.round }

// Rounds is how many rounds the match lasts.
func (s *State) Rounds() int { return s.battle.settings.Rounds }

// First is the number that the board file gives to the position at the start. It is
// 0 for nearly all.
func (s *State) First() int { return s.battle.first }

// Players is the number of players, 2 or 4.
func (s *State) Players() int { return s.battle.settings.Players }

// HasPlayer says whether there is a player with this number.
func (s *State) HasPlayer(player int) bool { return player >= 0 && player < s.Players() }

// Score is the number of tiles that a player owns, -1 if there is no such player.
func (s *State) Score(player int) int { return of(s.battle.scores, player, -1) }

// Status is the part of the CPU budget that a player used in the last round, from
// 0 to 1. It is negative when the player is frozen and may give no more commands,
// and -2 if there is no such player.
func (s *State) Status(player int) float64 {
	const unknown = 2 * engine.Frozen
	return of(s.battle.status, player, unknown).Fraction()
}

// Rows is the number of rows of the board.
func (s *State) Rows() int { return s.battle.settings.Rows }

// Cols is the number of columns of the board.
func (s *State) Cols() int { return s.battle.settings.Cols }

// Has says whether a tile is on the board.
func (s *State) Has(p Pos) bool { return s.battle.board.tiles.Has(p) }

// IsOpen says whether units can enter a tile: it is on the board and no wall.
// There may be a unit on it.
func (s *State) IsOpen(p Pos) bool { return s.battle.board.isOpen(p) }

// Cell says what there is on a tile. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoTerrain, -1, -1}
	}
	b := s.battle
	return Cell{b.board.tiles.At(p), int(b.colours.At(p)), int(b.at.At(p))}
}

// Tiles are the tiles that a player owns, row by row. Those of player -1 are
// nobody's; walls are not among them.
func (s *State) Tiles(player int) []Pos {
	return s.tiles(func(owner int) bool { return owner == player })
}

// OtherTiles are the tiles that a player might still paint, row by row: those that
// it does not own and that are no walls.
func (s *State) OtherTiles(player int) []Pos {
	return s.tiles(func(owner int) bool { return owner != player })
}

func (s *State) tiles(wanted func(owner int) bool) []Pos {
	var tiles []Pos
	for index, owner := range s.battle.colours.Cells() {
		if s.battle.board.tiles.Cells()[index] != Wall && wanted(int(owner)) {
			tiles = append(tiles, s.battle.colours.Pos(index))
		}
	}
	return tiles
}

// SpawnArea is the tiles where the units of a player begin and where those that it
// converts appear, row by row, without walls. There is none for no such player.
func (s *State) SpawnArea(player int) []Pos {
	if !s.HasPlayer(player) {
		return nil
	}
	var tiles []Pos
	a := s.battle.board.spawn(player)
	for row := a.rows.low; row <= a.rows.high; row++ {
		for col := a.cols.low; col <= a.cols.high; col++ {
			if p := (Pos{Row: row, Col: col}); s.IsOpen(p) {
				tiles = append(tiles, p)
			}
		}
	}
	return tiles
}

// NumUnits is the number of units of all players. It never changes.
func (s *State) NumUnits() int { return len(s.battle.units) }

// HasUnit says whether there is a unit with this number.
func (s *State) HasUnit(id int) bool { return id >= 0 && id < s.NumUnits() }

// Unit is the unit with this number. One that there is not has the number -1, no
// kind, the owner -1, and is off the board.
func (s *State) Unit(id int) Unit {
	return of(s.battle.units, id, Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// Units yields the units of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.battle.units) }

// Farmers are the numbers of the farmers that a player owns now, increasing.
func (s *State) Farmers(player int) []int {
	return s.unitsWhere(func(u *Unit) bool { return u.Owner == player && u.Kind == Farmer })
}

// Knights are the numbers of the knights that a player owns now, increasing.
func (s *State) Knights(player int) []int {
	return s.unitsWhere(func(u *Unit) bool { return u.Owner == player && u.Kind == Knight })
}

// Others are the numbers of the units of all other players than this, increasing:
// its enemies.
func (s *State) Others(player int) []int {
	return s.unitsWhere(func(u *Unit) bool { return u.Owner != player })
}

// Near are the numbers of the units that are at most so many steps away from a
// tile, as if there were no walls, increasing. The unit on the tile is one of them.
func (s *State) Near(p Pos, steps int) []int {
	if !s.Has(p) {
		return nil
	}
	return s.unitsWhere(func(u *Unit) bool { return s.Steps(p, u.Pos) <= steps })
}

func (s *State) unitsWhere(wanted func(*Unit) bool) []int {
	var ids []int
	for id := range s.battle.units {
		if wanted(&s.battle.units[id]) {
			ids = append(ids, id)
		}
	}
	return ids
}

// IsContested says whether several players have a say on a tile in this round: it
// is open, and units of at least two of them stand on it or beside it.
func (s *State) IsContested(p Pos) bool {
	if !s.IsOpen(p) {
		return false
	}
	owner := s.Unit(s.Cell(p).Unit).Owner
	for _, next := range s.Neighbors(p) {
		switch other := s.Unit(s.Cell(next).Unit).Owner; {
		case other < 0 || other == owner:
		case owner < 0:
			owner = other
		default:
			return true
		}
	}
	return false
}

// of is the value with this number, or none if there is not any.
func of[T any](values []T, id int, none T) T {
	if id < 0 || id >= len(values) {
		return none
	}
	return values[id]
}

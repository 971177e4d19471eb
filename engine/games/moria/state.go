package moria

import (
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. What its methods return is the caller's
// own.
//
// Players are clans; they and the units have numbers from 0 upwards. Questions
// about what there is not get neutral answers: -1, no cells, no owner.
type State struct {
	// Seat is the player's own place in the match: its number, the names of all
	// players, its source of random draws.
	engine.Seat
	mountain *mountain
}

// Cell is what there is in a cell.
type Cell struct {
	Terrain  Terrain // NoTerrain off the board
	Owner    int     // the clan that owns it, -1: none
	Unit     int     // the unit on it, -1: none
	Hits     int     // that open it if it is rock, otherwise 0
	Treasure bool    // whether a treasure lies there
}

// Settings are the parameters of the match.
func (s *State) Settings() Settings { return s.mountain.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.mountain.round }

// Rounds is how many rounds the match lasts.
func (s *State) Rounds() int { return s.mountain.settings.Rounds }

// Players is the number of players, which are clans.
func (s *State) Players() int { return s.mountain.settings.Players }

// Score is the points of a player so far, for cells that it owns now and for
// treasures that it took; -1 if there is no such player.
func (s *State) Score(player int) int {
	if player < 0 || player >= s.Players() {
		return -1
	}
	return s.mountain.score(player)
}

// NumCells is the number of cells that a player owns, -1 if there is no such player.
func (s *State) NumCells(player int) int { return of(s.mountain.owned, player, -1) }

// NumTreasures is the number of treasures that a player has taken, -1 if there is
// no such player.
func (s *State) NumTreasures(player int) int { return of(s.mountain.treasures, player, -1) }

// Status is the part of the CPU budget that a player used in the last round, from
// 0 to 1. It is negative when the player is frozen and may give no more commands,
// and -2 if there is no such player.
func (s *State) Status(player int) float64 {
	const unknown = 2 * engine.Frozen
	return of(s.mountain.status, player, unknown).Fraction()
}

// Rows is the number of rows of the board: [Size].
func (s *State) Rows() int { return Size }

// Cols is the number of columns of the board: [Size].
func (s *State) Cols() int { return Size }

// Has says whether a cell is on the board.
func (s *State) Has(p Pos) bool { return s.mountain.at.Has(p) }

// IsOpen says whether dwarves and wizards can stand on a cell: it is a cave or
// outside. There may be a unit on it, or the Balrog beside it.
func (s *State) IsOpen(p Pos) bool { return s.Has(p) && s.mountain.cells.At(p).isOpen() }

// Cell says what there is in a cell. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{Owner: -1, Unit: -1}
	}
	m := s.mountain
	c := m.cells.At(p)
	return Cell{c.terrain(), c.owner(), int(m.at.At(p)), c.hits(m.settings.RockResistance), c == treasure}
}

// Cells yields all cells of the board and what there is in them, row by row.
func (s *State) Cells() iter.Seq2[Pos, Cell] {
	return func(yield func(Pos, Cell) bool) {
		for i := range Size * Size {
			p := s.mountain.cells.Pos(i)
			if !yield(p, s.Cell(p)) {
				return
			}
		}
	}
}

// Treasures are the cells where treasures lie, row by row.
func (s *State) Treasures() []Pos {
	return s.find(func(c cell) bool { return c == treasure })
}

// Unclaimed are the caves that a player does not own, with or without a treasure,
// row by row.
func (s *State) Unclaimed(player int) []Pos {
	return s.find(func(c cell) bool { return c.isCave() && c.owner() != player })
}

// Owned are the cells that a player owns, row by row.
func (s *State) Owned(player int) []Pos {
	return s.find(func(c cell) bool { return c.isOwned() && c.owner() == player })
}

func (s *State) find(fits func(cell) bool) []Pos {
	var found []Pos
	for i, c := range s.mountain.cells.Cells() {
		if fits(c) {
			found = append(found, s.mountain.cells.Pos(i))
		}
	}
	return found
}

// NumUnits is how many numbers of units there are, those of orcs that are not
// alive among them. It never changes.
func (s *State) NumUnits() int { return len(s.mountain.units) }

// Unit is the unit with this number. One that there is not, or an orc that is not
// alive, has the number -1, the owner -1, and is off the board.
func (s *State) Unit(id int) Unit {
	none := Unit{ID: -1, Owner: -1, Pos: nowhere}
	if u := of(s.mountain.units, id, none); u.Pos != nowhere {
		return u
	}
	return none
}

// Units yields all units that are alive, by number.
func (s *State) Units() iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		for _, u := range s.mountain.units {
			if u.Pos != nowhere && !yield(u) {
				return
			}
		}
	}
}

// Dwarves are the numbers of the dwarves of a player, increasing.
func (s *State) Dwarves(player int) []int { return s.members(Dwarf, player) }

// Wizards are the numbers of the wizards of a player, increasing.
func (s *State) Wizards(player int) []int { return s.members(Wizard, player) }

// Orcs are the numbers of the orcs that are alive, increasing.
func (s *State) Orcs() []int { return s.members(Orc, -1) }

// Trolls are the numbers of the trolls, increasing.
func (s *State) Trolls() []int { return s.members(Troll, -1) }

// Balrog is the Balrog.
func (s *State) Balrog() Unit { return *s.mountain.balrog() }

func (s *State) members(k Kind, owner int) []int {
	var ids []int
	for u := range s.Units() {
		if u.Kind == k && u.Owner == owner {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// MaxHealth is the health that units of this type have when they are new: 0 for
// the Balrog, who needs none, and for no type.
func (s *State) MaxHealth(k Kind) int {
	if k < Dwarf || k > Balrog {
		return 0
	}
	return fullHealth(k)
}

// of is the value with this number, or none if there is not any.
func of[T any](values []T, id int, none T) T {
	if id < 0 || id >= len(values) {
		return none
	}
	return values[id]
}

// As returns the State of the same round for another player, to think like it.
// Its random draws have nothing to do with those of that player. It is s itself
// if there is no such player.
func (s *State) As(player int) *State {
	if player < 0 || player >= s.Players() {
		return s
	}
	return &State{s.Seat.As(player), s.mountain}
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
	return &State{s.Seat, rules{}.Step(s.mountain, turns, r, nil)}
}

// sorted returns a list of units by number, each once.
func sorted(ids []int) []int {
	slices.Sort(ids)
	return slices.Compact(ids)
}

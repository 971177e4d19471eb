package starships

import (
	"fmt"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
)

// board holds all things in the universe, and the scores. A match begins with that of its
// setup.
type board struct {
	cells    engine.Grid[cell]
	units    []Unit // by ID
	shots    []Shot // by ID
	nextShot ShotID // the number of the next missile
	scores   [players]int
}

func newBoard(s *setup) board {
	return board{
		cells: engine.NewGrid[cell](s.settings.Rows, s.settings.Cols),
		units: make([]Unit, s.units()),
	}
}

// cell is the thing in a cell. From firstStarship on it is a starship, below 0
// a missile.
type cell int32

const (
	empty cell = iota
	asteroid
	pointBonus
	missileBonus
	firstStarship
)

func starshipCell(id UnitID) cell { return firstStarship + cell(id) }
func missileCell(id ShotID) cell  { return -1 - cell(id) }

// starship returns the number of the starship in the cell, or -1 if there is none.
func (c cell) starship() UnitID { return max(-1, UnitID(c-firstStarship)) }

// missile returns the number of the missile in the cell, or -1 if there is none.
func (c cell) missile() ShotID { return max(-1, -1-ShotID(c)) }

func (c cell) isBonus() bool { return c == pointBonus || c == missileBonus }

func (c cell) kind() Kind {
	switch {
	case c < 0:
		return Missile
	case c >= firstStarship:
		return Starship
	}
	return Empty + Kind(c)
}

// letters are how cells are written in files, by number. Starships and missiles are
// not drawn. Rules 7.
const letters = ".XPM"

// letter returns how a cell is drawn.
func (c cell) letter() byte {
	if c < 0 || c >= firstStarship {
		c = empty
	}
	return letters[c]
}

// cellOf returns the cell that is drawn so, or -1 if there is none.
func cellOf(letter byte) cell { return cell(strings.IndexByte(letters, letter)) }

// wrap reduces the column of a cell. Rules 1.
func (s *setup) wrap(p Pos) Pos {
	if cols := s.settings.Cols; uint(p.Col) >= uint(cols) { // a negative number becomes a large one
		p.Col = mod(p.Col, cols)
	}
	return p
}

// has reports whether a cell is in the universe.
func (s *setup) has(p Pos) bool { return p.Row >= 0 && p.Row < s.settings.Rows }

// inWindow reports whether a cell is in the window of a round. Rules 1.
func (s *setup) inWindow(p Pos, round int) bool {
	return s.has(p) && mod(p.Col-round, s.settings.Cols) < s.settings.WindowCols
}

// mod returns the remainder that is never negative.
func mod(n, divisor int) int {
	if n %= divisor; n < 0 {
		n += divisor
	}
	return n
}

// fault is something that a board must not have.
type fault struct{ found, want string }

func (f *fault) Error() string { return fmt.Sprintf("found %s, expected %s", f.found, f.want) }

// addUnit adds a starship of a file or a message. Rules 7.
func (m *match) addUnit(ship Unit) *fault {
	there := m.cells.At(ship.Pos)
	switch {
	case !ship.Alive && there == asteroid:
		return &fault{fmt.Sprintf("dead starship %d on an asteroid at %v", ship.ID, ship.Pos), "another cell"}
	case ship.Alive && there != empty:
		return &fault{
			fmt.Sprintf("starship %d at %v, a cell that is taken (%v)", ship.ID, ship.Pos, there.kind()),
			"an empty cell",
		}
	case ship.Alive && !m.setup.inWindow(ship.Pos, m.round):
		return &fault{fmt.Sprintf("starship %d at %v, outside the window", ship.ID, ship.Pos), "a cell in the window"}
	}
	m.units[ship.ID] = ship
	if ship.Alive {
		m.cells.Set(ship.Pos, starshipCell(ship.ID))
	}
	return nil
}

// addShot adds a missile of a file or a message. All starships must be there.
// Rules 7.
func (m *match) addShot(shot Shot) *fault {
	at, taken := m.findShot(shot.ID)
	if taken {
		return &fault{fmt.Sprintf("missile %d twice", shot.ID), "each number once"}
	}
	if there := m.cells.At(shot.Pos); there != empty {
		return &fault{
			fmt.Sprintf("missile %d at %v, a cell that is taken (%v)", shot.ID, shot.Pos, there.kind()),
			"an empty cell",
		}
	}
	m.shots = slices.Insert(m.shots, at, shot)
	m.nextShot = max(m.nextShot, shot.ID+1)
	m.cells.Set(shot.Pos, missileCell(shot.ID))
	return nil
}

// defaultBoard returns the default board. Boards of this game are designed, not
// generated, and this one is the project's own: five times the same twelve columns,
// whose lower half mirrors the upper one. So it has 125 asteroids and ten bonuses of
// each kind. The starships begin in the second column, in every other row, those of a
// player eight rows apart.
func defaultBoard(s *setup) *board {
	b := newBoard(s)
	rows := strings.Fields(reef)
	for r := range s.settings.Rows {
		row := rows[min(r, s.settings.Rows-1-r)]
		for col := range s.settings.Cols {
			b.cells.Set(Pos{Row: r, Col: col}, cellOf(row[col%len(row)]))
		}
	}
	for k := range b.units {
		id := UnitID(k)
		p := Pos{Row: 8*(k%s.settings.Starships) + 2*s.owner(id), Col: 1}
		b.units[id] = Unit{ID: id, Owner: s.owner(id), Pos: p, Missiles: 5, Alive: true}
		b.cells.Set(p, starshipCell(id))
	}
	return &b
}

// reef is the upper half of twelve columns of the default board, and its middle row.
const reef = `
	............
	.....XX..X..
	....X.......
	....X.P..X..
	.....X..XX..
	.......M....
	....XX...X..
	.......X....
`

package starships

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Unit is a starship.
type Unit struct {
	ID        int
	Owner     int // player
	Pos       Pos // where it stands; when dead, where it stood last
	Missiles  int // that it has left
	Alive     bool
	Countdown int // of a dead one: rounds before the one in which it comes back, if there is room
}

// Shot is a missile in flight.
type Shot struct {
	ID    int
	Unit  int // the starship that shot it
	Owner int // the player of that starship
	Pos   Pos
}

// nowhere is where missiles are that have hit something.
var nowhere = Pos{Row: -1, Col: -1}

// cell is what there is in a cell. From firstStarship on it is a starship, below 0
// a missile.
type cell int32

const (
	empty cell = iota
	asteroid
	pointBonus
	missileBonus
	firstStarship
)

func starshipCell(id int) cell { return firstStarship + cell(id) }
func missileCell(id int) cell  { return -1 - cell(id) }

// starship is the number of the starship in the cell, -1 if there is none.
func (c cell) starship() int { return max(-1, int(c-firstStarship)) }

// missile is the number of the missile in the cell, -1 if there is none.
func (c cell) missile() int { return max(-1, -1-int(c)) }

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

// space is what there is in the universe, and the scores.
type space struct {
	cells    engine.Grid[cell]
	units    []Unit
	shots    []Shot // by number
	nextShot int    // the number of the next missile
	scores   [players]int
}

func newSpace(s *Settings) space {
	return space{
		cells: engine.NewGrid[cell](s.Rows, s.Cols),
		units: make([]Unit, s.units()),
	}
}

// universe is the full state of a match. It does not change once it is made, but
// for the one that a round is being played on.
type universe struct {
	setup
	space
	round  int
	status [players]engine.Status

	// log is where the round that is being played is told; nil otherwise.
	log *scene.Log

	// Of the round that led here, by player.
	asked, done [players][]Command
}

// newUniverse begins a match.
func newUniverse(s setup) (*universe, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return (&universe{setup: s, space: *s.board}).clone(), nil
}

// clone returns a copy that can be changed. There is room for the missiles of a
// round.
func (u *universe) clone() *universe {
	c := *u
	c.cells = u.cells.Clone()
	c.units = slices.Clone(u.units)
	c.shots = append(make([]Shot, 0, len(u.shots)+len(u.units)), u.shots...)
	c.asked, c.done = [players][]Command{}, [players][]Command{}
	return &c
}

// at is what there is in a cell, whose column may be any.
func (u *universe) at(p Pos) cell { return u.cells.At(u.settings.wrap(p)) }

func (u *universe) set(p Pos, c cell) { u.cells.Set(u.settings.wrap(p), c) }

// fault is something that a universe must not have.
type fault struct{ found, want string }

func (f *fault) Error() string { return fmt.Sprintf("found %s, expected %s", f.found, f.want) }

// addUnit adds a starship of a board or a message. Rules 7.
func (u *universe) addUnit(ship Unit) *fault {
	there := u.cells.At(ship.Pos)
	switch {
	case !ship.Alive && there == asteroid:
		return &fault{fmt.Sprintf("dead starship %d on an asteroid at %v", ship.ID, ship.Pos), "another cell"}
	case ship.Alive && there != empty:
		return &fault{fmt.Sprintf("starship %d at %v, a cell that is taken (%v)", ship.ID, ship.Pos, there.kind()), "an empty cell"}
	case ship.Alive && !u.settings.inWindow(ship.Pos, u.round):
		return &fault{fmt.Sprintf("starship %d at %v, outside the window", ship.ID, ship.Pos), "a cell in the window"}
	}
	u.units[ship.ID] = ship
	if ship.Alive {
		u.cells.Set(ship.Pos, starshipCell(ship.ID))
	}
	return nil
}

// addShot adds a missile of a board or a message. All starships must be there.
// Rules 7.
func (u *universe) addShot(m Shot) *fault {
	at, taken := u.findShot(m.ID)
	if taken {
		return &fault{fmt.Sprintf("missile %d twice", m.ID), "each number once"}
	}
	if there := u.cells.At(m.Pos); there != empty {
		return &fault{fmt.Sprintf("missile %d at %v, a cell that is taken (%v)", m.ID, m.Pos, there.kind()), "an empty cell"}
	}
	u.shots = slices.Insert(u.shots, at, m)
	u.nextShot = max(u.nextShot, m.ID+1)
	u.cells.Set(m.Pos, missileCell(m.ID))
	return nil
}

// findShot finds a missile in the list.
func (u *universe) findShot(id int) (int, bool) {
	return slices.BinarySearchFunc(u.shots, id, func(m Shot, id int) int { return m.ID - id })
}

func (rules) Scores(u *universe) []int { return slices.Clone(u.scores[:]) }

// Digest leaves out the statuses: CPU time is not the same in every run.
func (rules) Digest(u *universe, d *engine.Digest) {
	row := make([]int, u.settings.Cols)
	for r := range u.settings.Rows {
		for col := range row {
			row[col] = int(u.cells.At(Pos{Row: r, Col: col}))
		}
		d.Add("row", r, row...)
	}
	for _, ship := range u.units {
		alive := 0
		if ship.Alive {
			alive = 1
		}
		d.Add("starship", ship.ID, ship.Pos.Row, ship.Pos.Col, ship.Missiles, alive, ship.Countdown)
	}
	for player, score := range u.scores {
		d.Add("score", player, score)
	}
	d.Add("round", u.round, u.round, u.nextShot)
	for _, m := range u.shots {
		d.Add("missile", m.ID, m.Unit, m.Pos.Row, m.Pos.Col)
	}
}

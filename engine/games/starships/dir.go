package starships

import "github.com/botarena/arena/engine"

// Pos is a cell of the universe: row from the top and column, from 0. Columns are
// modulo the number of columns: the methods of [State] take any, even negative
// ones, and return the one from 0 to Cols()-1.
type Pos = engine.Pos

// Kind is what a cell holds.
type Kind byte

// The kinds of things in a cell.
const (
	NoKind       Kind = iota // of cells above the first row or below the last
	Empty                    // nothing
	Asteroid                 // kills what flies into it, and is gone
	PointBonus               // points for the player of the starship that takes it
	MissileBonus             // missiles for the starship that takes it
	Starship
	Missile
)

// String returns the name of the kind, such as "point bonus".
func (k Kind) String() string {
	switch k {
	case Empty:
		return "empty"
	case Asteroid:
		return "asteroid"
	case PointBonus:
		return "point bonus"
	case MissileBonus:
		return "missile bonus"
	case Starship:
		return "starship"
	case Missile:
		return "missile"
	}
	return "nothing"
}

// Dir is a move of a starship, by how many columns it goes ahead (slow: none, fast:
// two) and whether it changes its row. The zero value is none of them.
type Dir int32

// The directions.
const (
	Slow     Dir = 1 + iota // stay where it is; the window moves on
	SlowUp                  // to the row above
	SlowDown                // to the row below
	Default                 // one column ahead: what starships do that are told nothing
	Up                      // one column ahead and one row up
	Down                    // one column ahead and one row down
	Fast                    // two columns ahead
	FastUp                  // two columns ahead and one row up
	FastDown                // two columns ahead and one row down
)

// Dirs returns the nine directions: Slow first, FastDown last.
func Dirs() [9]Dir {
	return [...]Dir{Slow, SlowUp, SlowDown, Default, Up, Down, Fast, FastUp, FastDown}
}

// paths has the cells that a move passes through, from where it begins. The order
// counts; the last is where the move ends. Rules 2.
var paths = [...][]Pos{
	SlowUp:   {{Row: -1}},
	SlowDown: {{Row: 1}},
	Default:  {{Col: 1}},
	Up:       {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}},
	Down:     {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}},
	Fast:     {{Col: 1}, {Col: 2}},
	FastUp:   {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}, {Col: 2}, {Row: -1, Col: 2}},
	FastDown: {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}, {Col: 2}, {Row: 1, Col: 2}},
}

// path is [Dir.Path], but not to be changed.
func (d Dir) path() []Pos {
	if !d.Valid() {
		return nil
	}
	return paths[d]
}

// Path returns the cells that a move passes through, as offsets from where it
// begins, in order. The last is where it ends. There are none for Slow, and for
// what is no direction. See [State.Swept].
func (d Dir) Path() []Pos { return append([]Pos(nil), d.path()...) }

// Valid says whether d is one of the nine directions.
func (d Dir) Valid() bool { return d >= Slow && d <= FastDown }

// Offset is where a move ends, from where it begins. It is zero for what is no
// direction.
func (d Dir) Offset() Pos {
	if path := d.path(); len(path) > 0 {
		return path[len(path)-1]
	}
	return Pos{}
}

// Toward returns the direction with this offset: rows from -1 to 1, columns from 0
// to 2. It is 0 if there is none.
func Toward(offset Pos) Dir {
	if offset.Row < -1 || offset.Row > 1 || offset.Col < 0 || offset.Col > 2 {
		return 0
	}
	return [...]Dir{Slow, SlowDown, SlowUp}[(offset.Row+3)%3] + Dir(3*offset.Col)
}

// String returns the name of the direction, such as "fast up".
func (d Dir) String() string {
	if !d.Valid() {
		return "no direction"
	}
	return [...]string{"slow", "slow up", "slow down", "default", "up", "down", "fast", "fast up", "fast down"}[d-Slow]
}

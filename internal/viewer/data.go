// Package viewer shows matches: on a page in a browser, live or from a file, and
// as pictures.
package viewer

import (
	"github.com/botarena/arena/engine/scene"
)

// The types below are what the page is given, as JSON. The page's model/data.ts
// has the same types. Names are short where there are many of them, and what can
// be said as a change to the round before is, as a match has hundreds of rounds.
//
// Frame r is the State that players see in round r; frame 0 is the start, and the
// last one, the end, has no round. Round r is what leads from frame r to r+1.
//
// Many things of one kind are given by columns: one list of numbers, which has
// the first number of each thing, then the second of each, and so on. Most
// numbers in a column are then alike, which is what gzip is good at. A column of
// gaps has increasing numbers, each as its difference to the one before, the first
// as it is.
//
// Texts are given once, and numbered from 1 as they come in the match's and then
// the rounds' texts; 0 is "".

// Match is a match as the page is given it. A live one begins without rounds.
type Match struct {
	Format   int          `json:"format"` // 1
	Game     string       `json:"game"`
	Title    string       `json:"title"`
	Rounds   int          `json:"rounds"` // of the whole match
	Seed     string       `json:"seed"`   // a string, as JavaScript has no such numbers
	Settings []Setting    `json:"settings"`
	Players  []PlayerInfo `json:"players"`
	Budget   int64        `json:"budget"` // CPU time of a round in microseconds; 0: none, or not known
	Legend   Legend       `json:"legend"`
	Texts    []string     `json:"texts"` // the first ones
	Start    Frame        `json:"start"`
	Played   []Round      `json:"played"`
	Live     bool         `json:"live"`   // more rounds may come as events
	Ended    bool         `json:"ended"`  // it was played to its end
	Damage   string       `json:"damage"` // why there is no more; "" if nothing is missing
}

// Ending is the last event of a live match.
type Ending struct {
	Ended  bool   `json:"ended"`
	Damage string `json:"damage"`
}

// Setting is one parameter of the game.
type Setting struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Doc   string `json:"doc"`
}

// PlayerInfo is who sits in a seat.
type PlayerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// Colour is the player's, Shade a darker one, Ink that of text upon it. Plate
	// is the form of its units' plates, as the path of a scene.Path.
	Colour Colour `json:"colour"`
	Shade  Colour `json:"shade"`
	Ink    Colour `json:"ink"`
	Plate  string `json:"plate"`
}

// Legend is a scene.Legend.
type Legend struct {
	Rows     int         `json:"rows"`
	Cols     int         `json:"cols"`
	WrapRows bool        `json:"wrapRows"`
	WrapCols bool        `json:"wrapCols"`
	Cells    []CellKind  `json:"cells"`
	Units    []UnitKind  `json:"units"`
	Events   []EventKind `json:"events"`
	Numbers  []string    `json:"numbers"`
}

// CellKind is a scene.Cell.
type CellKind struct {
	Name   string   `json:"name"`
	Glyph  string   `json:"glyph"`
	Fill   Colour   `json:"fill"`
	Over   [][]Path `json:"over"`
	Height int      `json:"height"`
}

// UnitKind is a scene.Kind.
type UnitKind struct {
	Name  string `json:"name"`
	Glyph string `json:"glyph"`
	Plate bool   `json:"plate"`
	Shape []Path `json:"shape"`
}

// EventKind is a scene.EventKind.
type EventKind struct {
	Name  string     `json:"name"`
	Look  scene.Look `json:"look"`
	Major bool       `json:"major"`
}

// Colour is on a light and on a dark page: #rrggbb, "owner", "shade", "ink", or
// "" for none.
type Colour [2]string

// Path is a scene.Path.
type Path struct {
	D      string  `json:"d"`
	Fill   Colour  `json:"fill"`
	Stroke Colour  `json:"stroke"`
	Width  float64 `json:"width"`
}

// Frame is all of a scene.
type Frame struct {
	Cells   []int      `json:"cells"`  // runs: kind, how many, kind, how many, …
	Owners  []int      `json:"owners"` // runs too; empty: cells are nobody's for ever
	Units   []UnitInfo `json:"units"`
	Numbers [][]int    `json:"numbers"`
	Window  []int      `json:"window"` // row, column, rows, columns; empty: all of the board
	Caption string     `json:"caption"`
}

// UnitInfo is a unit: id, kind, owner, cell, health, most health, and its note, a
// text.
type UnitInfo [7]int

// Round is what happens in a round and what is different after it. What is
// missing is not different, or there is none of it.
type Round struct {
	Number int `json:"r"`
	// Texts are those that come here for the first time.
	Texts []string `json:"t,omitempty"`
	// Cells and Owners are two columns: cells, as gaps; what they are then.
	Cells  []int `json:"c,omitempty"`
	Owners []int `json:"o,omitempty"`
	// Moves are two columns: units, as gaps; how much more the number of each
	// one's cell is. They are the units of which nothing else is different.
	Moves []int `json:"m,omitempty"`
	// Units are all others that are new or different, in seven columns: those of
	// a UnitInfo. IDs are gaps. All else but the notes are differences to the unit
	// as it was, or to zeros if it is new.
	Units []int `json:"u,omitempty"`
	// Gone are the units that are no longer there, as gaps.
	Gone []int `json:"g,omitempty"`
	// Numbers are differences, by the legend's numbers, then by seat, in one list.
	Numbers []int   `json:"n,omitempty"`
	Window  []int   `json:"w,omitempty"`
	Caption *string `json:"a,omitempty"`
	// Orders are five columns: seat; unit; text; cell, as difference to the cell
	// of the unit in this frame (to 0 if it has no such unit), or the number of
	// cells for nowhere; outcome, a text.
	Orders []int `json:"q,omitempty"`
	// Events are seven columns: kind; cell; where to, as difference to the cell,
	// or the number of cells for nowhere; unit or -1; by or -1; seat or -1; text.
	Events []int `json:"e,omitempty"`
	// Used are two columns by seat: CPU time in microseconds (-1: not known);
	// status in millionths.
	Used []int `json:"p,omitempty"`
	// Verdicts are those given in this round.
	Verdicts []Verdict `json:"v,omitempty"`
	// Notes are what the bots noted for their authors; Lines what they wrote to
	// standard error.
	Notes []Note `json:"d,omitempty"`
	Lines []Line `json:"l,omitempty"`
}

// Verdict is why a player was frozen.
type Verdict struct {
	Seat   int    `json:"seat"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Note is an annotation of a bot: a mark, an arrow, a label, or a line of a log.
type Note struct {
	Seat int    `json:"s"`
	Kind string `json:"k"`            // mark, arrow, label, log
	Cell int    `json:"c"`            // -1: none
	To   int    `json:"to,omitempty"` // of an arrow
	Unit int    `json:"u"`            // the unit that a line is about; -1: none
	Text string `json:"x,omitempty"`
}

// Line is a line that a bot wrote to standard error.
type Line struct {
	Seat int    `json:"s"`
	Text string `json:"x"`
}

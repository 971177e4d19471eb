// Package pagedata is a match as the page gets it, in JSON.
package pagedata

import (
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/columnjson"
)

// The types below are the JSON for the page. What the page has of them, in src/model/data.ts,
// is generated: see internal/docgen/pagetypes. A match has hundreds of rounds, so what occurs in
// every round has a short name, and is given as a change to the round before where possible.
// The tag `in` says what bounds a number; src/model/check.ts has these bounds. The tag `is` names
// the form of src/model/form.ts, where it doesn't follow from the type.
//
// Frame r is the State that players see in round r. Frame 0 is the start; the last
// frame is the end, and no round follows it. Round r leads from frame r to frame r+1.
//
// Many things of one kind are given as [columnjson.Columns].
//
// Every text is given once. Texts are numbered from 1, in the order in which the match
// and then its rounds give them; 0 stands for "".

// Format is the version of the page's data. It changes when the page could no longer read older
// data.
const Format = 4

// Match is a match as sent to the page. A live match begins without rounds.
type Match struct {
	Format   int             `json:"format"`
	Game     string          `json:"game"`
	Title    string          `json:"title"`
	Rounds   int             `json:"rounds"` // of the whole match
	Seed     string          `json:"seed"`   // a string, because it may be too large for a number in JavaScript
	Settings []story.Setting `json:"settings"`
	Players  []PlayerInfo    `json:"players"`
	Looks    []int           `json:"looks,omitempty"` // by seat, if they are not as the seats
	Budget   int64           `json:"budget"`          // CPU time of a round in microseconds; 0: no limit, or not known
	Legend   scene.Legend    `json:"legend"`
	Texts    []string        `json:"texts"` // the first ones
	Start    Frame           `json:"start"`
	// checked one by one, so that those before a damaged one can be seen
	Played []Round `json:"played" is:"list"`
	Live   bool    `json:"live"`             // more rounds may come as events
	Ended  bool    `json:"ended"`            // it was played to its end
	Damage string  `json:"damage"`           // why the rest is missing; "" if it isn't
	Number int     `json:"number,omitempty"` // from 1, if another match may take its place on the page
	Kept   []Kept  `json:"kept,omitempty"`   // only a live match has any: no replay tells of the machine
}

// Ending is the last event of a live match.
type Ending struct {
	Ended  bool   `json:"ended"`
	Damage string `json:"damage"`
	Kept   []Kept `json:"kept,omitempty"`
}

// Kept is where the files are that a bot wrote.
type Kept struct {
	Seat  int    `json:"seat" in:"seat"`
	Dir   string `json:"dir"`
	Files string `json:"files"` // the first ones, with their sizes, in a line
}

// PlayerInfo is who sits in a seat.
type PlayerInfo struct {
	story.Player
	Label string `json:"label"` // what the player is called on the page; see [scene.Labels]
	story.Look
}

// Frame is all of a scene.
type Frame struct {
	Cells   []int      `json:"cells"`  // runs: kind, how many, kind, how many, …
	Owners  []int      `json:"owners"` // runs too; empty: cells never have an owner
	Units   []UnitInfo `json:"units"`
	Numbers [][]int    `json:"numbers"`
	Window  []int      `json:"window"` // row, column, rows, columns; empty: the whole board
	Caption string     `json:"caption"`
	// Signs has all signs except those that are 0.
	Signs columnjson.Columns[Amount] `json:"signs,omitempty"`
}

// UnitInfo is a unit. It is written as a list.
type UnitInfo struct{ ID, Kind, Owner, Cell, Note int } // the note is a text

// MarshalJSON writes the list.
func (u UnitInfo) MarshalJSON() ([]byte, error) { return columnjson.Tuple(u) }

// UnmarshalJSON reads it.
func (u *UnitInfo) UnmarshalJSON(text []byte) error { return columnjson.ReadTuple(text, u) }

// Round has the events of a round, and the differences after it. A missing field means
// that nothing is different, or that there is nothing of the kind.
type Round struct {
	Number int `json:"r"`
	// Texts are those given here for the first time.
	Texts  []string                   `json:"t,omitempty"`
	Cells  columnjson.Columns[Cell]   `json:"c,omitempty"`
	Owners columnjson.Columns[Owner]  `json:"o,omitempty"`
	Moves  columnjson.Columns[Move]   `json:"m,omitempty"`
	Units  columnjson.Columns[Change] `json:"u,omitempty"`
	// Gone are the units that are no longer there.
	Gone columnjson.Columns[Gone] `json:"g,omitempty"`
	// Signs has the changed signs of units that are there after the round.
	Signs columnjson.Columns[Amount] `json:"k,omitempty"`
	// Numbers are differences, by the legend's numbers, then by seat, in one list.
	Numbers []int                     `json:"n,omitempty"`
	Window  []int                     `json:"w,omitempty"`
	Caption *string                   `json:"a,omitempty"`
	Orders  columnjson.Columns[Order] `json:"q,omitempty"`
	// Failed are the orders of which nothing came.
	Failed columnjson.Columns[Failed] `json:"x,omitempty"`
	Events columnjson.Columns[Event]  `json:"e,omitempty"`
	Used   columnjson.Columns[Used]   `json:"p,omitempty"` // by seat
	// Verdicts are those given in this round.
	Verdicts []Verdict `json:"v,omitempty"`
	// Notes are what the bots noted for their authors, Lines what they wrote to
	// standard error.
	Notes []Note `json:"d,omitempty"`
	Lines []Line `json:"l,omitempty"`
}

// Cell is a cell of another kind.
type Cell struct {
	Cell int `in:"gap"`
	Kind int `in:"kind"`
}

// Owner is a cell with another owner.
type Owner struct {
	Cell  int `in:"gap"`
	Owner int `in:"owner"`
}

// Move is a unit of which only the cell is different.
type Move struct {
	ID  int `in:"gap"`
	Way int `in:"way"` // the difference of the cell
}

// Change is another unit that is new or different. All but the ID and the note, a text, are
// differences, to zero if the unit is new.
type Change struct {
	ID    int `in:"gap"`
	Kind  int `in:"change"`
	Owner int `in:"change"`
	Cell  int `in:"way"`
	Note  int `in:"text"`
}

// Amount is by how much a sign of a unit is different, from nothing if the unit is new.
type Amount struct {
	Key   int `in:"gap"` // the unit's ID times the number of signs, plus the place of the sign in the legend
	Value int `in:"change"`
	Most  int `in:"change"`
}

// Gone is a unit that is no longer there.
type Gone struct {
	ID int `in:"gap"`
}

// Order is what a bot ordered.
type Order struct {
	Seat int `in:"seat"`
	Unit int `in:"unit"`
	Text int `in:"text"`
	// Way is to the cell from that of the unit in this frame, or from 0 if there is no such unit;
	// the number of cells for nowhere.
	Way     int `in:"way"`
	Outcome int `in:"text"`
}

// Failed is an order of which nothing came.
type Failed struct {
	Order int `in:"gap"` // its place in Orders
}

// Event is what happened.
type Event struct {
	Kind int `in:"event"`
	Cell int `in:"cell"`
	Way  int `in:"way"` // from the cell, or the number of cells for nowhere
	Unit int `in:"unit"`
	By   int `in:"unit"`
	Seat int `in:"owner"`
	Pays int `in:"any"` // points for the one who did it
	Text int `in:"text"`
}

// Used is what a player has used of its time.
type Used struct {
	CPU    int `in:"any"` // microseconds; -1: not known
	Status int `in:"any"` // millionths
}

// Verdict is why a player was frozen.
type Verdict struct {
	Seat   int    `json:"seat" in:"seat"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Note is an annotation of a bot: a mark, an arrow, a label, a line of a log, or a number for a chart.
type Note struct {
	Seat  int     `json:"seat" in:"seat"`
	Kind  string  `json:"kind" is:"kind of note"`
	Cell  int     `json:"cell" in:"cell"` // -1: no cell
	To    int     `json:"to"   in:"cell"` // of an arrow; otherwise -1
	Unit  int     `json:"unit" in:"unit"` // the unit that a line is about; -1: no unit
	Text  string  `json:"text"`
	Value float64 `json:"value,omitempty"` // of a chart
}

// Line is a line that a bot wrote to standard error.
type Line struct {
	Seat int    `json:"seat" in:"seat"`
	Text string `json:"text"`
}

// Seat is what the page of a person who plays is told of the seat.
type Seat struct {
	Seat  int    `json:"seat"`
	Round int    `json:"round"` // whose orders are the next
	Most  int    `json:"most"`  // orders in a round
	Words []Word `json:"words"` // what a unit can be told
	Again string `json:"again"` // the command by which a bot tries the same
	Back  string `json:"back"`  // the command by which one plays on from a ROUND, or ""

	Retakes bool `json:"retakes,omitempty"` // whether rounds can be taken back

	// Limit is the time for the orders of this round, in milliseconds, and Left the rest of it. Both are 0 if there is
	// no limit.
	Limit int64 `json:"limit,omitempty"`
	Left  int64 `json:"left,omitempty"`

	Clocks []Clock `json:"clocks,omitempty"` // among which the person chooses
	Clock  int     `json:"clock,omitempty"`  // the index of the one for the rounds after this
}

// Clock is a time for the orders of a round, in milliseconds.
type Clock struct {
	Round int64 `json:"round"` // 0: as long as one likes
	Bank  int64 `json:"bank"`  // for the whole match, for rounds that take longer
}

// Word is one that a unit can be told, and where it leads: to other cells, if the schema says so.
type Word struct {
	Word string `json:"word"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
}

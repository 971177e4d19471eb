// Package pagedata is a match as the page gets it, in JSON.
package pagedata

import (
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// The types below are the JSON for the page; src/model/data.ts of the page has the
// same. A match has hundreds of rounds, so what occurs in every round has a
// short name, and is given as a change to the round before where possible.
//
// Frame r is the State that players see in round r. Frame 0 is the start; the last
// frame is the end, and no round follows it. Round r leads from frame r to frame r+1.
//
// Many things of one kind are given as columns: one list of numbers, with the first
// number of each thing, then the second of each, and so on. Most numbers of a column
// are alike, and gzip packs them well. In a column of gaps the numbers increase, and
// each is given as the difference to the one before; the first is given as it is.
//
// Every text is given once. Texts are numbered from 1, in the order in which the match
// and then its rounds give them; 0 stands for "".

// Match is a match as sent to the page. A live match begins without rounds.
type Match struct {
	Format   int             `json:"format"` // 2
	Game     string          `json:"game"`
	Title    string          `json:"title"`
	Rounds   int             `json:"rounds"` // of the whole match
	Seed     string          `json:"seed"`   // a string, because it may be too large for a number in JavaScript
	Settings []story.Setting `json:"settings"`
	Players  []PlayerInfo    `json:"players"`
	Budget   int64           `json:"budget"` // CPU time of a round in microseconds; 0: no limit, or not known
	Legend   scene.Legend    `json:"legend"`
	Texts    []string        `json:"texts"` // the first ones
	Start    Frame           `json:"start"`
	Played   []Round         `json:"played"`
	Live     bool            `json:"live"`             // more rounds may come as events
	Ended    bool            `json:"ended"`            // it was played to its end
	Damage   string          `json:"damage"`           // why the rest is missing; "" if it isn't
	Number   int             `json:"number,omitempty"` // from 1, if another match may take its place on the page
}

// Ending is the last event of a live match.
type Ending struct {
	Ended  bool   `json:"ended"`
	Damage string `json:"damage"`
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
}

// UnitInfo is a unit: ID, kind, owner, cell, health, greatest health, and its note, a
// text.
type UnitInfo [7]int

// Round is what happens in a round, and what is different after it. A missing field
// means that nothing is different, or that there is nothing of the kind.
type Round struct {
	Number int `json:"r"`
	// Texts are those given here for the first time.
	Texts []string `json:"t,omitempty"`
	// Cells and Owners are two columns: cells, as gaps; their new values.
	Cells  []int `json:"c,omitempty"`
	Owners []int `json:"o,omitempty"`
	// Moves are the units of which only the cell is different, in two columns: IDs,
	// as gaps; the difference of the cell.
	Moves []int `json:"m,omitempty"`
	// Units are the other units that are new or different, in the seven columns of a
	// UnitInfo. IDs are gaps, and notes are given as they are. All else is given as
	// differences, to zero if the unit is new.
	Units []int `json:"u,omitempty"`
	// Gone are the IDs of the units that are no longer there, as gaps.
	Gone []int `json:"g,omitempty"`
	// Numbers are differences, by the legend's numbers, then by seat, in one list.
	Numbers []int   `json:"n,omitempty"`
	Window  []int   `json:"w,omitempty"`
	Caption *string `json:"a,omitempty"`
	// Orders are five columns: seat; unit; text; cell, as the difference to the cell
	// of the unit in this frame (to 0 if there is no such unit), or the number of
	// cells for nowhere; outcome, a text.
	Orders []int `json:"q,omitempty"`
	// Failed are the orders of which nothing came, by their places in Orders, as gaps.
	Failed []int `json:"x,omitempty"`
	// Events are seven columns: kind; cell; where to, as the difference to the cell,
	// or the number of cells for nowhere; unit or -1; by or -1; seat or -1; text.
	Events []int `json:"e,omitempty"`
	// Used are two columns by seat: CPU time in microseconds, or -1 if it is not
	// known; status in millionths.
	Used []int `json:"p,omitempty"`
	// Verdicts are those given in this round.
	Verdicts []Verdict `json:"v,omitempty"`
	// Notes are what the bots noted for their authors, Lines what they wrote to
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
	Seat int    `json:"seat"`
	Kind string `json:"kind"` // mark, arrow, label, log
	Cell int    `json:"cell"` // -1: no cell
	To   int    `json:"to"`   // of an arrow; otherwise -1
	Unit int    `json:"unit"` // the unit that a line is about; -1: no unit
	Text string `json:"text"`
}

// Line is a line that a bot wrote to standard error.
type Line struct {
	Seat int    `json:"seat"`
	Text string `json:"text"`
}

package sdkgen

import "github.com/botarena/arena/engine/lines"

// Game is what the SDKs say of a game.
type Game struct {
	Name    string // "orkisland"
	Title   string // "Ork Island"
	Version int    // of the rules

	Settings []Field // each is one number
	Start    []Field // what never changes, without seat and settings
	State    []Field // what changes
	Scores   bool    // whether the arena adds a line of scores, as State has none

	Columns []Column // of a command
	Steps   []Step   // where the words of the last column lead
	walk    []string // those by which units go, unless the schema says so
	Board   *board   // nil if the schema names no board
	Tables  []Table  // of columns that belong together; the first is that of the units

	Own map[string]string // by the ending of a file: what the game has besides; see engine.Extended
}

// Field is a field of Start or State, and so a line, or one for each record.
type Field struct {
	Name    string
	Doc     string // "" if it is not known
	Kind    FieldKind
	Wide    bool    // numbers may need 64 bits
	Grid    bool    // the characters are the cells of the board
	Record  *Record // if Kind is Records
	Setting bool
}

// FieldKind is what a line holds.
type FieldKind string

// The kinds of lines.
const (
	Number  FieldKind = "number"
	Numbers FieldKind = "numbers"
	Letters FieldKind = "letters" // one word, which may be empty
	Word    FieldKind = "word"
	Words   FieldKind = "words"
	Records FieldKind = "records" // a line for each, with its number
)

// Record is a message that comes as a line of its own, such as a city.
type Record struct {
	Name   string // of the type: "City"
	Doc    string
	Fields []Field
	Joined []Joined // columns of State that tell more of it
}

// Joined is an attribute that a column of State gives to a record or a unit.
type Joined struct {
	Name   string // "owner"
	Column string // "city_owners"
	Doc    string
	Wide   bool
}

// Table is columns of State that belong together: the units, or such as missiles.
type Table struct {
	Name    string // of the list: "units"
	Type    string // of one of them: "Unit"
	One     string // what one is called: "unit"
	ID      string // the column with their numbers; "" if they are numbered from 0
	Fields  []Joined
	Cell    string   // the attribute with the cell; "" if there is none
	Owner   string   // the setting by which a unit's number is divided to get its owner; "" if a column tells
	Owned   bool     // whether they have owners
	Away    string   // the attribute that is at least 0 while one is not on the board; "" if there is none
	Kinds   []string // the words for what a unit is
	Letters []letter // the kinds, if a line has a letter for each unit
	KindsOf string   // the line with these letters
	Blocks  []block  // the kinds, if they follow from the numbers of the units
}

// letter is a character that stands for a kind of unit.
type letter struct{ Letter, Kind string }

// Column is a column of Commands.
type Column struct {
	Name  string   // of one: "unit", "direction"
	Type  string   // of an enum: "Direction"
	Doc   string   // of the type
	Words []string // of an enum; nil for numbers
	Docs  []string // of the words
}

// Step is where a word leads.
type Step = lines.Step

// board is what the schema tells of the board.
type board struct {
	Rows, Cols         string // the settings
	WrapRows, WrapCols bool
	Grid               string // the field that tells where units can go; "" if the game has no table
	Walkers            []walker
	Doc                string // what the costs are
	PreferFree         bool
}

// record returns the record of Start of which one is called so: the City of the cities.
func (g *Game) record(one string) *Record {
	for i := range g.Start {
		if g.Start[i].Kind == Records && singular(g.Start[i].Name) == one {
			return g.Start[i].Record
		}
	}
	return nil
}

// Units returns the table of the units, or nil.
func (g *Game) Units() *Table {
	if len(g.Tables) == 0 || g.Tables[0].Name != "units" {
		return nil
	}
	return &g.Tables[0]
}

// CellColumn returns the column with a cell for each, or the first column.
func (t Table) CellColumn() string {
	for _, j := range t.Fields {
		if j.Name == t.Cell {
			return j.Column
		}
	}
	return t.Fields[0].Column
}

// Stay returns the word for staying, or "".
func (g *Game) Stay() string {
	for _, s := range g.Steps {
		if s.Row == 0 && s.Col == 0 {
			return s.Word
		}
	}
	return ""
}

// Package scene is how a game describes its pictures: as words, numbers and shapes.
// Viewers need to know nothing else about a game.
//
// Cells are numbered row by row from the top left, from 0, so a cell is one int.
package scene

// Nobody is the owner of things without an owner, and Nowhere the cell of things that
// are not on the board.
const (
	Nobody  = -1
	Nowhere = -1
)

// Legend is the part of the pictures that stays the same throughout a match. The page
// gets it as JSON; see [Legend.MarshalJSON].
type Legend struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
	// WrapRows and WrapCols mean that the board has no edge in that direction: what
	// leaves it on one side enters on the other.
	WrapRows bool `json:"wrapRows"`
	WrapCols bool `json:"wrapCols"`
	// Rules is what the game is about, in one sentence, for readers who see it the first time. It may be empty.
	Rules string `json:"rules,omitempty"`
	// Group is what each round pays for places that roads of the same owner join, if they are more than none: it is
	// doubled for each of them.
	Group int `json:"group,omitempty"`
	// Cells, Units and Events list the kinds of each. A [Scene] and a [Log] refer to
	// them by index.
	Cells  []Cell      `json:"cells"`
	Units  []Kind      `json:"units"`
	Events []EventKind `json:"events"`
	// Signs are the numbers that viewers draw on units, such as their health: at most as many as in [Signs].
	Signs []Sign `json:"signs"`
	// Numbers are the names of the numbers that every player has in every scene, in
	// the order of the scene. The first is the score.
	Numbers []string `json:"numbers"`
	// Holdings are those of Numbers, by index, that make points: who has more of them gains. Income is the one that
	// says what a round pays, or 0. By these, and by what events pay, viewers tell why a match turned: other numbers,
	// such as health that is left, are no reason.
	Holdings []int `json:"holdings,omitempty"`
	Income   int   `json:"income,omitempty"`
}

// CellAt returns the number of the cell in a row and a column, or Nowhere if they are
// not on the board.
func (l *Legend) CellAt(row, col int) int {
	if row < 0 || col < 0 || row >= l.Rows || col >= l.Cols {
		return Nowhere
	}
	return row*l.Cols + col
}

// Cell is a kind of cell.
type Cell struct {
	Name  string `json:"name"`
	Glyph string `json:"glyph"` // one character, for pictures in text
	// Doc is what the cell does, in half a sentence, for readers who see it the first time. It may be empty.
	Doc string `json:"doc,omitempty"`
	// Fill is the ground of the cell. The viewer tints it by the cell's owner, if it has
	// one in [Scene].Owners.
	Fill Colour `json:"fill"`
	// Over are shapes to draw on the fill. Each cell gets one of them, depending on its
	// place, so that a wood doesn't look like wallpaper. It may be empty.
	Over []Shape `json:"over"`
	// Use is what the cell is for, if it is drawn in a way of its own when it has an owner.
	Use Use `json:"use,omitempty"`
	// Pays is what each round pays to the owner of the cell.
	Pays int `json:"pays,omitempty"`
	// Worth is what the cell is worth in points to its owner, for as long as it is the owner.
	Worth int `json:"worth,omitempty"`
	// Height decides where corners are rounded: higher cells lie on lower ones. The
	// lowest height is 0.
	Height int `json:"height"`
}

// Use is what a cell is for.
type Use string

// The uses of cells.
const (
	// Road is a way of one cell's width. Its owner is shown as a line along it, because a
	// road in a pale colour could be taken for a river.
	Road Use = "road"
	// Place is part of something that is taken as a whole. The plate of its owner stands
	// in the middle of such cells beside each other, as a flag.
	Place Use = "place"
)

// Uses returns all of them.
func Uses() []Use { return []Use{Road, Place} }

// Kind is a kind of unit.
type Kind struct {
	Name  string `json:"name"`
	Glyph string `json:"glyph"`         // one character, for pictures in text
	Doc   string `json:"doc,omitempty"` // what the unit does, as that of a [Cell]
	// Reach is how many cells around it the unit reaches, for one that all look out for: the viewer marks them.
	Reach int `json:"reach,omitempty"`
	// Straight is for a unit that flies on as it flew, such as a missile: the viewer shows where it will be.
	Straight bool `json:"straight,omitempty"`
	// Plate puts the shape on a plate in the colour and form of the owner.
	Plate bool  `json:"plate"`
	Shape Shape `json:"shape"`
}

// Sign is a number of units, and how viewers draw it. Signs of one form lie above or around each other, the first
// of them lowest or inside.
type Sign struct {
	Name string   `json:"name"` // such as "health"
	Form SignForm `json:"form"`
	// Colour may be [Owner], [Shade] or [Ink]. Zero means the usual colour of the form.
	Colour Colour `json:"colour,omitzero"`
}

// SignForm is how a sign is drawn.
type SignForm string

// The forms of signs.
const (
	Bar    SignForm = "bar"    // below the unit, while it has less than the most: from green to red
	Dots   SignForm = "dots"   // one for each, below the unit, in its owner's colour; more than ten are a number
	Number SignForm = "number" // above the unit, unless it is 0
	Ring   SignForm = "ring"   // an arc around the unit, in its owner's colour: closed if it has the most
)

// SignForms returns all of them.
func SignForms() []SignForm { return []SignForm{Bar, Dots, Number, Ring} }

// Shape is a drawing: paths, lowest first, on a square of 24 by 24. The first
// coordinate goes right and the second goes down.
type Shape []Path

// Path is a line or an area.
type Path struct {
	// D is the path in the notation of SVG: M, L, H, V, C, Q and Z, and the same
	// in lower case, with absolute and relative coordinates.
	D      string  `json:"d"`
	Fill   Colour  `json:"fill"`   // zero: no fill
	Stroke Colour  `json:"stroke"` // zero: no stroke
	Width  float64 `json:"width"`  // of the stroke
}

// Colour is a colour on a light page and on a dark one, as #rrggbb, or one of [Owner],
// [Shade] and [Ink], which are for units and their signs only. The zero value means no colour.
type Colour struct{ Light, Dark string }

// Owner is the colour of the owner, Shade a darker shade of it, and Ink the colour of
// text on it.
var (
	Owner = Colour{"owner", "owner"}
	Shade = Colour{"shade", "shade"}
	Ink   = Colour{"ink", "ink"}
)

// EventKind is a kind of event.
type EventKind struct {
	Name string `json:"name"`
	Look Look   `json:"look"`
	// Major events are marked on the time line, and the reader can jump to them.
	Major bool `json:"major"`
}

// Look is how an event is drawn.
type Look string

// The looks of events.
const (
	Birth   Look = "birth"   // something appears
	Death   Look = "death"   // something ends
	Hit     Look = "hit"     // something loses health
	Heal    Look = "heal"    // something gains health
	Shot    Look = "shot"    // a line goes from the event's Cell to its To
	Capture Look = "capture" // a cell, or a unit that stands for a place, changes hands
	Gain    Look = "gain"    // something is picked up or paid
	Break   Look = "break"   // something is broken or dug
	Note    Look = "note"    // nothing is drawn: the event only has a text
)

// Looks returns all of them.
func Looks() []Look { return []Look{Birth, Death, Hit, Heal, Shot, Capture, Gain, Break, Note} }

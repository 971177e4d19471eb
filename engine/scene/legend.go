// Package scene is how a game describes its pictures. A game says what there is
// to see, in words, numbers and shapes; whoever shows it knows no game.
//
// Cells are numbered row by row from the top left, from 0, so a cell is one int.
package scene

// Nobody is the owner of what no player owns, and Nowhere the cell of what is on
// no cell.
const (
	Nobody  = -1
	Nowhere = -1
)

// Legend is what never changes in the pictures of a match.
type Legend struct {
	Rows, Cols int
	// WrapRows and WrapCols say that the board has no edge there: what leaves it
	// on one side comes in on the other.
	WrapRows, WrapCols bool
	// Cells, Units and Events are the kinds there are. A [Scene] and a [Log] have
	// their indices.
	Cells  []Cell
	Units  []Kind
	Events []EventKind
	// Numbers are the names of the numbers that each player has in each scene, in
	// its order. The first is the score.
	Numbers []string
}

// CellAt is the number of the cell in a row and a column, or Nowhere if the board
// has none there.
func (l *Legend) CellAt(row, col int) int {
	if row < 0 || col < 0 || row >= l.Rows || col >= l.Cols {
		return Nowhere
	}
	return row*l.Cols + col
}

// Cell is a kind of cell.
type Cell struct {
	Name  string
	Glyph string // one character, for pictures in text
	Fill  Colour
	// Over are shapes to draw on it; each cell has one of them, by its place, so
	// that a wood is no wallpaper. None: only the fill.
	Over []Shape
	// Height makes round corners: higher cells lie upon lower ones. 0 is lowest.
	Height int
}

// Kind is a kind of unit.
type Kind struct {
	Name  string
	Glyph string // one character, for pictures in text
	// Plate puts the shape on a plate of the owner's colour and form.
	Plate bool
	Shape Shape
}

// Shape is a drawing: paths, the first lowest, on a square of 24 by 24 whose
// first coordinate goes right and second goes down.
type Shape []Path

// Path is a line or an area.
type Path struct {
	// D is the path in the notation of SVG: M, L, H, V, C, Q and Z, and the same
	// in lower case, with absolute and relative coordinates.
	D      string
	Fill   Colour  // zero: none
	Stroke Colour  // zero: none
	Width  float64 // of the stroke
}

// Colour is a colour on a light and on a dark page, as #rrggbb, or [Owner].
type Colour struct{ Light, Dark string }

// Owner is the colour of the owner, Shade a darker one of it, and Ink that of
// text upon it.
var (
	Owner = Colour{"owner", "owner"}
	Shade = Colour{"shade", "shade"}
	Ink   = Colour{"ink", "ink"}
)

// EventKind is a kind of event.
type EventKind struct {
	Name string
	Look Look
	// Major events are marked on the time line, and one can jump to them.
	Major bool
}

// Look is how an event is drawn.
type Look string

// The looks of events. From is an event's Cell.
const (
	Birth   Look = "birth"   // something appears
	Death   Look = "death"   // something ends
	Hit     Look = "hit"     // something is hurt
	Heal    Look = "heal"    // something gets better
	Shot    Look = "shot"    // a line goes from Cell to To
	Capture Look = "capture" // a cell, or what stands for a place, changes hands
	Gain    Look = "gain"    // something is picked up or paid
	Break   Look = "break"   // something is broken or dug
	Note    Look = "note"    // only told
)

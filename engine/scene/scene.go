package scene

// Scene is what is to be seen of a match at one time.
type Scene struct {
	// Cells has the kind of every cell, and Owners whose it is; Owners is empty
	// where cells are nobody's for ever.
	Cells  []uint8
	Owners []int8
	// Units are those on the board, by increasing ID.
	Units []Unit
	// Numbers are by the legend's Numbers, then by seat.
	Numbers [][]int
	// Window is the part of the board that is in play; zero: all of it.
	Window Window
	// Caption is a line about the match as a whole, "" for none.
	Caption string
}

// Unit is something on the board that has a place of its own. Its ID is its own
// through the whole match, among units of all kinds.
type Unit struct {
	ID    int
	Kind  int // index in the legend's Units
	Owner int // seat, or Nobody
	Cell  int
	// Health is out of MaxHealth, where units have such a thing; else both are 0.
	Health, MaxHealth int
	// Note says what else there is to know of it, such as "carries 3 coins".
	Note string
}

// Window is a rectangle of cells.
type Window struct{ Row, Col, Rows, Cols int }

// Log is what happens in a round. The rules write it while they play one, if
// somebody wants to know: all methods may be called on nil, and do nothing then.
//
// The rules know no names. In a text they write "player 2", and whoever shows the
// text puts the name there.
type Log struct {
	Orders []Order
	Events []Event
}

// Order is what a player told a unit, whether or not it made sense.
type Order struct {
	Seat, Unit int
	Text       string // such as "north"
	To         int    // the cell that the unit is sent to or aims at, or Nowhere
	Outcome    string // what became of it, such as "moved" or "no such unit"
}

// Event is something that happened.
type Event struct {
	Kind int    // index in the legend's Events
	Cell int    // where
	To   int    // where to; Nowhere if it has no direction
	Unit int    // the unit that it happened to, or -1
	By   int    // the unit that did it, or -1
	Seat int    // the player to whom it matters most, or Nobody
	Text string // the whole of it as a sentence, such as "ork 12 of player 0 is killed by ork 7 of player 1"
}

// On says whether anybody reads the log: whether it is worth making up a text.
func (l *Log) On() bool { return l != nil }

// Reset makes the log empty, for the next round.
func (l *Log) Reset() {
	if l != nil {
		l.Orders, l.Events = l.Orders[:0], l.Events[:0]
	}
}

// Order notes what a player told a unit.
func (l *Log) Order(seat, unit int, text string, to int) {
	if l != nil {
		l.Orders = append(l.Orders, Order{Seat: seat, Unit: unit, Text: text, To: to})
	}
}

// Outcome says what became of the first order of a unit that has no outcome yet.
func (l *Log) Outcome(unit int, outcome string) {
	if l == nil {
		return
	}
	for i := range l.Orders {
		if o := &l.Orders[i]; o.Unit == unit && o.Outcome == "" {
			o.Outcome = outcome
			return
		}
	}
}

// Refuse notes an order that comes to nothing, and why.
func (l *Log) Refuse(seat, unit int, text, why string) {
	if l != nil {
		l.Orders = append(l.Orders, Order{Seat: seat, Unit: unit, Text: text, To: Nowhere, Outcome: why})
	}
}

// Event notes that something happened.
func (l *Log) Event(e Event) {
	if l != nil {
		l.Events = append(l.Events, e)
	}
}

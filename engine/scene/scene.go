package scene

import (
	"fmt"
	"math"
	"slices"
)

// Scene is what a match looks like at one time.
type Scene struct {
	// Cells has the kind of every cell, and Owners the seat of its owner or Nobody.
	// Owners is empty in games whose cells never have an owner.
	Cells  []uint8
	Owners []int8
	// Units are the units on the board, by increasing ID.
	Units []Unit
	// Numbers has the values of the legend's Numbers, each by seat.
	Numbers [][]int
	// Window is the part of the board that is in play. Zero means all of it.
	Window Window
	// Caption is a line of text about the match as a whole. It may be empty.
	Caption string
}

// Unit is a thing that stands on a cell. Its ID is unique in the match, among units of
// all kinds.
type Unit struct {
	ID    int
	Kind  int // index in the legend's Units
	Owner int // seat, or Nobody
	Cell  int
	// Signs are the unit's amounts of the legend's Signs, in their order.
	Signs Signs
	// Note is anything else worth knowing, such as "carries 3 coins".
	Note string
}

// Signs are amounts of at most so many signs.
type Signs [4]Amount

// Amount is how much a unit has of a [Sign], and the most that it can have. The most is 0 if there is none.
// The zero value is for units without the sign.
type Amount struct{ Value, Most int32 }

// Of returns an amount. It keeps numbers within the 32 bits that viewers read.
func Of(value, most int) Amount {
	fit := func(n int) int32 { return int32(min(max(n, math.MinInt32+1), math.MaxInt32)) }
	return Amount{fit(value), fit(most)}
}

// Part returns the value as a part of the most, from 0 to 1. It is 1 if there is no most.
func (a Amount) Part() float64 {
	if a.Most <= 0 {
		return 1
	}
	return min(max(float64(a.Value)/float64(a.Most), 0), 1)
}

// Window is a rectangle of cells.
type Window struct{ Row, Col, Rows, Cols int }

// Log is what happens in a round. The rules fill it while they play the round. All
// methods may be called on a nil Log, which keeps nothing.
type Log struct {
	// Names are the names of the players in texts, by seat; see [Labels].
	Names  []string
	Orders []Order
	Events []Event
	Points []Points // one for each player and source that has any
}

// Name returns the name of a player in texts, such as "player 2" if it has none.
func (l *Log) Name(player int) string {
	if l == nil || player < 0 || player >= len(l.Names) || l.Names[player] == "" {
		return fmt.Sprintf("player %d", player)
	}
	return l.Names[player]
}

// Labels returns how texts refer to players with these names: by name, with the seat
// added if players share a name, as in "demo (1)", or as "player 1" without a name.
func Labels(names []string) []string {
	labels := make([]string, len(names))
	for seat, name := range names {
		shared := slices.Contains(names[:seat], name) || slices.Contains(names[seat+1:], name)
		switch {
		case name == "":
			labels[seat] = fmt.Sprintf("player %d", seat)
		case shared:
			labels[seat] = fmt.Sprintf("%s (%d)", name, seat)
		default:
			labels[seat] = name
		}
	}
	return labels
}

// Order is what a player told a unit to do, valid or not.
type Order struct {
	Seat, Unit int
	Text       string // such as "north"
	To         int    // the cell that the unit goes to or aims at, or Nowhere
	Outcome    string // what became of it, such as "moved" or "no such unit"
	Failed     bool   // nothing came of it: it was refused, or something was in its way
}

// Event is something that happened.
type Event struct {
	Kind int    // index in the legend's Events
	Cell int    // where
	To   int    // the cell that it is directed at, or Nowhere
	Unit int    // the unit that it happened to, or -1
	By   int    // the unit that did it, or -1
	Seat int    // the player to whom it matters most, or Nobody
	Pays int    // points for the player who did it; 0 if it pays nothing
	Text string // what happened, as a sentence, such as "ork 12 of demo is killed by ork 7 of dummy"
}

// On reports whether the log is kept. If it isn't, there is no need to make texts.
func (l *Log) On() bool { return l != nil }

// Reset removes all orders and events, for the next round.
func (l *Log) Reset() {
	if l != nil {
		l.Orders, l.Events, l.Points = l.Orders[:0], l.Events[:0], l.Points[:0]
	}
}

// Order adds what a player told a unit to do.
func (l *Log) Order(seat, unit int, text string, to int) {
	if l != nil {
		l.Orders = append(l.Orders, Order{Seat: seat, Unit: unit, Text: text, To: to})
	}
}

// Outcome sets what became of the first order of a unit that has no outcome yet.
func (l *Log) Outcome(unit int, outcome string) {
	l.settle(unit, outcome, false)
}

// Fail sets why nothing came of the first order of a unit that has no outcome yet.
func (l *Log) Fail(unit int, why string) {
	l.settle(unit, why, true)
}

func (l *Log) settle(unit int, outcome string, failed bool) {
	if l == nil {
		return
	}
	for i := range l.Orders {
		if o := &l.Orders[i]; o.Unit == unit && o.Outcome == "" {
			o.Outcome, o.Failed = outcome, failed
			return
		}
	}
}

// Refuse adds an order that is refused, and the reason.
func (l *Log) Refuse(seat, unit int, text, why string) {
	if l != nil {
		l.Orders = append(l.Orders, Order{Seat: seat, Unit: unit, Text: text, To: Nowhere, Outcome: why, Failed: true})
	}
}

// Event adds something that happened.
func (l *Log) Event(e Event) {
	if l != nil {
		l.Events = append(l.Events, e)
	}
}

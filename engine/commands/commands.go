// Package commands is for writers of games: the list behind a game's Commands. It
// keeps what a bot gives in a round, in order, and what the arena will refuse of it.
package commands

import (
	"fmt"
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// Why a command is refused, in the words that all games use.
const (
	NoSuchUnit  = "no such unit"
	NotYours    = "another player's unit"
	ToldBefore  = "told before in this round"
	NoDirection = "no such direction"
)

// List is what a bot gives in a round; C is a command of the game. The zero value is
// an empty list. All methods that only read may be called on nil.
type List[C any] struct {
	given   []C
	told    []bool // by unit
	refused []engine.Refusal
	notes   *engine.Debug
}

// New returns an empty list for a match with so many units, with room for some
// commands. Refused commands are noted in notes, if that is not nil.
func New[C any](units, room int, notes *engine.Debug) List[C] {
	return List[C]{given: make([]C, 0, room), told: make([]bool, units), notes: notes}
}

// Of returns the list of these commands, which is then theirs.
func Of[C any](given []C) List[C] { return List[C]{given: given} }

// Add adds a command. order says what the unit is told, and why is the reason for
// which the arena will refuse it, "" if it won't. A command that counts uses up the
// one command that its unit has in a round.
//
// A refused command is sent all the same, since the arena is the judge. It counts
// towards [engine.MaxCommands], and one beyond that gets the player frozen.
func (l *List[C]) Add(command C, unit engine.UnitID, counts bool, order fmt.Stringer, why string) {
	if len(l.given) >= engine.MaxCommands {
		why = fmt.Sprintf("too many commands: the limit is %d", engine.MaxCommands)
	}
	if why != "" {
		refusal := engine.Refusal{Unit: unit, Order: order.String(), Why: why}
		l.refused = append(l.refused, refusal)
		l.notes.Refuse(refusal)
	}
	if counts && unit >= 0 && int(unit) < len(l.told) {
		l.told[unit] = true
	}
	l.given = append(l.given, command)
}

// Len returns the number of commands, valid or not.
func (l *List[C]) Len() int {
	if l == nil {
		return 0
	}
	return len(l.given)
}

// Has reports whether a unit has been given a command that counts.
func (l *List[C]) Has(unit engine.UnitID) bool {
	return l != nil && unit >= 0 && int(unit) < len(l.told) && l.told[unit]
}

// All yields the commands in the order given.
func (l *List[C]) All() iter.Seq[C] {
	return func(yield func(C) bool) {
		for i := range l.Len() {
			if !yield(l.given[i]) {
				return
			}
		}
	}
}

// Refused returns what the arena will refuse, in the order given.
func (l *List[C]) Refused() []engine.Refusal {
	if l == nil {
		return nil
	}
	return slices.Clone(l.refused)
}

// Package commands is for authors of games: the list behind a game's Commands. It keeps
// the commands that a bot gives in a round, in order, and those of them that the arena
// will refuse.
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
	ToldBefore  = "already has an order this round"
	NoDirection = "no such direction"
)

// List holds the commands that a bot gives in a round; C is a command of the game. The
// zero value is an empty list. The Commands of every game have one, with these methods; for
// the game alone there are functions.
type List[C any] struct {
	given   []C
	told    []bool // by unit
	refused []engine.Refusal
	notes   *engine.Debug
}

// New returns an empty list for a match with the given number of units, with room for
// some commands. If notes is not nil, refused commands are noted there.
func New[C any](units, room int, notes *engine.Debug) List[C] {
	return List[C]{given: make([]C, 0, room), told: make([]bool, units), notes: notes}
}

// Of returns a list of the given commands. It keeps the slice.
func Of[C any](given []C) List[C] { return List[C]{given: given} }

// Add adds a command to a list. order is what the unit is told. why is the reason for which the
// arena will refuse the command, or "" if it won't. counts is whether the command uses
// up the one command that its unit has in a round.
//
// A refused command is sent all the same, since the arena is the judge. It counts
// towards [engine.MaxCommands]; a player that gives more than that is frozen.
func Add[C any](l *List[C], command C, unit engine.UnitID, counts bool, order fmt.Stringer, why string) {
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

// Reset removes all commands, so that the list can be filled again without
// allocating: when looking ahead, the same Commands serve all rounds of a Sim.
func (l *List[C]) Reset() {
	l.given, l.refused = l.given[:0], l.refused[:0]
	clear(l.told)
}

// Len returns the number of commands, valid or not.
func (l *List[C]) Len() int { return len(l.given) }

// Has reports whether a unit has been given a command that counts: then another one is
// refused.
func (l *List[C]) Has(unit engine.UnitID) bool {
	return unit >= 0 && int(unit) < len(l.told) && l.told[unit]
}

// All yields the commands in the order given.
func (l *List[C]) All() iter.Seq[C] { return slices.Values(l.given) }

// Refused returns the commands that the arena will refuse, in the order given.
func (l *List[C]) Refused() []engine.Refusal { return slices.Clone(l.refused) }

func (l *List[C]) all() []C { return l.given }

// player is what a player gives: the Commands of a game, which have a [List].
type player[C any] interface {
	comparable
	all() []C
}

// Given returns the commands of a player in the order given, none for nil. The slice is the
// list's own.
func Given[C any, P player[C]](commands P) []C {
	var nothing P
	if commands == nothing {
		return nil
	}
	return commands.all()
}

package battleroyale

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is logged here. Most matches have no log: for those, no
// texts are made.

// name names a unit and its player.
func (r *round) name(u *Unit) string {
	return fmt.Sprintf("%v %d of %s", u.Kind, u.ID, r.log.Name(u.Owner))
}

// cell returns the number of a tile in pictures.
func (m *match) cell(p Pos) int { return m.colours.Index(p) }

// tell logs that something happened to a unit where it is. by may be nil.
func (r *round) tell(kind int, u, by *Unit, text string) {
	e := scene.Event{
		Kind: kind, Cell: r.cell(u.Pos), To: scene.Nowhere,
		Unit: int(u.ID), By: -1, Seat: u.Owner, Text: text,
	}
	if by != nil {
		e.By = int(by.ID)
	}
	r.log.Event(e)
}

// tellOrder logs a command that is not refused.
func (r *round) tellOrder(player int, c Command) {
	switch {
	case !r.log.On():
	case c.Dir == None:
		r.log.Order(player, int(c.Unit), "stay", scene.Nowhere)
	default:
		r.log.Order(player, int(c.Unit), c.Dir.String(), r.cell(r.board.dest(r.units[c.Unit].Pos, c.Dir)))
	}
}

func (r *round) tellBlocked(mover, other *Unit) {
	if r.log.On() {
		r.log.Fail(int(mover.ID), "blocked by "+r.name(other))
	}
}

// tellMoved is called before a unit enters a tile, if the log is on: it tells whose
// the tile is, where that matters.
func (r *round) tellMoved(u *Unit, to Pos) {
	switch owner := int(r.colours.At(to)); {
	case u.Kind == Knight || owner == u.Owner:
		r.log.Outcome(int(u.ID), "moved")
	case owner < 0:
		r.log.Outcome(int(u.ID), "moved and painted the tile")
	default:
		r.log.Outcome(int(u.ID), "moved and painted over a tile of "+r.log.Name(owner))
	}
}

// tellAttack is called when the victim has lost its health and nothing else yet.
func (r *round) tellAttack(by, victim *Unit) {
	switch {
	case !r.log.On():
	case victim.Health > 0:
		r.log.Outcome(int(by.ID), fmt.Sprintf("hit %s, which has %d health left", r.name(victim), victim.Health))
		r.tell(
			hit, victim, by, fmt.Sprintf("%s is hit by %s and has %d health left", r.name(victim), r.name(by), victim.Health))
	default:
		r.log.Outcome(int(by.ID), fmt.Sprintf("beat %s, which changes sides", r.name(victim)))
		r.tell(beaten, victim, by, fmt.Sprintf("%s is beaten by %s and changes sides", r.name(victim), r.name(by)))
	}
}

// tellAppeared is called when a unit is on the board again.
func (r *round) tellAppeared(u *Unit) {
	if r.log.On() {
		r.tell(appeared, u, nil, fmt.Sprintf("%v %d appears for %s", u.Kind, u.ID, r.log.Name(u.Owner)))
	}
}

// tellHealed is called if the log is on.
func (r *round) tellHealed(u *Unit, before int) {
	r.tell(healed, u, nil, fmt.Sprintf("%s rests and gains %d health", r.name(u), u.Health-before))
}

package battleroyale

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is told here. Nobody reads the log of most matches, and
// the texts of those are never made.

// nameOf says which unit it is, and whose.
func nameOf(u *Unit) string { return fmt.Sprintf("%v %d of player %d", u.Kind, u.ID, u.Owner) }

// tell notes that something happened to a unit where it is. by may be nil.
func (b *battle) tell(log *scene.Log, kind int, u, by *Unit, text string) {
	e := scene.Event{
		Kind: kind, Cell: b.colours.Index(u.Pos), To: scene.Nowhere,
		Unit: u.ID, By: -1, Seat: u.Owner, Text: text,
	}
	if by != nil {
		e.By = by.ID
	}
	log.Event(e)
}

// tellOrder notes a command that is not refused.
func (b *battle) tellOrder(player int, m Move, log *scene.Log) {
	switch {
	case !log.On():
	case m.Dir == None:
		log.Order(player, m.Unit, "stay", scene.Nowhere)
	default:
		log.Order(player, m.Unit, m.Dir.String(), b.colours.Index(b.board.dest(b.units[m.Unit].Pos, m.Dir)))
	}
}

func (b *battle) tellBlocked(mover, other *Unit, log *scene.Log) {
	if log.On() {
		log.Outcome(mover.ID, "blocked by "+nameOf(other))
	}
}

// tellAttack is called when the victim has lost its health and nothing else yet.
func (b *battle) tellAttack(by, victim *Unit, log *scene.Log) {
	switch {
	case !log.On():
	case victim.Health > 0:
		log.Outcome(by.ID, fmt.Sprintf("hit %s, which has %d health left", nameOf(victim), victim.Health))
		b.tell(log, hit, victim, by, fmt.Sprintf("%s is hit by %s and has %d health left", nameOf(victim), nameOf(by), victim.Health))
	default:
		log.Outcome(by.ID, fmt.Sprintf("beat %s, which changes sides", nameOf(victim)))
		b.tell(log, beaten, victim, by, fmt.Sprintf("%s is beaten by %s and changes sides", nameOf(victim), nameOf(by)))
	}
}

func (b *battle) tellAppeared(u *Unit, log *scene.Log) {
	if log.On() {
		b.tell(log, appeared, u, nil, fmt.Sprintf("%v %d appears for player %d", u.Kind, u.ID, u.Owner))
	}
}

// tellMoved says whose a tile was before a unit came to it, as far as it matters.
func tellMoved(u *Unit, owner int, log *scene.Log) {
	switch {
	case u.Kind == Knight || owner == u.Owner:
		log.Outcome(u.ID, "moved")
	case owner < 0:
		log.Outcome(u.ID, "moved and painted the tile")
	default:
		log.Outcome(u.ID, fmt.Sprintf("moved and painted over a tile of player %d", owner))
	}
}

func (b *battle) tellHealed(u *Unit, before int, log *scene.Log) {
	b.tell(log, healed, u, nil, fmt.Sprintf("%s rests and gains %d health", nameOf(u), u.Health-before))
}

package starships

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is logged here. Most matches have no log: for those, no
// texts are made.

// tell logs an event that has no direction.
func (r *round) tell(kind int, at Pos, unit, by UnitID, seat int, text string) {
	r.tellPaid(kind, at, unit, by, seat, 0, text)
}

// tellPaid logs an event that has no direction, and what it pays.
func (r *round) tellPaid(kind int, at Pos, unit, by UnitID, seat, pays int, text string) {
	r.log.Event(scene.Event{
		Kind: kind, Cell: r.cells.Index(r.setup.wrap(at)), To: scene.Nowhere, Unit: int(unit), By: int(by), Seat: seat,
		Pays: pays, Text: text,
	})
}

// nameOf names a starship and its player.
func (r *round) nameOf(ship *Unit) string {
	return fmt.Sprintf("starship %d of %s", ship.ID, r.log.Name(ship.Owner))
}

// nameOfShot names a missile by who shot it.
func (r *round) nameOfShot(shot *Shot) string {
	return "a missile of " + r.nameOf(&r.units[shot.Unit])
}

// tellOrder logs a command that counts.
func (r *round) tellOrder(player int, c Command) {
	if r.log.On() {
		r.log.Order(player, int(c.Unit), c.String(), r.target(c))
	}
}

// target is the cell that a starship is sent to or aims at.
func (r *round) target(c Command) int {
	ship := &r.units[c.Unit]
	to := c.Dir.from(ship.Pos)
	if c.Shoot {
		to = ship.Pos.Add(Pos{Col: missileSpeed})
	}
	if ship.Alive && r.setup.has(to) {
		return r.cells.Index(r.setup.wrap(to))
	}
	return scene.Nowhere
}

// tellOutcome logs what became of a command that was carried out. before and points
// are what the starship and its player's points were before.
func (r *round) tellOutcome(c Command, before Unit, points int) {
	if !r.log.On() {
		return
	}
	ship := &r.units[c.Unit]
	text := "moved"
	switch {
	case !ship.Alive:
		text = "killed on its way"
	case c.Shoot:
		text = "shot"
	case c.Dir == Slow:
		text = "stayed"
	}
	if more := r.scores[ship.Owner] - points; more > 0 {
		text += ", " + count(more, "point")
	}
	if more := ship.Missiles - before.Missiles; more > 0 {
		text += ", " + count(more, "missile")
	}
	r.log.Outcome(int(c.Unit), text)
}

// tellShot logs that a starship is about to shoot.
func (r *round) tellShot(ship *Unit) {
	if !r.log.On() {
		return
	}
	to := ship.Pos
	for range missileSpeed {
		to = r.setup.wrap(to.Add(Pos{Col: 1}))
		if r.cells.At(to) != empty {
			break
		}
	}
	r.log.Event(scene.Event{
		Kind: shotFired, Cell: r.cells.Index(ship.Pos), To: r.cells.Index(to), Unit: -1, By: int(ship.ID), Seat: ship.Owner,
		Text: r.nameOf(ship) + " shoots",
	})
}

// tellBreak logs that a missile is about to destroy the thing in a cell.
func (r *round) tellBreak(shot *Shot, at Pos) {
	if r.log.On() {
		text := fmt.Sprintf("%s destroys %s", r.nameOfShot(shot), r.at(at).kind().one())
		r.tell(thingBroken, at, -1, shot.Unit, shot.Owner, text)
	}
}

// one names one thing of this kind.
func (k Kind) one() string {
	if k == Asteroid {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// tellHit logs that a missile and a starship met.
func (r *round) tellHit(shot *Shot, victim UnitID, at Pos) {
	if !r.log.On() {
		return
	}
	ship := &r.units[victim]
	text, pays := fmt.Sprintf("%s destroys %s", r.nameOfShot(shot), r.nameOf(ship)), 0
	if shot.Owner != ship.Owner {
		pays = r.setup.settings.KillPoints
		text += ": " + count(pays, "point")
	}
	r.tellPaid(destroyed, at, victim, shot.Unit, ship.Owner, pays, text)
}

// tellCrash logs that a starship was destroyed by the thing in a cell, an asteroid or
// another starship.
func (r *round) tellCrash(ship *Unit, at Pos, there cell) {
	if !r.log.On() {
		return
	}
	id := there.starship()
	if id < 0 {
		r.tell(destroyed, at, ship.ID, -1, ship.Owner, r.nameOf(ship)+" crashes into "+there.kind().one())
		return
	}
	other := &r.units[id]
	r.tell(destroyed, at, ship.ID, id, ship.Owner, fmt.Sprintf("%s crashes into %s", r.nameOf(ship), r.nameOf(other)))
	r.tell(
		destroyed, at, id, ship.ID, other.Owner, fmt.Sprintf("%s is destroyed, as %s crashes into it", r.nameOf(other),
			r.nameOf(ship)))
}

// tellBonus logs that a starship took a bonus of n things, which pays points.
func (r *round) tellBonus(ship *Unit, at Pos, n int, thing string, pays int) {
	if r.log.On() {
		text := fmt.Sprintf("%s takes a bonus: %s", r.nameOf(ship), count(n, thing))
		r.tellPaid(bonusTaken, at, ship.ID, -1, ship.Owner, pays, text)
	}
}

// tellBack logs that a starship came back.
func (r *round) tellBack(ship *Unit) {
	if r.log.On() {
		r.tell(cameBack, ship.Pos, ship.ID, -1, ship.Owner, r.nameOf(ship)+" is back")
	}
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

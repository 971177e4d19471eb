package starships

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// The events that can happen, as indices in the legend.
const (
	deathEvent = iota
	shotEvent
	breakEvent
	gainEvent
	birthEvent
)

// What follows tells of a round that is being played. Nobody reads most rounds,
// and the texts of those are never made.

// tell notes an event that has no direction.
func (u *universe) tell(kind int, at Pos, unit, by, seat int, text string) {
	u.log.Event(scene.Event{
		Kind: kind, Cell: u.cells.Index(u.settings.wrap(at)), To: scene.Nowhere, Unit: unit, By: by, Seat: seat, Text: text,
	})
}

// name names a starship in a sentence.
func (s *Unit) name() string { return fmt.Sprintf("starship %d of player %d", s.ID, s.Owner) }

// name names a missile in a sentence.
func (m *Shot) name() string {
	return fmt.Sprintf("a missile of starship %d of player %d", m.Unit, m.Owner)
}

// text says what a starship is told.
func (c Command) text() string {
	switch {
	case c.Shoot:
		return "shoot"
	case !c.Dir.Valid():
		return fmt.Sprintf("direction %d", c.Dir)
	}
	return c.Dir.String()
}

// tellOrder notes a command, and why it is dropped if it is.
func (u *universe) tellOrder(player int, c Command, dropped error) {
	switch {
	case !u.log.On():
	case dropped != nil:
		u.log.Refuse(player, c.Unit, c.text(), dropped.Error())
	default:
		u.log.Order(player, c.Unit, c.text(), u.target(c))
	}
}

// target is the cell that a starship is sent to or aims at.
func (u *universe) target(c Command) int {
	offset := c.Dir.Offset()
	if c.Shoot {
		offset = Pos{Col: missileSpeed}
	}
	ship := &u.units[c.Unit]
	if to := ship.Pos.Add(offset); ship.Alive && u.settings.has(to) {
		return u.cells.Index(u.settings.wrap(to))
	}
	return scene.Nowhere
}

// tellOutcome says what became of a command that was carried out, by what the
// starship and its player's points were before.
func (u *universe) tellOutcome(c Command, before Unit, points int) {
	if !u.log.On() {
		return
	}
	ship := &u.units[c.Unit]
	text := "moved"
	switch {
	case !ship.Alive:
		text = "killed on its way"
	case c.Shoot:
		text = "shot"
	case c.Dir == Slow:
		text = "stayed"
	}
	if more := u.scores[ship.Owner] - points; more > 0 {
		text += ", " + count(more, "point")
	}
	if more := ship.Missiles - before.Missiles; more > 0 {
		text += ", " + count(more, "missile")
	}
	u.log.Outcome(c.Unit, text)
}

// tellShot notes that a starship is about to shoot.
func (u *universe) tellShot(ship *Unit) {
	if !u.log.On() {
		return
	}
	to := ship.Pos
	for range missileSpeed {
		to = u.settings.wrap(to.Add(Pos{Col: 1}))
		if u.cells.At(to) != empty {
			break
		}
	}
	u.log.Event(scene.Event{
		Kind: shotEvent, Cell: u.cells.Index(ship.Pos), To: u.cells.Index(to), Unit: -1, By: ship.ID, Seat: ship.Owner,
		Text: ship.name() + " shoots",
	})
}

// tellHit notes that a missile is about to destroy what is in a cell.
func (u *universe) tellHit(m *Shot, at Pos) {
	if u.log.On() {
		u.tell(breakEvent, at, -1, m.Unit, m.Owner, fmt.Sprintf("%s destroys %s", m.name(), u.at(at).kind().one()))
	}
}

// one is one of this kind, in a sentence.
func (k Kind) one() string {
	if k == Asteroid {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// tellShotDown notes that a missile and a starship met.
func (u *universe) tellShotDown(m *Shot, victim int, at Pos) {
	if !u.log.On() {
		return
	}
	ship := &u.units[victim]
	text := fmt.Sprintf("%s is destroyed by %s", ship.name(), m.name())
	if m.Owner != ship.Owner {
		text += ": " + count(u.settings.KillPoints, "point")
	}
	u.tell(deathEvent, at, victim, m.Unit, ship.Owner, text)
}

// tellCrash notes that a starship was destroyed by what was in a cell, an asteroid
// or another starship.
func (u *universe) tellCrash(ship *Unit, at Pos, there cell) {
	if !u.log.On() {
		return
	}
	id := there.starship()
	if id < 0 {
		u.tell(deathEvent, at, ship.ID, -1, ship.Owner, ship.name()+" crashes into "+there.kind().one())
		return
	}
	other := &u.units[id]
	u.tell(deathEvent, at, ship.ID, id, ship.Owner, fmt.Sprintf("%s crashes into %s", ship.name(), other.name()))
	u.tell(deathEvent, at, id, ship.ID, other.Owner, fmt.Sprintf("%s is destroyed, as %s crashes into it", other.name(), ship.name()))
}

// tellBonus notes that a starship took a bonus of so many things.
func (u *universe) tellBonus(ship *Unit, at Pos, n int, thing string) {
	if u.log.On() {
		u.tell(gainEvent, at, ship.ID, -1, ship.Owner, fmt.Sprintf("%s takes a bonus: %s", ship.name(), count(n, thing)))
	}
}

// tellBack notes that a starship came back.
func (u *universe) tellBack(ship *Unit) {
	if u.log.On() {
		u.tell(birthEvent, ship.Pos, ship.ID, -1, ship.Owner, ship.name()+" is back")
	}
}

package moria

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// The events that can happen, as indices in the legend.
const (
	deathEvent = iota
	balrogEvent
	hitEvent
	digEvent
	treasureEvent
	conquestEvent
	rebirthEvent
	orcEvent
	healEvent
)

// What follows tells of a round that is being played. Nobody reads most rounds,
// and the texts of those are never made.

// tell notes an event that has no direction.
func (b *battle) tell(kind int, at Pos, unit, by, seat int, text string) {
	b.log.Event(scene.Event{
		Kind: kind, Cell: b.cells.Index(at), To: scene.Nowhere, Unit: unit, By: by, Seat: seat, Text: text,
	})
}

// name names a unit in a sentence.
func (u *Unit) name() string {
	switch {
	case u.Kind == Balrog:
		return "the Balrog"
	case u.Kind.IsSauron():
		return fmt.Sprintf("%v %d", u.Kind, u.ID)
	}
	return fmt.Sprintf("%v %d of player %d", u.Kind, u.ID, u.Owner)
}

// tellOrder notes a command, and why it is struck if it is.
func (b *battle) tellOrder(clan, id int, d Dir, struck error) {
	if !b.log.On() {
		return
	}
	text := d.String()
	if !d.Valid() {
		text = fmt.Sprintf("direction %d", d)
	}
	if struck != nil {
		b.log.Refuse(clan, id, text, struck.Error())
		return
	}
	target := scene.Nowhere
	if to := d.From(b.units[id].Pos); b.at.Has(to) {
		target = b.at.Index(to)
	}
	b.log.Order(clan, id, text, target)
}

// tellBlocked says what keeps a unit from going to a cell.
func (b *battle) tellBlocked(id int, to Pos) {
	if !b.log.On() {
		return
	}
	obstacle := b.cells.At(to).terrain().String()
	if other := b.at.At(to); other >= 0 {
		obstacle = b.units[other].name()
	}
	b.log.Outcome(id, "blocked by "+obstacle)
}

// tellBlow notes that a unit hit another, which is given as it was before.
func (b *battle) tellBlow(by int, victim Unit, damage int) {
	if !b.log.On() {
		return
	}
	blow := fmt.Sprintf("hit %s for %d", victim.name(), damage)
	if b.dead[victim.ID] {
		b.tellDeath(victim, by)
		b.log.Outcome(by, blow+" and killed it")
		return
	}
	left := b.units[victim.ID].Health
	b.tell(hitEvent, victim.Pos, victim.ID, by, b.concerned(victim, by), fmt.Sprintf("%s hits %s for %d: %d left", b.units[by].name(), victim.name(), damage, left))
	b.log.Outcome(by, blow)
}

// concerned is the player to whom it matters most what a unit does to another.
func (b *battle) concerned(victim Unit, by int) int {
	if victim.Owner >= 0 {
		return victim.Owner
	}
	return b.units[by].Owner
}

// tellDeath notes that a unit killed another, which is given as it was before.
func (b *battle) tellDeath(victim Unit, by int) {
	if !b.log.On() {
		return
	}
	kind := deathEvent
	if b.units[by].Kind == Balrog {
		kind = balrogEvent
	}
	b.tell(kind, victim.Pos, victim.ID, by, b.concerned(victim, by), fmt.Sprintf("%s is killed by %s%s", victim.name(), b.units[by].name(), b.heir(victim)))
}

// heir says whose a dead unit is going to be, if it is anybody's.
func (b *battle) heir(victim Unit) string {
	if victim.Kind.IsSauron() {
		return ""
	}
	return fmt.Sprintf(" and goes to player %d", b.units[victim.ID].Owner)
}

// tellFatalStep notes that a step into an abyss or beside the Balrog killed a unit,
// which is given as it was before.
func (b *battle) tellFatalStep(victim Unit, to Pos) {
	switch {
	case !b.log.On():
	case b.cells.At(to) == abyss:
		b.tell(deathEvent, to, victim.ID, -1, victim.Owner, fmt.Sprintf("%s falls into an abyss%s", victim.name(), b.heir(victim)))
		b.log.Outcome(victim.ID, "fell into an abyss")
	default:
		b.tellDeath(victim, b.settings.balrog())
		b.log.Outcome(victim.ID, "killed by the Balrog")
	}
}

// tellDig notes that a dwarf hit rock.
func (b *battle) tellDig(id int, p Pos) {
	if !b.log.On() {
		return
	}
	c := b.cells.At(p)
	if c.isRock() {
		b.log.Outcome(id, fmt.Sprintf("hit rock: %s it", opens(c.hits(b.settings.RockResistance))))
		return
	}
	opened := "a cave"
	if c == abyss {
		opened = "an abyss"
	}
	u := &b.units[id]
	b.tell(digEvent, p, -1, id, u.Owner, u.name()+" opens "+opened)
	b.log.Outcome(id, "opened "+opened)
}

// tellConquest notes that a dwarf went to a cave, which was like that before.
func (b *battle) tellConquest(id int, was cell) {
	if !b.log.On() {
		return
	}
	u := &b.units[id]
	switch owner := was.owner(); {
	case was == treasure:
		b.tell(treasureEvent, u.Pos, id, -1, u.Owner, u.name()+" takes a treasure")
		b.log.Outcome(id, "moved and took a treasure")
	case owner == u.Owner:
		b.log.Outcome(id, "moved")
	case owner >= 0:
		b.tell(conquestEvent, u.Pos, -1, id, u.Owner, fmt.Sprintf("%s conquers a cell of player %d", u.name(), owner))
		b.log.Outcome(id, fmt.Sprintf("moved and conquered a cell of player %d", owner))
	default:
		b.log.Outcome(id, "moved and conquered the cell")
	}
}

// tellOrc notes that an orc came.
func (b *battle) tellOrc(id int) {
	if b.log.On() {
		b.tell(orcEvent, b.units[id].Pos, id, -1, scene.Nobody, b.units[id].name()+" comes out of an abyss")
	}
}

// tellRebirth notes that a unit is reborn.
func (b *battle) tellRebirth(id int) {
	if b.log.On() {
		u := &b.units[id]
		b.tell(rebirthEvent, u.Pos, id, -1, u.Owner, u.name()+" is reborn")
	}
}

// tellHealing notes that a wizard is about to heal a unit, if it needs it.
func (b *battle) tellHealing(wizard, id int) {
	if u := &b.units[id]; b.log.On() && u.Health < fullHealth(u.Kind) {
		b.tell(healEvent, u.Pos, id, wizard, u.Owner, fmt.Sprintf("%s is healed by %s", u.name(), b.units[wizard].name()))
	}
}

package moria

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is logged here. Most matches have no log: for those, no
// texts are made.

// tell logs an event that has no direction.
func (r *round) tell(kind int, at Pos, unit, by UnitID, seat int, text string) {
	r.log.Event(scene.Event{
		Kind: kind, Cell: r.cells.Index(at), To: scene.Nowhere, Unit: int(unit), By: int(by), Seat: seat, Text: text,
	})
}

// nameOf names a unit in a sentence.
func (r *round) nameOf(u *Unit) string {
	switch {
	case u.Kind == Balrog:
		return "the Balrog"
	case u.Kind.isSauron():
		return fmt.Sprintf("%v %d", u.Kind, u.ID)
	}
	return fmt.Sprintf("%v %d of %s", u.Kind, u.ID, r.log.Name(u.Owner))
}

// tellOrder logs a command and, if it is refused, the reason.
func (r *round) tellOrder(clan int, c Command, why string) {
	switch {
	case !r.log.On():
	case why != "":
		r.log.Refuse(clan, int(c.Unit), c.Dir.String(), why)
	case c.Dir == None:
		r.log.Order(clan, int(c.Unit), "stay", scene.Nowhere)
		r.log.Outcome(int(c.Unit), "stayed")
	default:
		target := scene.Nowhere
		if to := c.Dir.from(r.units[c.Unit].Pos); r.at.Has(to) {
			target = r.at.Index(to)
		}
		r.log.Order(clan, int(c.Unit), c.Dir.String(), target)
	}
}

// tellBlocked logs what keeps a unit from going to a cell.
func (r *round) tellBlocked(id UnitID, to Pos) {
	if !r.log.On() {
		return
	}
	obstacle := r.cells.At(to).terrain().String()
	if other := r.unitAt(to); other >= 0 {
		obstacle = r.nameOf(&r.units[other])
	}
	r.log.Fail(int(id), "blocked by "+obstacle)
}

// tellBlow logs that a unit hit another, which is given as it was before.
func (r *round) tellBlow(by UnitID, victim Unit, damage int) {
	if !r.log.On() {
		return
	}
	name := r.nameOf(&victim)
	blow := fmt.Sprintf("hit %s for %d", name, damage)
	if r.dead[victim.ID] {
		r.tellDeath(victim, by)
		r.log.Outcome(int(by), blow+" and killed it")
		return
	}
	left := r.units[victim.ID].Health
	r.tell(hitEvent, victim.Pos, victim.ID, by, r.concerned(victim, by),
		fmt.Sprintf("%s hits %s for %d: %d left", r.nameOf(&r.units[by]), name, damage, left))
	r.log.Outcome(int(by), blow)
}

// concerned returns the player to whom it matters most what a unit does to another.
func (r *round) concerned(victim Unit, by UnitID) int {
	if victim.Owner >= 0 {
		return victim.Owner
	}
	return r.units[by].Owner
}

// tellDeath logs that a unit killed another, which is given as it was before.
func (r *round) tellDeath(victim Unit, by UnitID) {
	if !r.log.On() {
		return
	}
	kind := deathEvent
	if r.units[by].Kind == Balrog {
		kind = balrogEvent
	}
	text := fmt.Sprintf("%s is killed by %s%s", r.nameOf(&victim), r.nameOf(&r.units[by]), r.heir(victim))
	r.tell(kind, victim.Pos, victim.ID, by, r.concerned(victim, by), text)
}

// heir describes to whom a dead unit will belong, if to anybody.
func (r *round) heir(victim Unit) string {
	if victim.Kind.isSauron() {
		return ""
	}
	return " and goes to " + r.log.Name(r.units[victim.ID].Owner)
}

// tellFatalStep logs that a step into an abyss or beside the Balrog killed a unit,
// which is given as it was before.
func (r *round) tellFatalStep(victim Unit, to Pos) {
	switch {
	case !r.log.On():
	case r.cells.At(to) == abyss:
		r.tell(deathEvent, to, victim.ID, -1, victim.Owner,
			fmt.Sprintf("%s falls into an abyss%s", r.nameOf(&victim), r.heir(victim)))
		r.log.Outcome(int(victim.ID), "fell into an abyss")
	default:
		r.tellDeath(victim, r.setup.settings.balrog())
		r.log.Outcome(int(victim.ID), "killed by the Balrog")
	}
}

// tellDig logs that a dwarf hit rock.
func (r *round) tellDig(id UnitID, p Pos) {
	if !r.log.On() {
		return
	}
	c := r.cells.At(p)
	if c.isRock() {
		r.log.Outcome(int(id), fmt.Sprintf("hit rock: %s it", opens(c.hits(r.setup.settings.RockResistance))))
		return
	}
	opened := "a cave"
	if c == abyss {
		opened = "an abyss"
	}
	u := &r.units[id]
	r.tell(digEvent, p, -1, id, u.Owner, r.nameOf(u)+" opens "+opened)
	r.log.Outcome(int(id), "opened "+opened)
}

// tellConquest logs that a dwarf went into a cave, which was like that before.
func (r *round) tellConquest(id UnitID, was cell) {
	if !r.log.On() {
		return
	}
	u := &r.units[id]
	switch owner := was.owner(); {
	case was == treasure:
		r.log.Event(scene.Event{
			Kind: treasureEvent, Cell: r.cells.Index(u.Pos), To: scene.Nowhere, Unit: int(id), By: -1, Seat: u.Owner,
			Pays: r.setup.settings.TreasureValue, Text: r.nameOf(u) + " takes a treasure",
		})
		r.log.Outcome(int(id), "moved and took a treasure")
	case owner == u.Owner:
		r.log.Outcome(int(id), "moved")
	case owner >= 0:
		r.tell(conquestEvent, u.Pos, -1, id, u.Owner, r.conquest(r.nameOf(u), owner))
		r.log.Outcome(int(id), "moved and conquered a cell of "+r.log.Name(owner))
	default:
		r.log.Outcome(int(id), "moved and conquered the cell")
	}
}

func (r *round) conquest(by string, owner int) string {
	return fmt.Sprintf("%s conquers a cell of %s", by, r.log.Name(owner))
}

// tellOrc logs that an orc came.
func (r *round) tellOrc(id UnitID) {
	if r.log.On() {
		u := &r.units[id]
		r.tell(orcEvent, u.Pos, id, -1, scene.Nobody, r.nameOf(u)+" comes out of an abyss")
	}
}

// tellRebirth logs that a unit is reborn.
func (r *round) tellRebirth(id UnitID) {
	if r.log.On() {
		u := &r.units[id]
		r.tell(rebirthEvent, u.Pos, id, -1, u.Owner, r.nameOf(u)+" is reborn")
	}
}

// tellHealing logs that a wizard is about to heal a unit, if it needs it.
func (r *round) tellHealing(wizard, id UnitID) {
	if u := &r.units[id]; r.log.On() && u.Health < fullHealth(u.Kind) {
		r.tell(
			healEvent, u.Pos, id, wizard, u.Owner, fmt.Sprintf("%s is healed by %s", r.nameOf(u), r.nameOf(&r.units[wizard])))
	}
}

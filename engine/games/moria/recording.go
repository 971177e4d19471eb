package moria

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Recording reads a match record, to be shown. A record has no commands, but what
// was done; what happened is told as far as that and the states before and after
// a round leave no doubt.
func (of rules) Recording(text []byte) (engine.Recording, error) {
	record, err := ReadRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	r := engine.Recording{
		Names:  record.Names,
		Seed:   strconv.Itoa(record.Seed),
		Legend: of.Legend(record.states[0]),
		Scenes: []scene.Scene{of.Scene(record.states[0])},
	}
	for round, after := range record.states[1:] {
		p := passage{before: record.states[round], after: after, log: new(scene.Log), told: map[int]bool{}}
		p.tellMoves()
		p.tellUnits()
		p.tellCells()
		r.Scenes = append(r.Scenes, of.Scene(after))
		r.Logs = append(r.Logs, *p.log)
		r.Statuses = append(r.Statuses, slices.Clone(after.status))
	}
	return r, nil
}

// passage is a round of a record: the states before and after it.
type passage struct {
	before, after *mountain
	log           *scene.Log
	told          map[int]bool // by unit: whether its death has been told
}

// died says whether a unit was killed: then dwarves and wizards have another clan.
// Trolls and orcs never go farther than a cell. Rules 10 to 14.
func (p *passage) died(id int) bool {
	was, is := p.before.units[id], p.after.units[id]
	switch {
	case was.Pos == nowhere:
		return false
	case was.Kind.IsSauron():
		return is.Pos == nowhere || Chebyshev(was.Pos, is.Pos) > 1
	}
	return was.Owner != is.Owner
}

// tellMoves tells what dwarves and wizards did.
func (p *passage) tellMoves() {
	b, end := battle{mountain: p.before, log: p.log}, battle{mountain: p.after, log: p.log}
	earlier := map[Pos]int{} // units that went against a cell, or into it
	for _, m := range p.after.moves {
		if m.Unit >= p.before.settings.firstOrc() {
			break // Sauron's come last
		}
		was := p.before.units[m.Unit]
		to := m.Dir.From(was.Pos)
		b.tellOrder(was.Owner, m.Unit, m.Dir, nil)
		if p.died(m.Unit) && p.isFatal(to) {
			end.tellFatalStep(was, to)
			p.told[m.Unit] = true
		} else {
			p.log.Outcome(m.Unit, p.outcome(m.Unit, to, earlier[to]))
		}
		earlier[to]++
	}
}

// isFatal says whether who goes to a cell dies, as far as that is certain. Nobody
// is beside the Balrog before it moves, and only orcs are over abysses. Rules 10.
func (p *passage) isFatal(to Pos) bool {
	if p.before.cells.At(to) == abyss {
		return p.before.free(to)
	}
	return p.before.cells.At(to).isOpen() && Chebyshev(to, p.before.balrog().Pos) == 1
}

// outcome says what became of a unit that went against a cell or into it, after so
// many others. Nobody moves twice in a round.
func (p *passage) outcome(id int, to Pos, earlier int) string {
	was, is := p.before.units[id], p.after.units[id]
	switch c := p.before.cells.At(to); {
	case p.died(id):
		return "killed in this round"
	case is.Pos == to && c == treasure && was.Kind == Dwarf && earlier == 0:
		return "moved and took a treasure"
	case is.Pos == to:
		return "moved"
	case earlier < c.hits(p.before.settings.RockResistance):
		return "hit rock"
	}
	if other := int(p.before.at.At(to)); other >= 0 && !p.died(other) && (other >= p.before.settings.firstOrc() || p.after.units[other].Pos == to) {
		return "hit " + p.before.units[other].name()
	}
	return "hit who was there"
}

// tell notes an event that has no direction.
func (p *passage) tell(kind int, at Pos, unit, seat int, text string) {
	b := battle{mountain: p.before, log: p.log}
	b.tell(kind, at, unit, -1, seat, text)
}

// tellUnits tells of deaths, births and health.
func (p *passage) tellUnits() {
	b := battle{mountain: p.after, log: p.log}
	for id := range p.before.units {
		was, is := p.before.units[id], p.after.units[id]
		died := p.died(id)
		if died && !p.told[id] {
			p.tell(deathEvent, was.Pos, id, was.Owner, was.name()+" is killed"+b.heir(was))
		}
		switch {
		case is.Pos == nowhere:
		case is.Kind == Orc && (died || was.Pos == nowhere):
			b.tellOrc(id)
		case died:
			b.tellRebirth(id)
		case is.Health < was.Health:
			p.tell(hitEvent, is.Pos, id, is.Owner, fmt.Sprintf("%s loses %d health: %d left", is.name(), was.Health-is.Health, is.Health))
		case is.Health > was.Health:
			p.tell(healEvent, is.Pos, id, is.Owner, is.name()+" is healed")
		}
	}
}

// tellCells tells what was dug, taken and conquered.
func (p *passage) tellCells() {
	for i, was := range p.before.cells.Cells() {
		is, at := p.after.cells.Cells()[i], p.before.cells.Pos(i)
		switch {
		case was == is:
		case was.isRock() && is == abyss:
			p.tell(digEvent, at, -1, scene.Nobody, "an abyss opens")
		case was.isRock() && !is.isRock():
			p.tell(digEvent, at, -1, is.owner(), "a cave opens")
		case was == treasure:
			p.tell(treasureEvent, at, -1, is.owner(), "a treasure is taken")
		case was.isOwned() && is.isOwned():
			p.tell(conquestEvent, at, -1, is.owner(), fmt.Sprintf("player %d conquers a cell of player %d", is.owner(), was.owner()))
		}
	}
}

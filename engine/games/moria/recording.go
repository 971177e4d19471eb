package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

var _ engine.Recorder = rules{}

// Recording reads a match record, to be shown. Instead of commands, a record has the
// actions that were carried out. Events are logged where the actions and the states
// before and after a round leave no doubt.
func (rules) Recording(text []byte) (engine.Recording, error) {
	record, err := readRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	return engine.NewRecording(record.names, record.seed, record.states, explain), nil
}

// explain logs the events between two states of a record that the states show. It returns
// the statuses after them.
func explain(before, after *match, log *scene.Log) []engine.Status {
	p := passage{&round{match: before, log: log}, &round{match: after, log: log}, log, map[UnitID]bool{}}
	p.tellMoves()
	p.tellUnits()
	p.tellCells()
	return after.status
}

// passage is a round of a record: the states before and after it.
type passage struct {
	before, after *round
	log           *scene.Log
	told          map[UnitID]bool // whether the unit's death has been told
}

// died reports whether a unit was killed: then dwarves and wizards have another clan.
// Trolls and orcs never go farther than a cell. Rules 10 to 14.
func (p *passage) died(id UnitID) bool {
	was, is := p.before.units[id], p.after.units[id]
	switch {
	case was.Pos == nowhere:
		return false
	case was.Kind.isSauron():
		return is.Pos == nowhere || chebyshev(was.Pos, is.Pos) > 1
	}
	return was.Owner != is.Owner
}

// tellMoves logs what dwarves and wizards did.
func (p *passage) tellMoves() {
	earlier := map[Pos]int{} // units that went against a cell, or into it
	for _, c := range p.after.moves {
		if !p.before.isPrey(c.Unit) {
			break // Sauron's come last
		}
		was := p.before.units[c.Unit]
		to := c.Dir.from(was.Pos)
		p.before.tellOrder(was.Owner, c, "")
		if p.died(c.Unit) && p.isFatal(to) {
			p.after.tellFatalStep(was, to)
			p.told[c.Unit] = true
		} else {
			p.log.Outcome(int(c.Unit), p.outcome(c.Unit, to, earlier[to]))
		}
		earlier[to]++
	}
}

// isFatal reports whether a unit that goes to a cell dies for certain.
// Nobody is beside the Balrog before it moves, and only orcs are over abysses.
// Rules 10.
func (p *passage) isFatal(to Pos) bool {
	if p.before.cells.At(to) == abyss {
		return p.before.isFree(to)
	}
	return p.before.cells.At(to).isOpen() && chebyshev(to, p.before.balrog().Pos) == 1
}

// outcome returns what became of a unit that went against a cell or into it, after a
// number of others. No unit moves twice in a round.
func (p *passage) outcome(id UnitID, to Pos, earlier int) string {
	was, is := p.before.units[id], p.after.units[id]
	switch c := p.before.cells.At(to); {
	case p.died(id):
		return "killed in this round"
	case is.Pos == to && c == treasure && was.Kind == Dwarf && earlier == 0:
		return "moved and took a treasure"
	case is.Pos == to:
		return "moved"
	case earlier < c.hits(p.before.setup.settings.RockResistance):
		return "hit rock"
	}
	other := p.before.unitAt(to)
	if other >= 0 && !p.died(other) && (!p.before.isPrey(other) || p.after.units[other].Pos == to) {
		return "hit " + p.before.nameOf(&p.before.units[other])
	}
	return "hit who was there"
}

// tellUnits logs deaths, births and health.
func (p *passage) tellUnits() {
	for k := range p.before.units {
		id := UnitID(k)
		was, is := p.before.units[id], p.after.units[id]
		died := p.died(id)
		if died && !p.told[id] {
			p.before.tell(deathEvent, was.Pos, id, -1, was.Owner, p.before.nameOf(&was)+" is killed"+p.after.heir(was))
		}
		switch {
		case is.Pos == nowhere:
		case is.Kind == Orc && (died || was.Pos == nowhere):
			p.after.tellOrc(id)
		case died:
			p.after.tellRebirth(id)
		case is.Health < was.Health:
			p.after.tell(hitEvent, is.Pos, id, -1, is.Owner,
				fmt.Sprintf("%s loses %d health: %d left", p.after.nameOf(&is), was.Health-is.Health, is.Health))
		case is.Health > was.Health:
			p.after.tell(healEvent, is.Pos, id, -1, is.Owner, p.after.nameOf(&is)+" is healed")
		}
	}
}

// tellCells logs the cells that were dug, taken and conquered.
func (p *passage) tellCells() {
	tell := func(kind int, at Pos, seat int, text string) { p.after.tell(kind, at, -1, -1, seat, text) }
	for i, was := range p.before.cells.Cells() {
		is, at := p.after.cells.Cells()[i], p.before.cells.Pos(i)
		switch {
		case was == is:
		case was.isRock() && is == abyss:
			tell(digEvent, at, scene.Nobody, "an abyss opens")
		case was.isRock() && !is.isRock():
			tell(digEvent, at, is.owner(), "a cave opens")
		case was == treasure:
			tell(treasureEvent, at, is.owner(), "a treasure is taken")
		case was.isOwned() && is.isOwned():
			tell(conquestEvent, at, is.owner(), p.after.conquest(p.log.Name(is.owner()), was.owner()))
		}
	}
}

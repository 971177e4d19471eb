package moria

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// round is a match while a round is played on it.
type round struct {
	*match
	rand *engine.Rand
	log  *scene.Log // may be nil
	dead []bool     // by unit: whether it was killed in this round
	fell []Pos      // by unit: where
	told []bool     // by dwarf and wizard: whether it has had its one command
	// The rest is kept from one round to the next only for its memory.
	scent   scent
	given   []Command
	places  []Pos
	waiting []UnitID
}

// faulty reports whether the match is played with two faults of the original program.
// Rules 17, Q1 and Q2.
func (r *round) faulty() bool { return r.setup.settings.OriginalFaults != 0 }

func newRound(m *match, rand *engine.Rand, log *scene.Log) *round {
	n := len(m.units)
	flags := make([]bool, n+int(m.setup.settings.firstOrc()))
	if m.areas == nil {
		m.areas = new(areas)
		m.survey()
	}
	return &round{match: m, rand: rand, log: log, dead: flags[:n], fell: make([]Pos, n), told: flags[n:]}
}

// Step plays a round.
func (m *match) Step(turns []engine.Turn[*Commands], rand *engine.Rand, log *scene.Log) *match {
	r := newRound(m.clone(), rand, log)
	r.play(turns)
	return r.match
}

// play plays the round. Rules 8. If another round has been played before, it goes on
// from there.
func (r *round) play(turns []engine.Turn[*Commands]) {
	clear(r.dead)
	clear(r.told)
	for clan, t := range turns {
		r.status[clan] = t.Status
	}
	r.interleave(r.collect(turns))
	r.moveOrcs()
	r.moveTrolls()
	r.moveBalrog()
	r.summon()
	r.rebirth()
	r.heal()
	r.round++
}

// collect lists the commands that take part in the round, by clan. Rules 9.
func (r *round) collect(turns []engine.Turn[*Commands]) (lists [clans][]Command) {
	r.given = slices.Grow(r.given[:0], len(r.told)) // one for each unit
	for clan, t := range turns {
		first := len(r.given)
		r.takePart(clan, t.Commands)
		lists[clan] = r.given[first:]
	}
	r.moves = slices.Grow(r.moves[:0], len(r.units))
	return lists
}

// takePart adds the commands of a clan that take part in the round, and notes which
// units have had their one command.
func (r *round) takePart(clan int, given *Commands) {
	for _, c := range commands.Given(given) {
		unit := r.unit(c.Unit)
		own := unit != nil && unit.Owner == clan
		why := r.refusal(clan, c, own && r.told[c.Unit])
		if own && c.Dir.valid() {
			r.told[c.Unit] = true
		}
		r.tellOrder(clan, c, why)
		if why == "" && c.Dir != None {
			r.given = append(r.given, c)
		}
	}
}

// interleave carries out the commands, drawing each time the clan whose next one
// it is. Rules 9.
func (r *round) interleave(lists [clans][]Command) {
	var all [clans]int
	left := all[:0]
	for clan, list := range lists {
		if len(list) > 0 {
			left = append(left, clan)
		}
	}
	for len(left) > 0 {
		k := r.rand.Draw(1, len(left)) - 1
		list := &lists[left[k]]
		c := (*list)[0]
		if *list = (*list)[1:]; len(*list) == 0 {
			left = slices.Delete(left, k, k+1)
		}
		if r.dead[c.Unit] {
			r.log.Fail(int(c.Unit), "killed before its turn")
		} else if r.move(c) {
			r.moves = append(r.moves, c)
		}
	}
}

// move carries out a command, and reports whether anything came of it. Rules 10.
func (r *round) move(c Command) bool {
	u := &r.units[c.Unit]
	to := c.Dir.from(u.Pos)
	if !r.at.Has(to) {
		r.log.Fail(int(c.Unit), "blocked by the edge of the board")
		return false
	}
	if !r.isFree(to) {
		return r.strike(u, to)
	}
	switch is := r.cells.At(to); {
	case is == granite, is.isRock() && u.Kind == Wizard:
		r.tellBlocked(u.ID, to)
		return false
	case is.isRock():
		r.dig(to)
		r.tellDig(u.ID, to)
	case is == abyss, chebyshev(to, r.balrog().Pos) == 1:
		victim := *u
		r.kill(u.ID, sauron)
		r.tellFatalStep(victim, to)
	case is.isCave() && u.Kind == Dwarf:
		r.conquer(u, to)
		r.tellConquest(u.ID, is)
	default:
		r.walk(u.ID, to)
		r.log.Outcome(int(c.Unit), "moved")
	}
	return true
}

// strike lets a unit go against the one on a cell, and reports whether it hit it.
func (r *round) strike(u *Unit, to Pos) bool {
	other := r.unitAt(to)
	victim := r.units[other]
	victim.Pos = to // it may have left but its number there
	if u.Kind == Wizard || victim.Owner == u.Owner {
		r.tellBlocked(u.ID, to)
		return false
	}
	damage := r.rand.Draw(MinDwarfDamage, MaxDwarfDamage)
	r.hit(other, damage, u.Owner)
	r.tellBlow(u.ID, victim, damage)
	return true
}

// conquer lets a dwarf go into a cave.
func (r *round) conquer(u *Unit, to Pos) {
	if r.cells.At(to) == treasure {
		r.treasures[u.Owner]++
		r.log.Pay(u.Owner, fromTreasures, r.setup.settings.TreasureValue)
	}
	r.own(to, u.Owner)
	r.walk(u.ID, to)
}

// dig is a hit on rock. The last one opens it.
func (r *round) dig(p Pos) {
	fresh := r.setup.settings.RockResistance
	switch hits := r.cells.At(p).hits(fresh) - 1; {
	case hits > 0:
		r.cells.Set(p, rockLeft(hits, fresh))
	case r.rand.Draw(1, abyssOdds) == 1:
		r.cells.Set(p, abyss)
		r.change(p, abyss)
	default:
		r.cells.Set(p, cave)
		r.change(p, cave)
	}
}

// sauron is the killer when it isn't a clan.
const sauron = -1

// hit lowers the health of a unit. Rules 10, damage. One that is dead already was hit
// where it has left its number. Rules 17, P.
func (r *round) hit(id UnitID, damage, by int) {
	u := &r.units[id]
	if r.dead[id] {
		return
	}
	u.Health = max(u.Health-damage, 0)
	if u.Health == 0 {
		r.kill(id, by)
	}
}

// kill takes a unit off the board. A clan that kills a dwarf or wizard gets it;
// Sauron leaves it to one of the other clans. Rules 10, death.
func (r *round) kill(id UnitID, by int) {
	u := &r.units[id]
	r.fell[id] = u.Pos
	r.dead[id] = true
	u.Health = 0
	r.lift(id)
	switch {
	case u.Kind.isSauron():
	case by == sauron:
		other := r.rand.Draw(0, r.setup.settings.Players-2)
		if other >= u.Owner {
			other++
		}
		u.Owner = other
	default:
		u.Owner = by
	}
}

// heal lets wizards heal their clan's units straight beside them. Rules 15.
func (r *round) heal() {
	for id := range r.setup.settings.wizards() {
		w := &r.units[id]
		for _, d := range nearDirs[r.folk.near(w.Pos)&straightCells].all() {
			if other := r.unitAt(Dir(d).from(w.Pos)); r.units[other].Owner == w.Owner {
				r.tellHealing(w.ID, other)
				r.units[other].Health = fullHealth(r.units[other].Kind)
			}
		}
	}
}

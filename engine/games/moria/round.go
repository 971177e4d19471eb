package moria

import (
	"errors"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Move is something that a unit did: it went in a direction, or hit what was
// there. Sauron's units that stayed did None.
type Move struct {
	Unit int
	Dir  Dir
}

// battle is a round that is being played.
type battle struct {
	*mountain
	rules
	r    *engine.Rand
	dead []bool // by unit: whether it was killed in this round
	fell []Pos  // by unit: where
	log  *scene.Log
}

// Step plays a round. Rules 8.
func (of rules) Step(before *mountain, turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) *mountain {
	m := before.clone()
	for clan, t := range turns {
		m.status[clan] = t.Status
	}
	b := &battle{m, of, r, make([]bool, len(m.units)), make([]Pos, len(m.units)), log}
	b.interleave(b.collect(turns))
	b.moveOrcs()
	b.moveTrolls()
	b.moveBalrog()
	b.summon()
	b.rebirth()
	b.heal()
	b.count()
	b.round++
	return b.mountain
}

// collect lists the commands that take part in the round, by clan. Rules 9.
func (b *battle) collect(turns []engine.Turn[*Commands]) [][]Move {
	lists := make([][]Move, len(turns))
	total := 0
	told := make([]bool, b.settings.firstOrc())
	for clan, t := range turns {
		clear(told)
		list := make([]Move, 0, min(t.Commands.Len(), len(told)))
		for id, d := range t.Commands.All() {
			err := b.struck(clan, id, d, told)
			b.tellOrder(clan, id, d, err)
			if err == nil {
				list = append(list, Move{id, d})
			}
		}
		lists[clan] = list
		total += len(list)
	}
	b.moves = make([]Move, 0, total+len(b.units)-len(told))
	return lists
}

// errStays is why a unit that is told to stay has no part in the round.
var errStays = errors.New("stayed")

// struck says why a command has no part in the round, and notes that its unit has
// had its one command. Rules 9.
func (b *battle) struck(clan, id int, d Dir, told []bool) error {
	switch {
	case !d.Valid():
		return ErrDirection
	case id < 0 || id >= len(b.units):
		return ErrUnknown
	case id >= len(told) && b.units[id].Pos == nowhere:
		return ErrUnknown
	case id >= len(told):
		return ErrNotYours
	case told[id]:
		return ErrRepeated
	}
	told[id] = true
	switch u := &b.units[id]; {
	case u.Owner != clan:
		return ErrNotYours
	case d == None:
		return errStays
	case u.Kind == Wizard && d.IsDiagonal():
		return ErrDiagonal
	}
	return nil
}

// interleave carries out the commands, drawing each time the clan whose next one
// it is. Rules 9.
func (b *battle) interleave(lists [][]Move) {
	var clans []int
	for clan, list := range lists {
		if len(list) > 0 {
			clans = append(clans, clan)
		}
	}
	for len(clans) > 0 {
		k := b.r.Draw(1, len(clans)) - 1
		list := &lists[clans[k]]
		m := (*list)[0]
		if *list = (*list)[1:]; len(*list) == 0 {
			clans = slices.Delete(clans, k, k+1)
		}
		if b.dead[m.Unit] {
			b.log.Outcome(m.Unit, "killed before its turn")
		} else if b.move(m) {
			b.moves = append(b.moves, m)
		}
	}
}

// move carries out a command, and says whether anything came of it. Rules 10.
func (b *battle) move(m Move) bool {
	u := &b.units[m.Unit]
	to := m.Dir.From(u.Pos)
	if !b.at.Has(to) {
		b.log.Outcome(m.Unit, "blocked by the edge of the board")
		return false
	}
	if other := int(b.at.At(to)); other >= 0 {
		if u.Kind == Wizard || b.units[other].Owner == u.Owner {
			b.tellBlocked(m.Unit, to)
			return false
		}
		victim, damage := b.units[other], b.r.Draw(MinDwarfDamage, MaxDwarfDamage)
		b.hit(other, damage, u.Owner)
		b.tellBlow(m.Unit, victim, damage)
		return true
	}
	switch c := b.cells.At(to); {
	case c == granite, c.isRock() && u.Kind == Wizard:
		b.tellBlocked(m.Unit, to)
		return false
	case c.isRock():
		b.dig(to)
		b.tellDig(m.Unit, to)
	case c == abyss, Chebyshev(to, b.balrog().Pos) == 1:
		victim := *u
		b.kill(m.Unit, sauron)
		b.tellFatalStep(victim, to)
	case c.isCave() && u.Kind == Dwarf:
		if c == treasure {
			b.treasures[u.Owner]++
		}
		b.cells.Set(to, ownedBy(u.Owner))
		b.walk(m.Unit, to)
		b.tellConquest(m.Unit, c)
	default:
		b.walk(m.Unit, to)
		b.log.Outcome(m.Unit, "moved")
	}
	return true
}

// dig is a hit on rock. The last one opens it.
func (b *battle) dig(p Pos) {
	fresh := b.settings.RockResistance
	switch hits := b.cells.At(p).hits(fresh) - 1; {
	case hits > 0:
		b.cells.Set(p, rockLeft(hits, fresh))
	case b.r.Draw(1, abyssOdds) == 1:
		b.cells.Set(p, abyss)
	default:
		b.cells.Set(p, cave)
	}
}

// sauron is who kills when no clan does.
const sauron = -1

// hit lowers the health of a unit. Rules 10, damage.
func (b *battle) hit(id, damage, by int) {
	u := &b.units[id]
	u.Health = max(u.Health-damage, 0)
	if u.Health == 0 {
		b.kill(id, by)
	}
}

// kill takes a unit off the board. Who killed a dwarf or wizard gets it; Sauron
// leaves it to one of the other clans. Rules 10, death.
func (b *battle) kill(id, by int) {
	u := &b.units[id]
	b.fell[id] = u.Pos
	b.dead[id] = true
	u.Health = 0
	b.take(id)
	switch {
	case u.Kind.IsSauron():
	case by == sauron:
		other := b.r.Draw(0, b.settings.Players-2)
		if other >= u.Owner {
			other++
		}
		u.Owner = other
	default:
		u.Owner = by
	}
}

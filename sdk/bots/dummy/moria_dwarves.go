package dummy

import (
	"cmp"
	"slices"

	"github.com/botarena/arena/engine/games/moria"
)

const (
	moriaWorthTreasure = 40
	moriaWorthCave     = 3
	moriaWorthHarvest  = 30 // of a cave when the end is near
	moriaWorthEnemy    = 100
	moriaWorthWizard   = 120
	moriaWorthOrc      = 10
	moriaWorthHealing  = 60
	moriaHarvest       = 25 // rounds before the end
	moriaEase          = 6  // the higher, the less distance matters
	moriaDetour        = 4  // rounds that a dwarf spends to avoid a troll
	moriaWeak          = 45 // below this health, a dwarf looks for a wizard
	moriaCompany       = 3  // the most dwarves that hunt the same enemy
	moriaAround        = 4  // distance in cells within which dwarves count for who is stronger
)

// fight lets dwarves hit enemies beside them. Dwarves with the least choice go first,
// and each hits the enemy that dies soonest.
func (t *moriaTurn) fight() {
	dwarves := t.dwarves()
	slices.SortStableFunc(dwarves, func(a, b moria.Unit) int { return cmp.Compare(len(t.beside(a)), len(t.beside(b))) })
	for _, u := range dwarves {
		if t.fear[moriaIndex(u.Pos)] >= moriaTrollHits {
			continue // it has to go
		}
		best, dir := float32(0), moria.None
		var victim moria.UnitID
		for _, e := range t.beside(u) {
			if v := t.blow(e); v > best {
				best, victim = v, e.ID
				dir, _ = t.s.Between(u.Pos, e.Pos)
			}
		}
		if dir != moria.None {
			t.damage[victim] += moriaDwarfHits
			t.tell(u, dir)
		}
	}
}

func (t *moriaTurn) dwarves() []moria.Unit {
	var all []moria.Unit
	for _, u := range t.own {
		if u.Kind == moria.Dwarf {
			all = append(all, u)
		}
	}
	return all
}

// beside returns the enemies around a unit.
func (t *moriaTurn) beside(u moria.Unit) []moria.Unit {
	var enemies []moria.Unit
	for _, p := range t.s.Neighbours(u.Pos) {
		if id := t.unit[moriaIndex(p)]; id >= 0 && t.units[id].Owner != t.me && t.units[id].Kind != moria.Balrog {
			enemies = append(enemies, t.units[id])
		}
	}
	return enemies
}

// blow returns the worth of hitting an enemy once more.
func (t *moriaTurn) blow(e moria.Unit) float32 {
	left := float32(e.Health) - t.damage[e.ID]
	if left <= -moriaDwarfHits/3 {
		return 0.1 // it is as good as dead
	}
	worth := float32(moriaWorthEnemy)
	switch e.Kind {
	case moria.Troll:
		return 0.01
	case moria.Orc:
		worth = moriaWorthOrc * 5
	case moria.Wizard:
		worth = moriaWorthWizard
	}
	return worth / (1 + max(left, 0)/moriaDwarfHits)
}

// leadDwarves sends the other dwarves where it is worth most.
func (t *moriaTurn) leadDwarves(search *moriaSearch) {
	for _, u := range t.dwarves() {
		if t.c.Has(u.ID) {
			continue
		}
		from := moriaIndex(u.Pos)
		start := func(to int) int {
			id := t.unit[to]
			switch {
			case t.taken[to], id >= 0 && t.cost[to] <= 1:
				return moriaNoWay
			case t.cost[to] == 1 && t.isDeadly(to, u.Health):
				return moriaNoWay
			case t.cost[to] > 1 && t.isDeadly(from, u.Health):
				return moriaNoWay
			}
			return 0
		}
		top := t.topFit
		if u.Health < moriaWeak {
			top = t.topWeak
		}
		d, goal := search.find(t, from, top, start, func(i, rounds int) float32 { return t.value(u, i, rounds) })
		if d == moria.None && t.isDeadly(from, u.Health) {
			d = t.flee(u)
		}
		if goal >= 0 {
			t.claim(goal)
		}
		t.tell(u, d)
	}
}

// value returns the worth of a cell to a dwarf that needs this many rounds to get
// there.
func (t *moriaTurn) value(u moria.Unit, i, rounds int) float32 {
	v := t.worth[i]
	if id := t.unit[i]; id >= 0 {
		switch e := t.units[id]; {
		case e.Owner == t.me:
			if e.Kind == moria.Wizard && u.Health < moriaWeak {
				v = moriaWorthHealing
			}
		case t.taken[i], e.Kind == moria.Troll, e.Kind == moria.Balrog:
			v = 0
		default:
			v += t.prey(u, e)
		}
	}
	return v / float32(rounds+moriaEase)
}

// prey returns the worth of hunting an enemy.
func (t *moriaTurn) prey(u, e moria.Unit) float32 {
	if u.Health < moriaWeak || t.hunters[e.ID] >= moriaCompany {
		return 0
	}
	worth := t.quarry(e.ID)
	ours, theirs := 0, 0
	for _, o := range t.units {
		if o.ID < 0 || o.Kind != moria.Dwarf || t.s.Steps(moria.Dwarf, o.Pos, e.Pos) > moriaAround {
			continue
		}
		switch o.Owner {
		case t.me:
			ours += o.Health
		case e.Owner:
			theirs += o.Health
		}
	}
	if t.s.Steps(moria.Dwarf, u.Pos, e.Pos) > moriaAround {
		ours += u.Health
	}
	if ours < theirs {
		worth *= 0.3
	}
	return worth
}

// claim lowers the worth of a goal for the others.
func (t *moriaTurn) claim(goal int) {
	t.worth[goal] = 0
	if id := t.unit[goal]; id >= 0 {
		t.hunters[id]++
	}
}

// flee returns a step to where there is less to fear.
func (t *moriaTurn) flee(u moria.Unit) moria.Dir {
	best, dir := t.fear[moriaIndex(u.Pos)], moria.None
	for _, d := range u.Kind.Dirs() {
		p := t.s.Dest(u.Pos, d)
		if !t.s.IsOpen(p) {
			continue
		}
		i := moriaIndex(p)
		if t.taken[i] || t.unit[i] >= 0 || t.s.Steps(moria.Dwarf, p, t.s.Balrog().Pos) <= 1 {
			continue
		}
		if t.fear[i] < best {
			best, dir = t.fear[i], d
		}
	}
	return dir
}

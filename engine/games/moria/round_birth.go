package moria

import (
	"fmt"
	"math/bits"
	"slices"
)

// settle places all units at the start, except the orcs. Rules 7.
func (r *round) settle() error {
	rooms := r.rooms(func(Pos) bool { return true })
	shuffle(rooms, r.rand)

	var sauron area // where no other unit is placed
	col := r.rand.Draw(inner+1, outer-1)
	r.put(r.setup.settings.balrog(), Pos{Row: r.rand.Draw(inner+1, outer-1), Col: col})
	sauron.addAround(r.balrog().Pos, 3)
	placed := 0
	next := func(banned *area) (Pos, bool) {
		for ; placed < len(rooms); placed++ {
			if p := rooms[placed]; !banned.has(p) {
				return p, true
			}
		}
		return nowhere, false
	}
	for id := r.setup.settings.balrog() - 1; id >= r.setup.settings.firstTroll(); id-- {
		p, ok := next(&sauron)
		if !ok {
			return errCrowded(r.setup.settings.Trolls, "trolls")
		}
		r.arrive(id, p)
		sauron.addAround(p, 1)
	}
	return r.settleClans(sauron, next)
}

// settleClans places the dwarves and wizards, away from each other as long as
// there is room.
func (r *round) settleClans(sauron area, next func(*area) (Pos, bool)) error {
	ids := make([]UnitID, r.setup.settings.firstOrc())
	for k := range ids {
		ids[k] = UnitID(k)
	}
	shuffle(ids, r.rand)
	banned := sauron
	for k, id := range ids {
		p, ok := next(&banned)
		if !ok {
			return r.crowd(&sauron, ids[k:])
		}
		r.arrive(id, p)
		banned.addAround(p, 1)
	}
	return nil
}

// crowd places units that have no room of their own. Rules 7.5.
func (r *round) crowd(banned *area, ids []UnitID) error {
	rooms := r.rooms(func(p Pos) bool { return r.isFree(p) && !banned.has(p) })
	shuffle(rooms, r.rand)
	if len(rooms) < len(ids) {
		return errCrowded(int(r.setup.settings.firstOrc()), "dwarves and wizards")
	}
	for k, id := range ids {
		r.arrive(id, rooms[k])
	}
	return nil
}

func errCrowded(n int, who string) error {
	return fmt.Errorf("the board has too few caves for %d %s", n, who)
}

// rooms lists the caves without a treasure that fit, row by row.
func (r *round) rooms(fits func(Pos) bool) []Pos {
	r.places = slices.Grow(r.places[:0], maxCaves)
	for p := range r.caves.cells() {
		if r.cells.At(p).isRoom() && fits(p) {
			r.places = append(r.places, p)
		}
	}
	return r.places
}

// arrive puts a unit on a free cell: a dwarf conquers it, and one of Sauron's takes
// it from its owner.
func (r *round) arrive(id UnitID, p Pos) {
	r.put(id, p)
	switch u := &r.units[id]; {
	case u.Kind.isSauron():
		r.disown(p)
	case u.Kind == Dwarf && r.cells.At(p).isCave():
		r.own(p, u.Owner)
	}
}

// frame is where the dead are reborn, in the order of the rules. Rules 14.
var frame = func() []Pos {
	var cells []Pos
	sides := [...]int{0, 1, Size - 2, Size - 1}
	for row := range Size {
		for _, col := range sides {
			cells = append(cells, Pos{Row: row, Col: col})
		}
	}
	for col := inner; col <= outer; col++ {
		for _, row := range sides {
			cells = append(cells, Pos{Row: row, Col: col})
		}
	}
	return cells
}()

// frameCells are the same cells as an area.
var frameCells = func() (a area) {
	for _, p := range frame {
		a.add(p)
	}
	return a
}()

// summon brings orcs out of abysses. Rules 14.
func (r *round) summon() {
	abysses := r.places[:0]
	for p := range r.abysses.cells() {
		if r.isFree(p) && manhattan(p, r.balrog().Pos) >= 3 {
			abysses = append(abysses, p)
		}
	}
	r.places = abysses
	shuffle(abysses, r.rand)
	first := r.setup.settings.firstOrc()
	id := r.setup.settings.firstTroll() - 1
	for _, p := range abysses {
		for id >= first && r.units[id].Health > 0 {
			id--
		}
		if id < first {
			return
		}
		if r.rand.Draw(1, orcOdds) == 1 {
			r.put(id, p)
			r.units[id].Health = OrcHealth
			r.tellOrc(id)
		}
	}
}

// rebirth gives the dead of the round a new place. Rules 14.
func (r *round) rebirth() {
	banned := r.crowded()
	banned.addAround(r.balrog().Pos, 3)
	dead := r.graveyard()
	if len(dead) == 0 {
		r.shuffleNothing(&banned)
		return
	}
	r.places = slices.Grow(r.places[:0], len(frame))
	places, n := r.places[:len(frame)], 0
	for _, p := range frame {
		places[n] = p // stays if it counts: this is half the time of branching
		n += int(^banned[p.Row+1] >> (p.Col + 1) & 1)
	}
	places = places[:n]
	shuffle(places, r.rand)
	shuffle(dead, r.rand)
	dead = r.rise(dead, places, &banned)
	if len(dead) > 0 {
		places = r.rooms(func(p Pos) bool { return r.isFree(p) && !banned.has(p) })
		shuffle(places, r.rand)
		dead = r.rise(dead, places, &banned)
	}
	for _, id := range dead {
		r.squeeze(id)
	}
}

// crowded returns the cells on which units are, and those around them.
func (m *match) crowded() (a area) {
	for row := 1; row <= Size; row++ {
		all := m.taken[row-1] | m.taken[row] | m.taken[row+1]
		a[row] = all<<1 | all | all>>1
	}
	return a
}

// shuffleNothing makes the draws of a rebirth without any dead: those of a shuffle of
// the places that there would be. Rules 14.
func (r *round) shuffleNothing(banned *area) {
	last := -1
	for row, cells := range frameCells {
		last += bits.OnesCount64(cells &^ banned[row])
	}
	for k := range last {
		r.rand.Draw(k, last)
	}
}

// graveyard lists the units that wait for rebirth.
func (r *round) graveyard() []UnitID {
	r.waiting = r.waiting[:0]
	for id, isDead := range r.dead {
		if isDead && r.units[id].Kind != Orc {
			r.waiting = append(r.waiting, UnitID(id))
		}
	}
	return r.waiting
}

// rise lets units be reborn on these cells, away from each other, and returns
// those for which there was no place.
func (r *round) rise(dead []UnitID, places []Pos, banned *area) []UnitID {
	for _, p := range places {
		if len(dead) == 0 {
			break
		}
		if banned.has(p) {
			continue
		}
		r.resurrect(dead[0], p)
		banned.addAround(p, 1)
		dead = dead[1:]
	}
	return dead
}

func (r *round) resurrect(id UnitID, p Pos) {
	r.units[id].Health = fullHealth(r.units[id].Kind)
	r.arrive(id, p)
	r.tellRebirth(id)
}

// squeeze lets a unit be reborn although there is no room. The settings make sure that
// there are enough cells. Rules 14.3.
func (r *round) squeeze(id UnitID) {
	places := r.rooms(func(p Pos) bool { return r.isFree(p) && chebyshev(p, r.balrog().Pos) > 3 })
	if len(places) == 0 {
		for _, p := range frame {
			if r.isFree(p) {
				places = append(places, p)
			}
		}
	}
	r.resurrect(id, places[r.rand.Draw(0, len(places)-1)])
}

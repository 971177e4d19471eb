package moria

import "fmt"

// ban is a set of cells that no unit is placed on.
type ban [Size * Size]bool

// around adds all cells within this Chebyshev distance of p.
func (b *ban) around(p Pos, distance int) {
	for row := max(p.Row-distance, 0); row <= min(p.Row+distance, Size-1); row++ {
		for col := max(p.Col-distance, 0); col <= min(p.Col+distance, Size-1); col++ {
			b[row*Size+col] = true
		}
	}
}

// settle places all units at the start, except the orcs. Rules 7.
func (r *round) settle() error {
	rooms := r.rooms(func(int) bool { return true })
	shuffle(rooms, r.rand)

	var sauron ban
	col := r.rand.Draw(inner+1, outer-1)
	r.put(r.setup.settings.balrog(), Pos{Row: r.rand.Draw(inner+1, outer-1), Col: col})
	sauron.around(r.balrog().Pos, 3)
	placed := 0
	next := func(banned *ban) (Pos, bool) {
		for ; placed < len(rooms); placed++ {
			if p := rooms[placed]; !banned[r.at.Index(p)] {
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
		sauron.around(p, 1)
	}
	return r.settleClans(sauron, next)
}

// settleClans places the dwarves and wizards, away from each other as long as
// there is room.
func (r *round) settleClans(sauron ban, next func(*ban) (Pos, bool)) error {
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
		banned.around(p, 1)
	}
	return nil
}

// crowd places units that have no room of their own. Rules 7.5.
func (r *round) crowd(banned *ban, ids []UnitID) error {
	rooms := r.rooms(func(i int) bool { return r.at.Cells()[i] < 0 && !banned[i] })
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
func (r *round) rooms(fits func(index int) bool) []Pos {
	rooms := make([]Pos, 0, maxCaves)
	for i, c := range r.cells.Cells() {
		if c.isRoom() && fits(i) {
			rooms = append(rooms, r.cells.Pos(i))
		}
	}
	return rooms
}

// arrive puts a unit on a free cell: a dwarf conquers it, and one of Sauron's takes
// it from its owner.
func (r *round) arrive(id UnitID, p Pos) {
	r.put(id, p)
	switch u := &r.units[id]; {
	case u.Kind.isSauron():
		r.disown(p)
	case u.Kind == Dwarf && r.cells.At(p).isCave():
		r.cells.Set(p, ownedBy(u.Owner))
	}
}

// frameCells is the number of cells of the frame.
const frameCells = Size*Size - (outer-inner+1)*(outer-inner+1)

// frame is where the dead are reborn, in the order of the rules. Rules 14.
var frame = func() []Pos {
	cells := make([]Pos, 0, frameCells)
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

// summon brings orcs out of abysses. Rules 14.
func (r *round) summon() {
	var abysses []Pos
	for i, c := range r.cells.Cells() {
		if c != abyss {
			continue
		}
		if p := r.cells.Pos(i); r.isFree(p) && manhattan(p, r.balrog().Pos) >= 3 {
			abysses = append(abysses, p)
		}
	}
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
	var banned ban
	for _, u := range r.units {
		if u.Pos != nowhere {
			banned.around(u.Pos, 1)
		}
	}
	banned.around(r.balrog().Pos, 3)
	var free [frameCells]Pos // here, and not on the heap: it is needed in every round
	places := free[:0]
	for _, p := range frame {
		if !banned[r.at.Index(p)] {
			places = append(places, p)
		}
	}
	shuffle(places, r.rand)
	dead := r.graveyard()
	shuffle(dead, r.rand)
	dead = r.rise(dead, places, &banned)
	if len(dead) > 0 {
		places = r.rooms(func(i int) bool { return r.at.Cells()[i] < 0 && !banned[i] })
		shuffle(places, r.rand)
		dead = r.rise(dead, places, &banned)
	}
	for _, id := range dead {
		r.squeeze(id)
	}
}

// graveyard lists the units that wait for rebirth.
func (r *round) graveyard() []UnitID {
	var dead []UnitID
	for id, isDead := range r.dead {
		if isDead && r.units[id].Kind != Orc {
			dead = append(dead, UnitID(id))
		}
	}
	return dead
}

// rise lets units be reborn on these cells, away from each other, and returns
// those for which there was no place.
func (r *round) rise(dead []UnitID, places []Pos, banned *ban) []UnitID {
	for _, p := range places {
		if len(dead) == 0 {
			break
		}
		if banned[r.at.Index(p)] {
			continue
		}
		r.resurrect(dead[0], p)
		banned.around(p, 1)
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
	places := r.rooms(func(i int) bool {
		return r.at.Cells()[i] < 0 && chebyshev(r.at.Pos(i), r.balrog().Pos) > 3
	})
	if len(places) == 0 {
		for _, p := range frame {
			if r.isFree(p) {
				places = append(places, p)
			}
		}
	}
	r.resurrect(id, places[r.rand.Draw(0, len(places)-1)])
}

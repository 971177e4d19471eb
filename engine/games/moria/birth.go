package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
)

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

// settle places all units at the start but the orcs. Rules 7.
func (m *mountain) settle(r *engine.Rand) error {
	rooms := m.rooms(func(int) bool { return true })
	shuffle(rooms, r)

	var sauron ban
	col := r.Draw(inner+1, outer-1)
	m.put(m.settings.balrog(), Pos{Row: r.Draw(inner+1, outer-1), Col: col})
	sauron.around(m.balrog().Pos, 3)
	placed := 0
	next := func(banned *ban) (Pos, bool) {
		for ; placed < len(rooms); placed++ {
			if p := rooms[placed]; !banned[m.at.Index(p)] {
				return p, true
			}
		}
		return nowhere, false
	}
	for id := m.settings.balrog() - 1; id >= m.settings.firstTroll(); id-- {
		p, ok := next(&sauron)
		if !ok {
			return errCrowded(m.settings.Trolls, "trolls")
		}
		m.arrive(id, p)
		sauron.around(p, 1)
	}
	return m.settleClans(r, sauron, next)
}

// settleClans places the dwarves and wizards, away from each other as long as
// there is room.
func (m *mountain) settleClans(r *engine.Rand, sauron ban, next func(*ban) (Pos, bool)) error {
	ids := make([]int, m.settings.firstOrc())
	for id := range ids {
		ids[id] = id
	}
	shuffle(ids, r)
	banned := sauron
	for k, id := range ids {
		p, ok := next(&banned)
		if !ok {
			return m.crowd(r, &sauron, ids[k:])
		}
		m.arrive(id, p)
		banned.around(p, 1)
	}
	return nil
}

// crowd places units that have no room of their own. Rules 7.5.
func (m *mountain) crowd(r *engine.Rand, banned *ban, ids []int) error {
	rooms := m.rooms(func(i int) bool { return m.at.Cells()[i] < 0 && !banned[i] })
	shuffle(rooms, r)
	if len(rooms) < len(ids) {
		return errCrowded(m.settings.firstOrc(), "dwarves and wizards")
	}
	for k, id := range ids {
		m.arrive(id, rooms[k])
	}
	return nil
}

func errCrowded(n int, who string) error {
	return fmt.Errorf("the board has too few caves for %d %s", n, who)
}

// rooms lists the caves without a treasure that fit, row by row.
func (m *mountain) rooms(fits func(index int) bool) []Pos {
	rooms := make([]Pos, 0, maxCaves)
	for i, c := range m.cells.Cells() {
		if c.isRoom() && fits(i) {
			rooms = append(rooms, m.cells.Pos(i))
		}
	}
	return rooms
}

// arrive puts a unit on a free cell: a dwarf conquers it, and one of Sauron's
// leaves it to nobody.
func (m *mountain) arrive(id int, p Pos) {
	m.put(id, p)
	switch u := &m.units[id]; {
	case u.Kind.IsSauron():
		m.disown(p)
	case u.Kind == Dwarf && m.cells.At(p).isCave():
		m.cells.Set(p, ownedBy(u.Owner))
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
func (b *battle) summon() {
	var abysses []Pos
	for i, c := range b.cells.Cells() {
		if c != abyss {
			continue
		}
		if p := b.cells.Pos(i); b.free(p) && Manhattan(p, b.balrog().Pos) >= 3 {
			abysses = append(abysses, p)
		}
	}
	shuffle(abysses, b.r)
	id := b.settings.firstTroll() - 1
	for _, p := range abysses {
		for id >= b.settings.firstOrc() && b.units[id].Health > 0 {
			id--
		}
		if id < b.settings.firstOrc() {
			return
		}
		if b.r.Draw(1, orcOdds) == 1 {
			b.put(id, p)
			b.units[id].Health = OrcHealth
			b.tellOrc(id)
		}
	}
}

// rebirth gives the dead of the round a new place. Rules 14.
func (b *battle) rebirth() {
	var banned ban
	for _, u := range b.units {
		if u.Pos != nowhere {
			banned.around(u.Pos, 1)
		}
	}
	banned.around(b.balrog().Pos, 3)
	var free [frameCells]Pos // here, and not on the heap: it is wanted in every round
	places := free[:0]
	for _, p := range frame {
		if !banned[b.at.Index(p)] {
			places = append(places, p)
		}
	}
	shuffle(places, b.r)
	dead := b.graveyard()
	shuffle(dead, b.r)
	dead = b.rise(dead, places, &banned)
	if len(dead) > 0 {
		places = b.rooms(func(i int) bool { return b.at.Cells()[i] < 0 && !banned[i] })
		shuffle(places, b.r)
		dead = b.rise(dead, places, &banned)
	}
	for _, id := range dead {
		b.squeeze(id)
	}
}

// graveyard lists who waits for rebirth.
func (b *battle) graveyard() []int {
	var dead []int
	for id, is := range b.dead {
		if is && b.units[id].Kind != Orc {
			dead = append(dead, id)
		}
	}
	return dead
}

// rise lets units be reborn on these cells, away from each other, and returns
// those for which there was no place.
func (b *battle) rise(dead []int, places []Pos, banned *ban) []int {
	for _, p := range places {
		if len(dead) == 0 {
			break
		}
		if banned[b.at.Index(p)] {
			continue
		}
		b.resurrect(dead[0], p)
		banned.around(p, 1)
		dead = dead[1:]
	}
	return dead
}

func (b *battle) resurrect(id int, p Pos) {
	b.units[id].Health = fullHealth(b.units[id].Kind)
	b.arrive(id, p)
	b.tellRebirth(id)
}

// squeeze lets a unit be reborn where there is no room. The settings see to it
// that there are cells enough. Rules 14.3.
func (b *battle) squeeze(id int) {
	places := b.rooms(func(i int) bool {
		return b.at.Cells()[i] < 0 && Chebyshev(b.at.Pos(i), b.balrog().Pos) > 3
	})
	if len(places) == 0 {
		for _, p := range frame {
			if b.free(p) {
				places = append(places, p)
			}
		}
	}
	b.resurrect(id, places[b.r.Draw(0, len(places)-1)])
}

// heal lets wizards heal their clan's units straight beside them. Rules 15.
func (b *battle) heal() {
	for _, w := range b.units[:b.settings.firstOrc()] {
		if w.Kind != Wizard {
			continue
		}
		for _, d := range Straight() {
			p := d.From(w.Pos)
			if !b.at.Has(p) {
				continue
			}
			if id := b.at.At(p); id >= 0 && b.units[id].Owner == w.Owner {
				b.tellHealing(w.ID, int(id))
				b.units[id].Health = fullHealth(b.units[id].Kind)
			}
		}
	}
}

package main

import (
	"github.com/botarena/arena/engine/games/moria"
)

// playMoria plays Moria. In every round it
//
//   - judges for every cell what Sauron's units and the other clans can do there
//     (moria_fear.go),
//   - lets every dwarf hit an enemy beside it, or take the first step of the way to
//     what is worth most to it: enemies, where we are the stronger, treasures and
//     caves (moria_dwarves.go, moria_search.go),
//   - and keeps the wizards beside those that need healing (moria_wizards.go).
//
// It remembers nothing.
func playMoria(s *moria.State, c *moria.Commands) {
	t := newMoriaTurn(s, c)
	t.fight()
	t.leadDwarves()
	t.leadWizards()
}

const (
	moriaCells  = moria.Size * moria.Size
	moriaNobody = -1
	// moriaNoWay is more than any way costs.
	moriaNoWay = 1 << 20
)

// moriaTurn is a round as it stands. Cells are numbered row by row.
type moriaTurn struct {
	s       *moria.State
	c       *moria.Commands
	me      int
	left    int               // rounds to play, this one included
	units   []moria.Unit      // by number; those that are not alive are on no cell
	own     []moria.Unit      // ours, by number
	unit    [moriaCells]int16 // by cell: the unit there, or nobody
	cost    [moriaCells]int16 // by cell: rounds for a dwarf to get in, 0: it can't
	worth   [moriaCells]float32
	top     float32             // the most that anything can be worth
	fear    [moriaCells]float32 // by cell: health to lose there in this round
	taken   [moriaCells]bool    // by cell: whether one of ours will be there
	damage  []float32           // by unit: what we are about to do to it
	hunters []int               // by unit: how many dwarves of ours are after it
}

func newMoriaTurn(s *moria.State, c *moria.Commands) *moriaTurn {
	t := &moriaTurn{
		s: s, c: c, me: s.Me(), left: s.Rounds() - s.Round(),
		units:   make([]moria.Unit, s.NumUnits()),
		damage:  make([]float32, s.NumUnits()),
		hunters: make([]int, s.NumUnits()),
	}
	for id := range t.units {
		t.units[id] = s.Unit(id)
		if t.units[id].Owner == t.me {
			t.own = append(t.own, t.units[id])
		}
	}
	for p, there := range s.Cells() {
		i := moriaIndex(p)
		t.unit[i] = int16(there.Unit)
		if cost := s.Cost(moria.Dwarf, p); cost < moria.Impassable {
			t.cost[i] = int16(cost)
		}
		t.worth[i] = t.judge(there)
		t.top = max(t.top, t.worth[i])
	}
	t.top += t.quarry()
	t.findFear()
	for _, u := range t.own {
		t.taken[moriaIndex(u.Pos)] = true
	}
	return t
}

// judge says what it is worth to go to a cell.
func (t *moriaTurn) judge(there moria.Cell) float32 {
	switch {
	case there.Treasure:
		return moriaWorthTreasure
	case there.Terrain == moria.Cave && there.Owner != t.me:
		if t.left < moriaHarvest {
			return moriaWorthHarvest
		}
		return moriaWorthCave
	}
	return 0
}

// quarry is the most that a unit can be worth, besides the cell that it is on.
func (t *moriaTurn) quarry() float32 {
	most := float32(0)
	for _, u := range t.units {
		switch {
		case u.ID < 0:
		case u.Kind == moria.Orc:
			most = max(most, moriaWorthOrc)
		case u.Owner == t.me:
			most = max(most, moriaWorthHealing)
		case !u.Kind.IsSauron():
			most = max(most, moriaWorthEnemy, moriaWorthWizard)
		}
	}
	return most
}

// tell gives a command to a unit of ours.
func (t *moriaTurn) tell(u moria.Unit, d moria.Dir) {
	if d == moria.None {
		return
	}
	_ = t.c.Move(u.ID, d) // ours, for the first time
	if to := d.From(u.Pos); t.s.IsOpen(to) && t.unit[moriaIndex(to)] < 0 {
		t.taken[moriaIndex(u.Pos)] = false
		t.taken[moriaIndex(to)] = true
		t.worth[moriaIndex(to)] = 0 // for others
	}
}

func moriaIndex(p moria.Pos) int { return p.Row*moria.Size + p.Col }

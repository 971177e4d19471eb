package dummy

import (
	"iter"
	"slices"

	"github.com/botarena/arena/engine/games/moria"
)

// moriaClan plays Moria. In every round it
//
//   - judges for every cell how much harm Sauron's units and the other clans can do
//     there (moria_fear.go),
//   - lets every dwarf hit an enemy beside it, or take the first step towards the goal
//     worth most to it: weaker enemies, treasures or caves (moria_dwarves.go,
//     moria_search.go),
//   - keeps the wizards beside the units that need healing (moria_wizards.go).
//
// It remembers nothing from round to round, but reuses its memory.
type moriaClan struct {
	turn   moriaTurn
	search moriaSearch
}

func (m *moriaClan) play(s *moria.State, c *moria.Commands) {
	t := &m.turn
	t.begin(s, c)
	t.fight()
	t.leadDwarves(&m.search)
	t.leadWizards()
}

const (
	moriaCols   = moria.Size + 2 // with a border of one cell that no unit enters
	moriaCells  = moriaCols * moriaCols
	moriaNobody = -1
	// moriaNoWay is more than the cost of any way.
	moriaNoWay = 1 << 20
)

// moriaTurn is the state of a round. Cells are numbered row by row.
type moriaTurn struct {
	s       *moria.State
	c       *moria.Commands
	me      int
	left    int               // rounds to play, this one included
	units   []moria.Unit      // by number; dead ones are on no cell
	own     []moria.Unit      // ours, by number
	unit    [moriaCells]int16 // by cell: the unit there, or moriaNobody
	cost    [moriaCells]int16 // by cell: rounds for a dwarf to enter; 0 if it can't
	enter   [moriaCells]int16 // as cost, after the first step: with a detour round trolls
	worth   [moriaCells]float32
	fear    [moriaCells]float32 // by cell: health that may be lost there in this round
	taken   [moriaCells]bool    // by cell: whether a unit of ours will be there
	damage  []float32           // by unit: the damage that our commands will do to it
	hunters []int               // by unit: how many dwarves of ours hunt it
	topFit  float32             // the most that a cell can be worth to a dwarf
	topWeak float32             // the most that it can be worth to a weak dwarf
}

// begin takes in the state of the round.
func (t *moriaTurn) begin(s *moria.State, c *moria.Commands) {
	*t = moriaTurn{
		s: s, c: c, me: s.Me(), left: s.Rounds() - s.Round(),
		units:   slices.AppendSeq(t.units[:0], moriaUnits(s)),
		own:     t.own[:0],
		damage:  make([]float32, s.NumUnits()),
		hunters: make([]int, s.NumUnits()),
	}
	for _, u := range t.units {
		if u.Owner == t.me {
			t.own = append(t.own, u)
			t.taken[moriaIndex(u.Pos)] = true
		}
	}
	t.findFear()
	for p, there := range s.Cells() {
		i := moriaIndex(p)
		t.unit[i] = int16(there.Unit)
		t.worth[i] = t.judge(there)
		t.topWeak = max(t.topWeak, t.worth[i])
		t.topFit = max(t.topFit, t.worth[i]+t.quarry(there.Unit))
		switch there.Terrain {
		case moria.Cave, moria.Outside, moria.Rock:
			t.cost[i] = int16(1 + there.Hits)
			t.enter[i] = t.cost[i]
			if t.fear[i] >= moriaTrollHits {
				t.enter[i] += moriaDetour
			}
		}
	}
	t.topWeak = max(t.topWeak, moriaWorthHealing)
}

// moriaUnits yields all units by number, the dead ones too.
func moriaUnits(s *moria.State) iter.Seq[moria.Unit] {
	return func(yield func(moria.Unit) bool) {
		for id := range moria.UnitID(s.NumUnits()) {
			if !yield(s.Unit(id)) {
				return
			}
		}
	}
}

// judge returns the worth of going to a cell.
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

// quarry returns the most that hunting a unit can be worth.
func (t *moriaTurn) quarry(id moria.UnitID) float32 {
	if id < 0 || t.units[id].Owner == t.me {
		return 0
	}
	switch t.units[id].Kind {
	case moria.Dwarf:
		return moriaWorthEnemy
	case moria.Wizard:
		return moriaWorthWizard
	case moria.Orc:
		return moriaWorthOrc
	}
	return 0
}

// tell gives a command to a unit of ours.
func (t *moriaTurn) tell(u moria.Unit, d moria.Dir) {
	if d == moria.None {
		return
	}
	t.c.Move(u.ID, d)
	if to := t.s.Dest(u.Pos, d); t.s.IsOpen(to) && t.unit[moriaIndex(to)] < 0 {
		t.taken[moriaIndex(u.Pos)] = false
		t.taken[moriaIndex(to)] = true
		t.worth[moriaIndex(to)] = 0 // for others
	}
}

func moriaIndex(p moria.Pos) int { return (p.Row+1)*moriaCols + p.Col + 1 }

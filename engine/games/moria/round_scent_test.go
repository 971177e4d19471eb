package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestOrcPrefersTheRegionWithoutPrey(t *testing.T) { // rules 11
	// Two regions that meet only at the orc, which stands too near to the Balrog.
	start := draw(t, `
		CCCCCCCCCCCCC
		GGGGGGGGGGGGG
		GGGGGGGGGGGGG
		GGGGGGGGGGGGG`, orc(119, at(2, 8)), dwarf(0, 0, at(2, 12), 0), balrogAt(5, 8))
	start.at.Set(at(2, 8), -1)
	r := during(start, lowest{})
	r.units[119].Pos = at(2, 6)
	r.at.Set(at(2, 6), 119)
	var s scent
	r.smellPrey(&s)
	require.True(t, s.open.has(at(2, 5)))
	require.Zero(t, s.steps[r.at.Index(at(2, 5))], "no prey here")
	require.False(t, s.open.has(at(2, 8)))
	require.Equal(t, West, r.follow(&s, at(2, 6)))
}

// TestScentIsThatOfASearch compares with a search that looks at one cell at a time.
func TestScentIsThatOfASearch(t *testing.T) { // rules 11, 12
	m := generated(t, rules{}.Default(), engine.NewChaCha8(4, 0))
	looked := 0
	for range 100 {
		r := during(m, noDraws{t})
		var prey, caves []Pos
		for i, c := range r.cells.Cells() {
			p := r.cells.Pos(i)
			if c.isCave() {
				caves = append(caves, p)
				if r.isPrey(r.unitAt(p)) {
					prey = append(prey, p)
				}
			}
		}
		for id := UnitID(firstOrc); id < theEvil; id++ {
			u := r.units[id]
			if u.Pos == nowhere {
				continue
			}
			var s scent
			want := r.search(func(c cell) bool { return c.isCave() || c == abyss }, prey)
			if u.Kind == Troll {
				r.smellCaves(&s)
				want = r.search(cell.isOpen, caves)
			} else {
				r.smellPrey(&s)
			}
			for _, p := range (&State{match: m}).Neighbours(u.Pos) {
				if !s.open.has(p) {
					continue
				}
				steps, ok := want.Steps(p)
				if ok {
					steps++
				}
				require.EqualValues(t, steps, s.steps[r.at.Index(p)], "round %d, %v", m.round, p)
				looked++
			}
		}
		m = step(m, engine.NewChaCha8(uint64(m.round), 0))
	}
	require.Greater(t, looked, 1000)
}

// search finds distances for orcs or trolls outside.
func (r *round) search(open func(cell) bool, sources []Pos) engine.Distances {
	goes := func(p Pos) bool {
		return r.at.Has(p) && open(r.cells.At(p)) && manhattan(p, r.balrog().Pos) >= away
	}
	sources = slices.DeleteFunc(sources, func(p Pos) bool { return !goes(p) })
	return engine.Search(Size, Size, sources, func(from Pos, visit func(Pos, int)) {
		for _, d := range Dirs() {
			if to := d.from(from); goes(to) {
				visit(to, 1)
			}
		}
	})
}

package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// field is a board of digits, the cost of entering a cell, and walls.
type field struct {
	engine.Grid[byte]
}

func newField(drawing string) field {
	rows := strings.Fields(drawing)
	f := field{engine.NewGrid[byte](len(rows), len(rows[0]))}
	for row, cells := range rows {
		for col := range cells {
			f.Set(engine.Pos{Row: row, Col: col}, cells[col])
		}
	}
	return f
}

func (f field) cost(p engine.Pos) int { return int(f.At(p) - '0') }

func (f field) from(sources ...engine.Pos) engine.Distances {
	return engine.Search(f.Rows(), f.Cols(), sources, func(p engine.Pos, visit func(engine.Pos, int)) {
		for _, d := range []engine.Pos{{Row: 1}, {Row: -1}, {Col: 1}, {Col: -1}} {
			if to := p.Add(d); f.Has(to) && f.At(to) != '#' {
				visit(to, f.cost(to))
			}
		}
	})
}

func TestSearchFindsTheCheapestThenShortestWay(t *testing.T) {
	f := newField(`
		0190
		01#0
		0000`)
	d := f.from(engine.Pos{})
	for _, c := range []struct {
		to          engine.Pos
		cost, steps int
	}{
		{engine.Pos{}, 0, 0},
		{engine.Pos{Col: 1}, 1, 1},
		{engine.Pos{Col: 2}, 9, 8}, // from the right
		{engine.Pos{Col: 3}, 0, 7},
		{engine.Pos{Row: 2, Col: 1}, 0, 3},
		{engine.Pos{Row: 1, Col: 2}, -1, -1},
		{engine.Pos{Row: 3}, -1, -1},
		{engine.Pos{Col: -1}, -1, -1},
	} {
		cost, ok := d.Cost(c.to)
		require.Equal(t, c.cost >= 0, ok, c.to)
		require.Equal(t, max(c.cost, 0), cost, c.to)
		steps, ok := d.Steps(c.to)
		require.Equal(t, c.cost >= 0, ok, c.to)
		require.Equal(t, max(c.steps, 0), steps, c.to)
	}
}

func TestNearest(t *testing.T) {
	d := newField("0000#0").from(engine.Pos{Col: 2})
	at := func(cols ...int) []engine.Pos {
		var set []engine.Pos
		for _, col := range cols {
			set = append(set, engine.Pos{Col: col})
		}
		return set
	}
	for _, c := range []struct {
		set  []engine.Pos
		want int
		ok   bool
	}{
		{at(0, 1, 5), 1, true},
		{at(3, 1), 3, true}, // the first of equals
		{at(5, 4, 9), 0, false},
		{nil, 0, false},
	} {
		got, ok := d.Nearest(c.set)
		require.Equal(t, c.ok, ok)
		require.Equal(t, engine.Pos{Col: c.want}, got)
	}
}

func TestLeadsGoesDownhillAndNeverInCircles(t *testing.T) {
	f := newField("000000")
	d := f.from(engine.Pos{Col: 5})
	for col := range 5 {
		here := engine.Pos{Col: col}
		require.True(t, d.Leads(here, engine.Pos{Col: col + 1}, 0))
		require.False(t, d.Leads(here, engine.Pos{Col: col - 1}, 0))
		require.False(t, d.Leads(here, engine.Pos{Col: col + 1}, 1))
	}
}

// TestSearchAgreesWithRelaxing compares with the simplest way to find distances.
func TestSearchAgreesWithRelaxing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		f := field{engine.NewGrid[byte](9, 11)}
		for i := range f.Cells() {
			f.Cells()[i] = "00011239#"[r.IntN(9)]
		}
		sources := []engine.Pos{{Row: 4, Col: 4}, {Row: 4, Col: 4}, {Row: 0, Col: 10}}
		const far = 1 << 30
		want := engine.NewGrid[int](9, 11)
		want.Fill(far)
		for _, p := range sources {
			want.Set(p, 0)
		}
		for range want.Cells() {
			for i := range want.Cells() {
				p := want.Pos(i)
				for _, q := range []engine.Pos{
					p.Add(engine.Pos{Row: 1}), p.Add(engine.Pos{Row: -1}), p.Add(engine.Pos{Col: 1}),
					p.Add(engine.Pos{Col: -1}),
				} {
					if want.Has(q) && want.At(q) < far && f.At(p) != '#' {
						want.Set(p, min(want.At(p), want.At(q)+1000*f.cost(p)+1))
					}
				}
			}
		}
		d := f.from(sources...)
		for i, w := range want.Cells() {
			p := want.Pos(i)
			cost, ok := d.Cost(p)
			require.Equal(t, w < far, ok)
			if steps, ok := d.Steps(p); ok {
				require.Equal(t, w, 1000*cost+steps)
			}
		}
	}
}

func TestGrid(t *testing.T) {
	g := engine.NewGrid[int](3, 5)
	p := engine.Pos{Row: 2, Col: 4}
	g.Set(p, 7)
	require.Equal(t, []int{3, 5, 14, 7}, []int{g.Rows(), g.Cols(), g.Index(p), g.At(p)})
	require.Equal(t, p, g.Pos(14))
	c := g.Clone()
	c.Fill(1)
	require.Equal(t, 7, g.Cells()[14])
	require.Equal(t, "(2, 4)", p.String())
	require.Equal(t, engine.Pos{Row: -1, Col: 3}, engine.Pos{Row: 1, Col: 4}.Sub(engine.Pos{Row: 2, Col: 1}))
	require.False(t, g.Has(engine.Pos{Row: 3}))
	require.False(t, g.Has(engine.Pos{Col: -1}))
}

package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

var fourWays = []engine.Pos{{Row: -1}, {Row: 1}, {Col: 1}, {Col: -1}}

// randomCosts is a board with a closed edge and some closed cells.
func randomCosts(rows, cols int, seed uint64) engine.Grid[int32] {
	r := rand.New(rand.NewPCG(seed, 0))
	costs := engine.NewGrid[int32](rows, cols)
	costs.Fill(-1)
	for row := 1; row < rows-1; row++ {
		for col := 1; col < cols-1; col++ {
			costs.Set(engine.Pos{Row: row, Col: col}, [...]int32{-1, 0, 0, 1, 1, 2, 3, 1000000}[r.IntN(8)])
		}
	}
	return costs
}

// slowly finds the distances of SearchGrid with Search.
func slowly(costs engine.Grid[int32], steps, sources []engine.Pos, backwards bool) engine.Distances {
	isOpen := func(p engine.Pos) bool { return costs.Has(p) && costs.At(p) >= 0 }
	var open []engine.Pos
	for _, p := range sources {
		if isOpen(p) {
			open = append(open, p)
		}
	}
	return engine.Search(costs.Rows(), costs.Cols(), open, func(from engine.Pos, visit func(engine.Pos, int)) {
		for _, step := range steps {
			to := from.Add(step)
			switch {
			case !isOpen(to):
			case backwards:
				visit(to, int(costs.At(from)))
			default:
				visit(to, int(costs.At(to)))
			}
		}
	})
}

func TestSearchOnAGridFindsTheSame(t *testing.T) {
	eightWays := append([]engine.Pos{{Row: -1, Col: -1}, {Row: -1, Col: 1}, {Row: 1, Col: -1}, {Row: 1, Col: 1}},
		fourWays...)
	for seed := range uint64(40) {
		costs := randomCosts(3+int(seed)%12, 5+int(seed)%7, seed)
		sources := []engine.Pos{{Row: 1, Col: 1}, {Row: 1, Col: 1}, {Row: 1, Col: 3}, {}, {Row: -1}, {Row: 100}}
		before := costs.Clone()
		for _, steps := range [][]engine.Pos{fourWays, eightWays, nil} {
			for _, backwards := range []bool{false, true} {
				require.Equal(t, slowly(costs, steps, sources, backwards), engine.SearchGrid(costs, steps, sources, backwards))
			}
		}
		require.Equal(t, before, costs)
	}
}

func TestSearchOnAGridWantsAClosedEdge(t *testing.T) {
	costs := randomCosts(4, 5, 1)
	for _, p := range []engine.Pos{{}, {Row: 1}, {Row: 2, Col: 4}, {Row: 3, Col: 2}} {
		was := costs.At(p)
		costs.Set(p, 0)
		require.PanicsWithValue(t, "engine: SearchGrid on a board that is open at "+p.String(), func() {
			engine.SearchGrid(costs, fourWays, nil, false)
		})
		costs.Set(p, was)
	}
	require.NotPanics(t, func() { engine.SearchGrid(engine.NewGrid[int32](0, 0), fourWays, nil, false) })
}

func BenchmarkSearch(b *testing.B) {
	costs, sources := randomCosts(70, 70, 1), []engine.Pos{{Row: 35, Col: 35}}
	b.Run("closure", func(b *testing.B) {
		for b.Loop() {
			slowly(costs, fourWays, sources, true)
		}
	})
	b.Run("grid", func(b *testing.B) {
		for b.Loop() {
			engine.SearchGrid(costs, fourWays, sources, true)
		}
	})
}

package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// way is a direction of some game; the last leads two cells on.
type way int32

const (
	north way = 1 + iota
	south
	east
	west
	leap
)

var everyWay = engine.Compass[way]{
	Dirs:    []way{north, south, east, west, leap},
	Offsets: []engine.Pos{north: {Row: -1}, south: {Row: 1}, east: {Col: 1}, west: {Col: -1}, leap: {Row: 2, Col: 1}},
}

// landOf returns a board: what it costs to enter a cell is its digit, and nothing can enter a wall.
func landOf(c engine.Compass[way], rows ...string) *engine.Land[way] {
	cells := engine.NewGrid[byte](len(rows), len(rows[0]))
	for row, text := range rows {
		copy(cells.Cells()[row*len(text):], text)
	}
	var costs [256]int32
	for i := range costs {
		costs[i] = int32(i) - '0'
	}
	return engine.NewLand(&c, cells, &costs)
}

// TestWaysAreTheCheapest on boards of each kind: with the edge open, with one or both sides wrapped, with all costs
// equal and not. They are compared with a search that knows nothing of borders.
func TestWaysAreTheCheapest(t *testing.T) {
	boards := [][]string{{"1111", "1##1", "1#11", "1111", "####"}, {"1092", "2##5", "3#10", "0171", "9#3#"}}
	for seed := range uint64(20) {
		boards = append(boards, randomBoard(seed))
	}
	for _, rows := range boards {
		for wraps := range 4 {
			c := everyWay
			c.WrapRows, c.WrapCols = wraps&1 != 0, wraps&2 != 0
			land := landOf(c, rows...)
			targets := []engine.Pos{{Row: 0, Col: 3}, {Row: 2, Col: 2}, {Row: 1, Col: 1}, {Row: -1}, {Row: 9, Col: 9}}
			open := slices.DeleteFunc(slices.Clone(targets), func(p engine.Pos) bool { return !land.IsOpen(p) })
			want := engine.Search(5, 4, open, func(to engine.Pos, visit func(engine.Pos, int)) {
				for i := range 5 * 4 {
					from := engine.Pos{Row: i / 4, Col: i % 4}
					for _, next := range land.Neighbours(from) {
						if cost, ok := land.Cost(to); ok && next == to && land.IsOpen(from) {
							visit(from, cost)
						}
					}
				}
			})
			ways := land.WaysTo(targets...)
			for i := range 5 * 4 {
				p := engine.Pos{Row: i / 4, Col: i % 4}
				cost, can := want.Cost(p)
				got, ok := ways.Cost(p)
				require.Equal(t, can, ok, "%v", p)
				require.Equal(t, cost, got, "%v of %v, wraps %d", p, rows, wraps)
				fewest, _ := want.Steps(p)
				path := ways.Path(p)
				require.Len(t, path, fewest, "%v", p)
				paid := 0
				for _, to := range path {
					d, ok := land.Between(p, to)
					require.True(t, ok)
					require.Equal(t, to, land.Dest(p, d))
					cost, ok := land.Cost(to)
					require.True(t, ok)
					paid, p = paid+cost, to
				}
				require.Equal(t, cost, paid)
			}
			requireNearest(t, land, open)
		}
	}
}

// randomBoard returns a board of five rows and four columns, of which a third is walls.
func randomBoard(seed uint64) []string {
	r, rows := rand.New(rand.NewPCG(seed, 0)), make([]string, 5)
	for i := range rows {
		for range 4 {
			rows[i] += string("###001129"[r.IntN(9)])
		}
	}
	return rows
}

// requireNearest compares with the ways to each of some cells.
func requireNearest(t *testing.T, land *engine.Land[way], set []engine.Pos) {
	t.Helper()
	for i := range land.Rows() * land.Cols() {
		from, best, want := engine.Pos{Row: i / land.Cols(), Col: i % land.Cols()}, -1, engine.Pos{}
		for _, p := range set {
			if cost, ok := land.WaysTo(p).Cost(from); ok && (best < 0 || cost < best) {
				best, want = cost, p
			}
		}
		got, ok := land.Nearest(from, set...)
		require.Equal(t, best >= 0, ok)
		if cost, _ := land.WaysTo(got).Cost(from); ok && got != want {
			require.Equal(t, best, cost, "as cheap, in fewer steps")
		}
	}
}

func TestStepsPreferWhatIsFree(t *testing.T) {
	ways := landOf(everyWay, "111", "111").WaysTo(engine.Pos{Row: 1, Col: 1})
	require.Equal(t, south, ways.Step(engine.Pos{}))
	taken := func(p engine.Pos) bool { return p.Row == 0 }
	require.Equal(t, east, ways.Preferring(taken).Step(engine.Pos{}))
	require.Equal(t, south, ways.Preferring(func(engine.Pos) bool { return false }).Step(engine.Pos{}))
	require.Zero(t, ways.Step(engine.Pos{Row: 1, Col: 1}), "on the target")
	require.Zero(t, engine.Ways[way]{}.Step(engine.Pos{}), "ways to nowhere")
	require.Empty(t, engine.Ways[way]{}.Path(engine.Pos{}))
}

func TestDirectionsLeadWhereTheySay(t *testing.T) {
	c := everyWay
	c.WrapCols = true
	land := landOf(c, "123", "456")
	for _, one := range []struct {
		from engine.Pos
		dir  way
		to   engine.Pos
	}{
		{engine.Pos{}, west, engine.Pos{Col: 2}},
		{engine.Pos{}, north, engine.Pos{Row: -1}},
		{engine.Pos{}, leap + 1, engine.Pos{}},
		{engine.Pos{}, 0, engine.Pos{}},
		{engine.Pos{Col: 3}, west, engine.Pos{Col: 3}},
	} {
		require.Equal(t, one.to, land.Dest(one.from, one.dir))
	}
	d, ok := land.Between(engine.Pos{Col: 2}, engine.Pos{})
	require.True(t, ok)
	require.Equal(t, east, d)
	_, ok = land.Between(engine.Pos{Col: 3}, engine.Pos{Col: 3})
	require.False(t, ok)
	_, ok = everyWay.Between(engine.Pos{}, engine.Pos{Row: 2})
	require.False(t, ok)
	for d := range land.Neighbours(engine.Pos{}) {
		require.Equal(t, south, d)
		break
	}
}

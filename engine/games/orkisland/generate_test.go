package orkisland

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// TestGeneratedBoards compares many boards with what is known of the boards of
// the original program. // rules 14, end
func TestGeneratedBoards(t *testing.T) {
	const boards = 300
	var cities, paths, usable int
	share := map[Terrain]float64{}
	s := rules{}.Default().settings
	for seed := range uint64(boards) {
		b, err := generate(&s, engine.NewRand(engine.NewClassic(seed+1)))
		require.NoError(t, err)
		requireBoard(t, b)
		require.GreaterOrEqual(t, len(b.cities.cells), 8)
		require.LessOrEqual(t, len(b.cities.cells), 25)
		cities += len(b.cities.cells)
		paths += len(b.paths.cells)
		for _, p := range b.shore {
			if b.terrain.At(p).isWild() {
				usable++
			}
		}
		for _, c := range b.terrain.Cells() {
			share[c] += 1.0 / 4900 / boards
		}
	}
	require.InDelta(t, 16.6, float64(cities)/boards, 0.05)
	require.InDelta(t, 13.8, float64(paths)/boards, 0.05)
	require.InDelta(t, 135, float64(usable)/boards, 0.5)
	for terrain, want := range map[Terrain]float64{Water: .21, Grass: .41, Forest: .14, Sand: .14, City: .05, Path: .05} {
		require.InDelta(t, want, share[terrain], 0.005, terrain)
	}
}

// requireBoard asserts what holds for every board, and for cities and paths of
// generated ones.
func requireBoard(t *testing.T, b *board) {
	t.Helper()
	for i := range b.terrain.Cells() {
		p := b.terrain.Pos(i)
		if b.checkCell(p) != nil || b.checkOutside(p) != nil {
			t.Fatal(p, b.checkCell(p), b.checkOutside(p))
		}
	}
	for id, cells := range b.cities.cells {
		last := cells[len(cells)-1].Sub(cells[0])
		require.Len(t, cells, (last.Row+1)*(last.Col+1), "a rectangle")
		for _, p := range cells {
			require.Equal(t, City, b.terrain.At(p))
			require.EqualValues(t, id, b.cities.at.At(p))
		}
	}
	for id, cells := range b.paths.cells {
		require.NotEqual(t, b.ends[id][0], b.ends[id][1])
		for k, p := range cells {
			require.Equal(t, Path, b.terrain.At(p))
			require.EqualValues(t, id, b.paths.at.At(p))
			if k > 0 {
				require.Contains(t, beside(cells[k-1]), p, "in one piece")
			}
		}
		touches := func(p Pos, city int) bool {
			return slices.ContainsFunc(beside(p), func(to Pos) bool { return int(b.cities.at.At(to)) == city })
		}
		require.True(t, touches(cells[0], b.ends[id][0]))
		require.True(t, touches(cells[len(cells)-1], b.ends[id][1]))
	}
}

// beside returns the cells beside a cell.
func beside(p Pos) (cells []Pos) {
	for _, d := range Dirs() {
		cells = append(cells, d.from(p))
	}
	return cells
}

func TestBoardsOfAllSizes(t *testing.T) {
	for _, size := range []int{minSize, 21, 24, 31, 50, 101, maxSize} {
		s := rules{}.Default()
		s.settings.Size, s.settings.Orks = size, 1
		i := generated(t, s, engine.NewChaCha8(uint64(size), 0))
		requireBoard(t, i.board)
		require.Equal(t, size, i.board.size())
	}
}

func TestGeneratorGivesUp(t *testing.T) {
	s := rules{}.Default()
	s.settings.Size, s.settings.Orks = minSize, 1
	_, err := s.New(engine.NewRand(highest{})) // draws all cities at one place
	require.EqualError(t, err, "no valid board of 20 rows and columns found in 1000 attempts")
}

// TestRoundingOnTheRadius has what the C library that the original program was
// built with makes of (radius^p)^(1/p) <= radius, for p from 2.0 to 4.0.
func TestRoundingOnTheRadius(t *testing.T) { // rules 4.2
	for radius, want := range map[int]string{
		10: "110110111111011101101",
		35: "110110111011011101101",
		50: "110010111011011101101",
	} {
		got := ""
		for e := minExponent; e <= maxExponent; e++ {
			if isOverRadius(radius, e) {
				got += "0"
			} else {
				got += "1"
			}
		}
		require.Equal(t, want, got, radius)
	}
}

func TestSeaDistance(t *testing.T) { // rules 4.2
	sea := newSeaDistance(35)
	require.Equal(t, 1.0, sea.of(20, Pos{Row: 21, Col: -28}), "on the circle")
	require.Equal(t, math.Sqrt(22*22+28*28), sea.of(20, Pos{Row: -22, Col: 28}))
	require.Equal(t, 1.0, sea.of(40, Pos{Row: 29, Col: 29}), "nearly a square")
	require.InDelta(t, 41.62, sea.of(40, Pos{Row: 35, Col: -35}), 0.01)
	require.Equal(t, 1.0, sea.of(20, Pos{Row: 35}))
	require.Equal(t, 35.0, sea.of(22, Pos{Col: -35}), "rounding takes it off the circle")
}

package orkisland

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestConquest(t *testing.T) { // rules 9, 15.17, 15.18, 15.19
	for _, c := range []struct {
		name   string
		counts []int
		owner  int
		want   int
	}{
		{"nobody there, no owner", []int{0, 0, 0, 0}, -1, -1},
		{"nobody there", []int{0, 0, 0, 0}, 2, 2},
		{"one ork conquers", []int{0, 1, 0, 0}, -1, 1},
		{"tie without owner", []int{1, 1, 0, 0}, -1, -1},
		{"tie of others", []int{0, 2, 2, 0}, 0, 0},
		{"tie with the owner", []int{2, 0, 2, 0}, 2, 2},
		{"majority of others", []int{0, 2, 3, 0}, 0, 2},
		{"relative majority", []int{2, 1, 1, 0}, 3, 0},
		{"last of many", []int{1, 2, 2, 3}, 0, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := draw(t, `
				W W W W W W
				W C C C C W
				W C C C C W
				W P . . . W
				W . . . . W
				W W W W W W`)
			i.cityOwners[0] = c.owner
			k := 0
			for player, n := range c.counts {
				for range n {
					p := i.board.cities.cells[0][k]
					k++
					i.units = append(i.units, Unit{UnitID(len(i.units)), player, p, 1})
				}
			}
			newRound(i, nil, nil).conquer()
			require.Equal(t, c.want, i.cityOwners[0])
			require.Equal(t, -1, i.pathOwners[0])
		})
	}
}

func TestCityIsConqueredWhenOneLeaves(t *testing.T) { // rules 9, 15.17
	start := draw(t, `
		W W W W W
		W C0C1. W
		W . . . W
		W W W W W
		W W W W W`, 5, 5)
	both := step(start, lowest{})
	require.Equal(t, []int{-1}, both.cityOwners)
	require.Equal(t, []int{0, 0, 0, 0}, both.scores)
	left := step(both, lowest{}, say{1, 1, East})
	require.Equal(t, []int{0}, left.cityOwners)
	require.Equal(t, []int{2 + 4, 0, 0, 0}, left.scores)
}

func TestPathIsConquered(t *testing.T) { // rules 9
	start := draw(t, `
		W W W W W
		W C P C W
		W . P1. W
		W . . . W
		W W W W W`, 5)
	end := step(start, lowest{})
	require.Equal(t, []int{1}, end.pathOwners)
	require.Equal(t, []int{0, 2, 0, 0}, end.scores) // 15.24: no city, no graph
}

// graph returns an island of cities, all of player 0, with the given numbers of cells,
// and of paths with the given owners, ends and numbers of cells.
func graph(cities []int, paths ...[4]int) *match {
	s := rules{}.Default()
	s.board = newBoard(1)
	for _, n := range cities {
		s.board.cities.cells = append(s.board.cities.cells, make([]Pos, n))
	}
	for _, p := range paths {
		s.board.paths.cells = append(s.board.paths.cells, make([]Pos, p[3]))
		s.board.ends = append(s.board.ends, [2]int{p[1], p[2]})
	}
	i := newMatch(s, s.ground())
	for id := range i.cityOwners {
		i.cityOwners[id] = 0
	}
	for id, p := range paths {
		i.pathOwners[id] = p[0]
	}
	return i
}

// pay pays for a round.
func pay(m *match) { newRound(m, nil, nil).pay() }

func TestGraphPoints(t *testing.T) { // rules 10
	for _, c := range []struct {
		name string
		i    *match
		want int
	}{
		{"one city", graph([]int{6}), 6 + 4},
		{"two cities", graph([]int{6, 6}), 12 + 4 + 4},
		{"two joined (15.20)", graph([]int{6, 6}, [4]int{0, 0, 1, 3}), 12 + 3 + 8},
		{"three in a chain (15.20)", graph([]int{1, 1, 1}, [4]int{0, 0, 1, 1}, [4]int{0, 1, 2, 1}), 3 + 2 + 16},
		{"parallel paths (15.22)", graph([]int{1, 1}, [4]int{0, 0, 1, 5}, [4]int{0, 1, 0, 7}), 2 + 12 + 8},
		{"triangle (15.23)", graph([]int{1, 1, 1}, [4]int{0, 0, 1, 1}, [4]int{0, 1, 2, 1}, [4]int{0, 2, 0, 1}), 3 + 3 + 16},
		{"no city (15.24)", graph(nil), 0},
		{"path of nobody", graph([]int{1, 1}, [4]int{-1, 0, 1, 5}), 2 + 4 + 4},
		{"path of another", graph([]int{1, 1}, [4]int{1, 0, 1, 5}), 2 + 4 + 4},
		{"path to itself", graph([]int{4}, [4]int{0, 0, 0, 2}), 4 + 2 + 4},
		{"worked example", graph([]int{10, 30, 8, 8, 6, 10, 25, 10},
			[4]int{0, 0, 1, 11}, [4]int{0, 2, 1, 3}, [4]int{0, 3, 4, 38}, [4]int{0, 4, 3, 18}), 107 + 70 + 36},
		{"26 cities in one (no limit)", chain(26), 26 + 25 + 2<<26},
	} {
		t.Run(c.name, func(t *testing.T) {
			pay(c.i)
			require.Equal(t, c.want, c.i.scores[0])
			pay(c.i)
			require.Equal(t, 2*c.want, c.i.scores[0])
		})
	}
}

// chain is cities of one cell in a row, joined by paths of one cell.
func chain(n int) *match {
	cities := make([]int, n)
	var paths [][4]int
	for k := range cities {
		cities[k] = 1
		if k > 0 {
			paths = append(paths, [4]int{0, k - 1, k, 1})
		}
	}
	return graph(cities, paths...)
}

func TestLostEndBreaksTheGraph(t *testing.T) { // rules 10, 15.21
	i := graph([]int{1, 1, 1}, [4]int{0, 0, 1, 5}, [4]int{0, 1, 2, 7})
	i.cityOwners[1] = 2
	pay(i)
	require.Equal(t, []int{2 + 12 + 4 + 4, 0, 1 + 4, 0}, i.scores)
}

func TestBonusesCount(t *testing.T) { // rules 1, 10
	i := graph([]int{3, 4}, [4]int{0, 0, 1, 5})
	i.setup.settings.BonusPerCityCell, i.setup.settings.BonusPerPathCell, i.setup.settings.FactorConnectedComponent = 10,
		100, 1000
	pay(i)
	require.Equal(t, 70+500+4000, i.scores[0])
}

func TestScoreNeverOverflows(t *testing.T) { // rules 10, no limit of 25 cities
	for _, n := range []int{61, 62, 63, 64, 200} {
		i := chain(n)
		pay(i)
		pay(i)
		require.Equal(t, math.MaxInt, i.scores[0], n)
	}
	const n = bits.UintSize - 4
	i := chain(n)
	pay(i)
	require.Equal(t, n+n-1+2<<n, i.scores[0])
	require.Equal(t, 7<<n, componentPoints(7, n))
	require.Equal(t, math.MaxInt, componentPoints(8, n))
	require.Equal(t, math.MaxInt, componentPoints(1, n+3))
}

func TestScoresAreCopies(t *testing.T) {
	i := chain(2)
	i.Scores()[0] = 99
	require.Equal(t, []int{0, 0, 0, 0}, i.scores)
	require.Equal(t, []int{1, 1, 1, 1}, engine.Places(i.Scores()))
}

package orkisland

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// archipelago is a chain of four cities, of 1, 2, 1 and 1 cells, and a fifth one by itself.
func archipelago(t *testing.T, cities, paths []int) *State {
	t.Helper()
	m := draw(t, `
		W W W W W W W W W W W
		W C P C C P P C P C W
		W . . . . . . . . . W
		W . C . . . . . . . W
		W W W W W W W W W W W
		W W W W W W W W W W W
		W W W W W W W W W W W
		W W W W W W W W W W W
		W W W W W W W W W W W
		W W W W W W W W W W W
		W W W W W W W W W W W`)
	copy(m.cityOwners, cities)
	copy(m.pathOwners, paths)
	return seen(m, 2)
}

func TestIncomeWithMoreAreas(t *testing.T) { // rules 10, 15.20 to 15.24
	for _, c := range []struct {
		name          string
		cities, paths []int
		want          int
		components    [][]int
	}{
		{"nothing", []int{-1, -1, -1, -1, -1}, []int{-1, -1, -1}, 0, nil},
		{"a path alone", []int{-1, -1, -1, -1, -1}, []int{-1, 2, -1}, 2, nil},
		{"a path with one end", []int{-1, -1, 2, -1, -1}, []int{-1, 2, -1}, 2 + 1 + 4, [][]int{{2}}},
		{"a chain", []int{2, 2, 2, 0, 2}, []int{2, 2, 2}, 5 + 4 + 16 + 4, [][]int{{0, 1, 2}, {4}}},
		{"a path of another", []int{2, 2, 2, 2, -1}, []int{2, 0, 2}, 5 + 2 + 8 + 8, [][]int{{0, 1}, {2, 3}}},
		{"nobody's path", []int{2, 2, -1, -1, -1}, []int{-1, -1, -1}, 3 + 4 + 4, [][]int{{0}, {1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := archipelago(t, c.cities, c.paths)
			require.Equal(t, c.want, s.IncomeWith(2))
			require.Equal(t, c.components, s.Components(2))
			require.Zero(t, s.IncomeWith(1))
		})
	}
}

func TestWorthOfWhatIsHeldAndOfWhatIsNot(t *testing.T) {
	s := archipelago(t, []int{2, 2, 2, 0, -1}, []int{2, -1, 0})
	require.Equal(t, 1+(8-4), s.Worth(2, s.City(0)), "held: without it, one city is left of two")
	require.Equal(t, 1, s.Worth(2, s.Path(0)), "two cities pay 8, connected or not")
	require.Equal(t, 2+16-8-4, s.Worth(2, s.Path(1)), "not held: it would connect three")
	require.Equal(t, 1+4, s.Worth(2, s.City(3)), "its path is another's")
	require.Equal(t, 1+4, s.Worth(0, s.City(3)))
	require.Equal(t, 2+1+1+32-8-4, s.IncomeWith(2, s.Path(1), s.City(3), s.Path(2))-s.IncomeWith(2),
		"together they bring more than each alone")
	require.Equal(t, s.IncomeWith(2), s.IncomeWith(2, s.City(0)), "what is held counts once")
}

// TestLegendTellsWhatARoundPays: the figures of its settings, which are those of Worth.
func TestLegendTellsWhatARoundPays(t *testing.T) {
	s := archipelago(t, []int{2, 2, 2, 0, -1}, []int{2, 2, 0})
	v := &s.match.setup.settings
	v.BonusPerPathCell, v.BonusPerCityCell, v.FactorConnectedComponent = 5, 3, 7
	doc := func(of Terrain) string { return s.match.Legend().Cells[slices.Index(terrains[:], of)].Doc }
	require.Contains(t, doc(Path), "5 a round for each cell, and joins two cities of the same holder: "+
		"two pay 28 more, three 56,")
	require.Contains(t, doc(City), "3 a round for each cell, and 14 more if it is joined to no other")
	require.Equal(t, 3*5+(1+2+1)*3+56, s.IncomeWith(2))
	require.Equal(t, 5+3+14, s.IncomeWith(0))
}

func TestWorthAnswersBadQuestions(t *testing.T) { // rules 11
	s := archipelago(t, []int{2, 2, 2, 0, -1}, []int{2, -1, 0})
	for _, player := range []int{-1, 4} {
		require.Zero(t, s.IncomeWith(player))
		require.Zero(t, s.Worth(player, s.City(0)))
		require.Empty(t, s.Components(player), "nobody's cities are no components")
	}
	for _, none := range []Area{s.City(-1), s.City(9), s.Path(-1), s.Path(9), {ID: 99}} {
		require.Zero(t, s.Worth(2, none))
		require.Equal(t, s.IncomeWith(2), s.IncomeWith(2, none))
	}
	s.match.setup.settings.FactorConnectedComponent = math.MaxInt
	require.Equal(t, math.MaxInt, s.IncomeWith(2), "the sum stops at the largest number")
}

// TestIncomeIsWhatARoundPays: a round pays by the owners that it leaves, as does Income.
func TestIncomeIsWhatARoundPays(t *testing.T) { // rules 10
	r := engine.NewRand(engine.NewFast(3))
	s := seen(generated(t, rules{}.Default(), engine.NewChaCha8(3, 0)), 0)
	sim, commands, paid := s.Sim(), make([]*Commands, s.Players()), 0
	for range 150 {
		before := slices.Clone(sim.Scores())
		for player := range commands {
			commands[player] = sim.As(player).Commands()
			Random(sim.As(player), commands[player])
		}
		sim.Play(r, commands...)
		for player, score := range sim.Scores() {
			require.Equal(t, score-before[player], sim.State().IncomeWith(player))
			paid += score - before[player]
		}
	}
	require.Positive(t, paid)
}

// TestStepsOfWays: cities and paths cost nothing, so that the cost of a way is no measure of time.
func TestStepsOfWays(t *testing.T) {
	s := archipelago(t, nil, nil)
	ways := s.WaysTo(Pos{Row: 1, Col: 1})
	for _, p := range []Pos{{Row: 1, Col: 9}, {Row: 3, Col: 2}, {Row: 1, Col: 1}} {
		steps, ok := ways.Steps(p)
		require.True(t, ok)
		require.Len(t, ways.Path(p), steps)
	}
	cost, _ := ways.Cost(Pos{Row: 1, Col: 9})
	steps, _ := ways.Steps(Pos{Row: 1, Col: 9})
	require.Equal(t, []int{0, 8}, []int{cost, steps})
	for _, p := range []Pos{{}, {Row: -1}} {
		_, ok := ways.Steps(p)
		require.False(t, ok)
	}
	_, ok := Ways{}.Steps(Pos{})
	require.False(t, ok)
}

// TestIncomeIsTheSumOfItsSources, by the two ways in which it is found.
func TestIncomeIsTheSumOfItsSources(t *testing.T) {
	s := archipelago(t, []int{2, 2, 2, 0, -1}, []int{2, -1, 0})
	for player := range s.Players() {
		require.Equal(t, s.Income(player).Total(), s.IncomeWith(player), player)
	}
}

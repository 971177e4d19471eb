package orkisland

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// paid pays for a round, and returns what was logged.
func paid(m *match) []scene.Points {
	log := new(scene.Log)
	newRound(m, nil, log).pay()
	return log.Points
}

func TestIncomeIsThatOfTheWorkedExample(t *testing.T) { // rules 10
	i := graph([]int{10, 30, 8, 8, 6, 10, 25, 10},
		[4]int{0, 0, 1, 11}, [4]int{0, 2, 1, 3}, [4]int{0, 3, 4, 38}, [4]int{0, 4, 3, 18}, [4]int{2, 3, 4, 9})
	s := i.View(engine.Seat{})
	require.Equal(t, Income{Cities: 107, Paths: 70, Groups: 36}, s.Income(0))
	require.Equal(t, 213, s.Income(0).Total())
	require.Equal(t, Income{Paths: 9}, s.Income(2))
	for _, nobody := range []int{1, -1, 4} {
		require.Zero(t, s.Income(nobody))
	}
	for range 2 { // the second time, the income is known
		require.Equal(t, []scene.Points{
			{Seat: 0, Source: fromCities, Points: 107},
			{Seat: 0, Source: fromPaths, Points: 70},
			{Seat: 0, Source: fromGroups, Points: 36},
			{Seat: 2, Source: fromPaths, Points: 9},
		}, paid(i))
	}
}

func TestPointsBeyondTheLargestScoreAreNotPaid(t *testing.T) { // rules 10
	i := chain(64)
	require.Equal(t, math.MaxInt, i.View(engine.Seat{}).Income(0).Total())
	total := 0
	for _, p := range append(paid(i), paid(i)...) {
		total += p.Points
	}
	require.Equal(t, math.MaxInt, total)
}

package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestPointsHaveTheirSources(t *testing.T) { // rules 8, 11
	board := []string{
		"..........",
		".1........",
		"..........",
		"..........",
		"..........",
		"..........",
		"..........",
	}
	m := draw(t, board, farmer(0, 1, 0), farmer(2, 5, 5), farmer(1, 2, 1))
	_, log := watch(m, seeded(1), say{0, 0, East})
	require.Equal(t, []scene.Points{{Seat: 1, Source: lost, Points: -1}, {Source: fromOverpainting, Points: 1}},
		log.Points)
	m, log = watch(m, seeded(1), say{2, 1, East})
	require.Equal(t, []scene.Points{{Seat: 2, Source: fromSteps, Points: 1}}, log.Points)
	_, log = watch(m, seeded(1), say{2, 1, West})
	require.Equal(t, []scene.Points{{Seat: 2, Source: fromSteps, Points: 1}}, log.Points)

	start := meadow(t, knight(0, 0, 0), farmer(1, 0, 9, 50), knight(2, 5, 5), knight(3, 7, 2))
	_, log = watch(start, order(0, 1, 2, 3).roll(50, 4), say{0, 0, West})
	require.Equal(t, []scene.Points{{Source: fromConversions, Points: 1}}, log.Points)
}

func TestATileOfAConvertedFarmerIsNoneOfItsSteps(t *testing.T) { // rules 8
	start := meadow(t, knight(0, 0, 0), farmer(1, 0, 9, 50), knight(2, 5, 5), knight(3, 7, 2))
	start.colours.Set(Pos{Row: 2, Col: 2}, 3)
	count(start.colours, start.scores)
	_, log := watch(start, order(0, 1, 2, 3).roll(50, 4), say{0, 0, West})
	require.Equal(t, []scene.Points{{Seat: 3, Source: lost, Points: -1}, {Source: fromConversions, Points: 1}}, log.Points)
}

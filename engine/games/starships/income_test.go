package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestPointsHaveTheirSources(t *testing.T) { // rules 3.4
	hit := base(ship(0, 2, 5), ship(7, 2, 6))
	require.Equal(t, []scene.Points{{Source: fromHits, Points: 30}}, told(t, hit, seeded(1), shoot(0)).Points)
	own := base(ship(0, 2, 5), ship(1, 2, 6))
	require.Empty(t, told(t, own, seeded(1), shoot(0)).Points)
	bonus := base(ship(2, 2, 5), thing('P', 2, 6), thing('M', 2, 7))
	require.Equal(t, []scene.Points{{Seat: 1, Source: fromBonuses, Points: 10}},
		told(t, bonus, seeded(1), move(2, Fast)).Points)
}

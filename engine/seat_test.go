package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestSeat(t *testing.T) {
	names := []string{"Ann", "Bob"}
	s := engine.NewSeat(1, names, 5)
	names[0] = "Eve"
	s.Names()[1] = "Eve"
	require.Equal(t, 1, s.Me())
	require.Equal(t, []string{"Ann", "Bob"}, s.Names())
	require.Equal(t, []string{"", "Ann", "Bob", ""}, []string{s.Name(-1), s.Name(0), s.Name(1), s.Name(2)})
	require.EqualValues(t, 5, s.Seed())
	again := engine.NewSeat(0, nil, 5)
	require.Equal(t, s.Rand().Permutation(20), again.Rand().Permutation(20), "the seed says what is drawn")
}

// TestSeatsAreSeededWhenTheyDraw: bots that look ahead make many and draw from few.
func TestSeatsAreSeededWhenTheyDraw(t *testing.T) {
	seat := engine.NewSeat(0, []string{"a", "b"}, 7)
	other := seat.As(1)
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { other = seat.As(1) }), 2.0)
	require.Equal(t, engine.NewChaCha8(7, 0).Draw(0, 1<<30), other.Rand().Draw(0, 1<<30))
}

func TestStatus(t *testing.T) {
	require.Equal(t, 0.25, engine.Status(250000).Fraction())
	require.Equal(t, -1.0, engine.Frozen.Fraction())
	require.True(t, engine.Frozen.IsFrozen())
	require.False(t, engine.Status(0).IsFrozen())
}

func TestRefusalIsALine(t *testing.T) {
	require.Equal(t, "unit 7, north: told before", engine.Refusal{Unit: 7, Order: "north", Why: "told before"}.String())
}

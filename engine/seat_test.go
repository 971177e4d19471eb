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

func TestSeatOfAnotherPlayer(t *testing.T) {
	seat := engine.NewSeat(0, []string{"a", "b"}, 7)
	one, again, two := engine.SeatAs(seat, 1), engine.SeatAs(seat, 1), engine.SeatAs(seat, 2)
	require.Equal(t, []int{1, 2}, []int{one.Me(), two.Me()})
	drawn := one.Rand().Permutation(20)
	require.Equal(t, drawn, again.Rand().Permutation(20), "the seed says what is drawn")
	require.NotEqual(t, drawn, two.Rand().Permutation(20))
	require.NotEqual(t, drawn, seat.Rand().Permutation(20))
	require.Same(t, seat.Debug(), one.Debug())
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { engine.SeatAs(seat, 1) }), 2.0, "looking ahead makes many")
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

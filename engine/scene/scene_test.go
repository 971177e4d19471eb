package scene_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestPlayersWithTheSameNameAreToldApart(t *testing.T) {
	require.Equal(t, []string{"anna", "ben (1)", "ben (2)", "player 3", "player 4"},
		scene.Labels([]string{"anna", "ben", "ben", "", ""}))
	require.Empty(t, scene.Labels(nil))
}

func TestTextsHaveTheNamesOfPlayers(t *testing.T) {
	log := &scene.Log{Names: []string{"anna", ""}}
	require.Equal(t, "anna", log.Name(0))
	for seat, want := range map[int]string{1: "player 1", 2: "player 2", scene.Nobody: "player -1"} {
		require.Equal(t, want, log.Name(seat))
	}
	require.Equal(t, "player 0", (*scene.Log)(nil).Name(0))
}

func TestALogThatIsNilKeepsNothing(t *testing.T) {
	var log *scene.Log
	log.Order(0, 1, "north", 2)
	log.Outcome(1, "moved")
	log.Fail(1, "a wall")
	log.Refuse(0, 1, "north", "no such unit")
	log.Event(scene.Event{})
	log.Reset()
	require.False(t, log.On())
}

func TestAnOutcomeIsThatOfTheFirstOrderWithoutOne(t *testing.T) {
	log := &scene.Log{}
	log.Order(0, 1, "north", 2)
	log.Order(0, 1, "south", 3)
	log.Order(0, 2, "west", 4)
	log.Outcome(1, "moved")
	log.Fail(1, "too late")
	log.Outcome(9, "lost")
	require.Equal(t, []scene.Order{
		{Seat: 0, Unit: 1, Text: "north", To: 2, Outcome: "moved"},
		{Seat: 0, Unit: 1, Text: "south", To: 3, Outcome: "too late", Failed: true},
		{Seat: 0, Unit: 2, Text: "west", To: 4},
	}, log.Orders)
}

func TestAnAmountIsAPartOfTheMost(t *testing.T) {
	require.Equal(t, scene.Amount{Value: 3, Most: 4}, scene.Of(3, 4))
	require.InDelta(t, .75, scene.Of(3, 4).Part(), 1e-9)
	require.InDelta(t, 1, scene.Of(9, 4).Part(), 0)
	require.InDelta(t, 0, scene.Of(-9, 4).Part(), 0)
	require.InDelta(t, 1, scene.Of(3, 0).Part(), 0, "there is no most")
	require.Equal(t, int32(math.MaxInt32), scene.Of(math.MaxInt, 0).Value)
	require.Equal(t, int32(-math.MaxInt32), scene.Of(math.MinInt, 0).Value)
}

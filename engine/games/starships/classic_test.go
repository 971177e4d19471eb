package starships

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestClassicFollowsTheDocument(t *testing.T) { // rules 9
	source := newClassic(1)
	require.EqualValues(t, 2, source.state)
	var drawn []uint64
	for range 5 {
		drawn = append(drawn, source.step())
	}
	require.Equal(t, []uint64{96541, 365211587, 435306124, 1681957626, 2009854434}, drawn)
	require.EqualValues(t, 2009854435, source.state)

	source = newClassic(101)
	require.EqualValues(t, 102, source.state)
	require.EqualValues(t, 4923641, source.step())
	require.EqualValues(t, 1445921811, source.step())
	require.Equal(t, 7, source.Draw(7, 6))
	require.EqualValues(t, 1445921812, source.state, "no draw from an empty interval")

	r, orders := engine.NewRand(newClassic(1)), ""
	for range 8 {
		order, _ := draws(r)
		orders += fmt.Sprintln(order)
	}
	require.Equal(t, "[1 3 2 0]\n[1 3 0 2]\n[1 3 2 0]\n[2 3 0 1]\n[3 1 2 0]\n[0 3 2 1]\n[2 1 3 0]\n[2 1 0 3]\n", orders)
	for seed, want := range map[uint64][players]int{2: {0, 3, 2, 1}, 3: {3, 0, 1, 2}, 4: {2, 3, 0, 1}} {
		order, _ := draws(engine.NewRand(newClassic(seed)))
		require.Equal(t, want, order)
	}
}

func TestClassicIsTheGamesOwn(t *testing.T) {
	played, err := Game.Default().New(make([]string, players), 101, engine.Classic)
	require.NoError(t, err)
	m, source := opening(t), newClassic(101)
	for range 60 {
		played.Step(make([]engine.Turn[engine.Commands], players))
		m = step(m, source)
		require.Equal(t, string(m.EncodeState()), string(played.StateMessage()))
	}
}

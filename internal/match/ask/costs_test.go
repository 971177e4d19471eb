package ask_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/ask"
)

// costs are those of two players in four rounds. The second gives no answer in round 2.
func costs(cpu func(wall time.Duration) time.Duration) ask.Costs {
	c := make(ask.Costs, 2)
	for number := range 4 {
		turns := make([]engine.Turn[engine.Commands], 2)
		taken := make([]match.Receipt, 2)
		for seat := range taken {
			wall := time.Duration(number+1) * 3 * time.Millisecond
			taken[seat] = match.Receipt{CPU: cpu(wall), Wall: wall, Bytes: 10 * number}
			turns[seat].Status = 20_000
		}
		if number >= 2 {
			turns[1].Status, taken[1].Bytes = engine.Frozen, 0
		}
		if number > 2 {
			taken[1] = match.Receipt{}
		}
		c.Round(nil, match.Round{Number: number, Turns: turns, Receipts: taken})
	}
	return c
}

func TestCostsAreKeptByRound(t *testing.T) {
	c := costs(func(wall time.Duration) time.Duration { return wall / 3 })
	require.True(t, c.Measured())
	require.Equal(t, 10*time.Millisecond, c.CPU(0))
	require.Equal(t, 6*time.Millisecond, c.CPU(1))
	require.Equal(t, []time.Duration{1e6, 2e6, 3e6}, c[1].Times(), "and the round in which it was frozen")
	require.Equal(t, []int64{20_000, 20_000}, c[1].Status, "before it was frozen")
	require.Equal(t, []int64{0, 10, 20, 30}, c[0].Bytes)
	require.Equal(t, []int64{3e6, 6e6, 9e6, 12e6}, c[0].Wall)
	require.False(t, c[0].WasLate())
}

// Where there is no clock for CPU time, it is either zero or the wall-clock time.
func TestCPUTimeThatWasNotMeasuredIsNotKnown(t *testing.T) {
	for name, cpu := range map[string]func(time.Duration) time.Duration{
		"nothing":  func(time.Duration) time.Duration { return 0 },
		"the wall": func(wall time.Duration) time.Duration { return wall },
	} {
		c := costs(cpu)
		require.False(t, c.Measured(), name)
		require.Zero(t, c.CPU(0), name)
	}
}

func TestAnAnswerIsLateIfItDrawsOnTheBank(t *testing.T) {
	c := make(ask.Costs, 1)
	for _, drawn := range []time.Duration{0, time.Nanosecond} {
		c.Round(nil, match.Round{
			Turns: make([]engine.Turn[engine.Commands], 1), Receipts: []match.Receipt{{Wall: 5, WallBank: drawn}},
		})
		require.Equal(t, drawn > 0, c[0].WasLate())
	}
}

func TestCostsOfARecordedMatchAreThoseOfItsRounds(t *testing.T) {
	r := recorded(t)
	c := ask.CostsOf(r)
	require.Len(t, c, 4)
	require.Len(t, c[0].CPU, rounds)
	require.Len(t, c[1].Status, 4, "it was frozen in round 4")
}

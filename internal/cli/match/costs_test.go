package match

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/ask"

	"github.com/botarena/arena/internal/cli/shell"
)

// costs returns the costs of a match of two players. The second gives no
// answer in round 2.
func costs(cpu func(wall time.Duration) time.Duration) ask.Costs {
	r := make(ask.Costs, 2)
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
		r.Round(nil, match.Round{Number: number, Turns: turns, Receipts: taken})
	}
	return r
}

func printed(r ask.Costs) string {
	var text bytes.Buffer
	shell.PrintCosts(&text, r, []string{"a", "b"}, func(seat int) string { return []string{"", "wall in round 2"}[seat] })
	return text.String()
}

func TestCostsAreSummedUp(t *testing.T) {
	r := costs(func(wall time.Duration) time.Duration { return wall / 3 })
	require.Equal(t, 10*time.Millisecond, r.CPU(0))
	require.Equal(t, `what    player      rounds  total   mean  99 of 100  worst  in round  verdict
cpu     a (seat 0)       4   10ms  2.5ms        4ms    4ms         3
cpu     b (seat 1)       3    6ms    2ms        3ms    3ms         2  wall in round 2
wall    a (seat 0)       4   30ms  7.5ms       12ms   12ms         3
wall    b (seat 1)       3   18ms    6ms        9ms    9ms         2  wall in round 2
bytes   a (seat 0)       4     60     15         30     30         3
bytes   b (seat 1)       3     10      3         10     10         1  wall in round 2
status  a (seat 0)       4   8.0%   2.0%       2.0%   2.0%         0
status  b (seat 1)       3   4.0%   2.0%       2.0%   2.0%         0  wall in round 2
`, printed(r))
}

func TestCostsTellWhoDrewOnTheBankOfWallClockTime(t *testing.T) {
	r := make(ask.Costs, 1)
	for _, drawn := range []time.Duration{0, 300 * time.Millisecond, 100 * time.Millisecond} {
		r.Round(nil, match.Round{
			Turns:    make([]engine.Turn[engine.Commands], 1),
			Receipts: []match.Receipt{{Wall: 200*time.Millisecond + drawn, WallBank: drawn}},
		})
	}
	require.Contains(t, printed(r), "\nwall bank  a (seat 0)       3  400ms  133.33ms      300ms  300ms         1\n")
}

// Where there is no clock for CPU time, it is either zero or the wall-clock time.
func TestUnknownCPUTimeIsADash(t *testing.T) {
	for name, cpu := range map[string]func(time.Duration) time.Duration{
		"nothing":  func(time.Duration) time.Duration { return 0 },
		"the wall": func(wall time.Duration) time.Duration { return wall },
	} {
		t.Run(name, func(t *testing.T) {
			r := costs(cpu)
			require.Zero(t, r.CPU(0))
			require.Equal(t, "-", shell.ShownCPU(r, 0))
			require.Contains(t, printed(r), "\ncpu     a (seat 0)       4      -      -          -      -         -\n")
			require.Nil(t, newUsagesJSON(r)[0].CPU)
			require.NotZero(t, newUsagesJSON(r)[0].Wall)
		})
	}
	require.Equal(t, "-", shell.ShownCPU(make(ask.Costs, 1), 0), "a match without rounds")
}

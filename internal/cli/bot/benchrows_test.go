package bot

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/bench"
)

// TestEachFigureIsOfItsCase has a sample of each case: what is measured in the third is three times that of the first.
func TestEachFigureIsOfItsCase(t *testing.T) {
	samples := make(bench.Samples)
	for i, c := range bench.Cases([]string{"Python"}) {
		n := time.Duration(i + 1)
		timed := func(each time.Duration) bench.Timed { return bench.Timed{Times: 1, CPU: n * each * time.Microsecond} }
		samples[c] = []bench.Sample{{{
			Figures: bench.Figures{
				Matches: 1, PlayerRounds: 1, Wall: n * time.Second, HostCPU: n * 10 * time.Microsecond,
				BotCPU: n * 100 * time.Microsecond, Allocs: uint64(n) * 7, Replays: int(n) * 1000,
			},
			Spawn:  []time.Duration{n * time.Millisecond},
			Ahead:  bench.AheadFigures{Next: timed(2), Sim: timed(3)},
			States: bench.StateFigures{Encode: timed(4), States: 1, Bytes: int(n) * 5},
		}}}
	}
	var said []string
	for _, r := range benchRows(samples, []string{"Python"}) {
		require.Len(t, r.values, 1, r.name)
		said = append(said, fmt.Sprintf("%s: %.*f %s", r.name, r.digits, r.values[0], r.unit))
	}
	require.Equal(t, []string{
		"CPU per player-round, host and bot: 110.0 µs",
		"  host: 10.0 µs",
		"  bot: 100.0 µs",
		"CPU per player-round, on one processor: 220.0 µs",
		"  host: 20.0 µs",
		"  bot: 200.0 µs",
		"match, wall: 1000.0 ms",
		"match, wall, on one processor: 2000.0 ms",
		"matches per second, one at a time: 0.5 ",
		"matches per second, two at once: 0.3 ",
		"matches per second, four at once: 0.2 ",
		"start of a bot for every seat, wall: 11.0 ms",
		"allocations per player-round, host: 7.0 ",
		"rules: match in one process, wall: 5000.00 ms",
		"rules: CPU per player-round: 50.00 µs",
		"rules: the same match, recorded, wall: 6000.00 ms",
		"replay of a match: 6.0 kB",
		"State, size: 35 B",
		"State, CPU of encoding it: 28.00 µs",
		"look-ahead: 20 rounds by Next, CPU: 16 µs",
		"look-ahead: 20 rounds with Sim, CPU: 24 µs",
		"Python over lines, CPU, on one processor: 1320.0 µs",
		"  host: 120.0 µs",
		"  bot: 1200.0 µs",
		"floor: bare bytes, CPU per player-round: 990.0 µs",
		"floor: the same, on one processor: 1100.0 µs",
	}, said)
}

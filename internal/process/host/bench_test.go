//go:build unix

package host_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// BenchmarkStart starts four bots and closes them.
func BenchmarkStart(b *testing.B) {
	bot := command(b, "random")
	o := options(b, &buffer{})
	for b.Loop() {
		processes, err := host.StartAll(b.Context(), []executable.Command{bot, bot, bot, bot}, o)
		require.NoError(b, err)
		b.StopTimer()
		host.CloseAll(processes)
		b.StartTimer()
	}
}

// BenchmarkMatch plays whole default matches of four random bots, in processes
// that are started once.
func BenchmarkMatch(b *testing.B) {
	processes := start(b, options(b, &buffer{}), "random", "random", "random", "random")
	for b.Loop() {
		m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
		require.NoError(b, err)
		_, err = match.Play(b.Context(), m, seated(processes))
		require.NoError(b, err)
	}
}

// BenchmarkOverBudget reports by how much a bot that never answers has exceeded its
// CPU budget when it is killed, with one thread and with two.
func BenchmarkOverBudget(b *testing.B) {
	for _, bot := range []string{"burn", "burntwo"} {
		b.Run(bot, func(b *testing.B) {
			var over []float64
			for b.Loop() {
				b.StopTimer()
				processes := start(b, options(b, &buffer{}), "null", bot, "null", "null")
				b.StartTimer()
				var seen receipts
				_, err := match.Play(b.Context(), newMatch(b), seated(processes), &seen)
				require.NoError(b, err)
				for _, r := range seen.rounds {
					if len(r.Verdicts) > 0 {
						over = append(over, (r.Receipts[1].CPU-testCPU-testBank).Seconds()*1e3)
					}
				}
			}
			slices.Sort(over)
			b.ReportMetric(over[len(over)/2], "ms-over-median")
			b.ReportMetric(over[len(over)-1], "ms-over-worst")
		})
	}
}

// cpu returns the CPU time that this process has used.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkPlayerRound reports the CPU time of one player in one round, in this
// process and in the bot's.
func BenchmarkPlayerRound(b *testing.B) {
	for name, bot := range map[string]string{"gRPC": "random", "lines": "linesrandom"} {
		b.Run(name, func(b *testing.B) { benchmarkPlayerRound(b, bot) })
	}
}

func benchmarkPlayerRound(b *testing.B, bot string) {
	o := options(b, &buffer{})
	o.Limits = host.DefaultLimits()
	processes := start(b, o, bot, bot, bot, bot)
	var bots time.Duration
	n := 0
	begin := cpu(b)
	for b.Loop() {
		m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
		require.NoError(b, err)
		var seen receipts
		result, err := match.Play(b.Context(), m, seated(processes), &seen)
		require.NoError(b, err)
		require.Empty(b, result.Verdicts)
		for _, r := range seen.rounds {
			for _, receipt := range r.Receipts {
				bots += receipt.CPU
				n++
			}
		}
	}
	b.ReportMetric(float64((cpu(b)-begin).Microseconds())/float64(n), "host-µs/player-round")
	b.ReportMetric(float64(bots.Microseconds())/float64(n), "bot-µs/player-round")
}

// BenchmarkKill reports how long it takes to get rid of a bot, its children and its
// files. The bot waits, is stopped or burns CPU time.
func BenchmarkKill(b *testing.B) {
	for name, prepare := range map[string]func(pid int){
		"idle":    func(int) {},
		"stopped": func(pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) },
		"burning": func(pid int) { _ = syscall.Kill(pid, syscall.SIGUSR1) },
	} {
		b.Run(name, func(b *testing.B) {
			var worst time.Duration
			for b.Loop() {
				b.StopTimer()
				p := start(b, options(b, &buffer{}), "burnsoon")[0]
				prepare(p.PID())
				b.StartTimer()
				begun := time.Now()
				p.Close()
				worst = max(worst, time.Since(begun))
			}
			b.ReportMetric(worst.Seconds()*1e3, "ms-worst")
		})
	}
}

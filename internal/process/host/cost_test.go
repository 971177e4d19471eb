//go:build linux

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
	"github.com/botarena/arena/internal/process/host"
)

// BenchmarkSandbox reports what the sandbox costs in CPU time: for the start of a bot, and
// for one round of one player. With and without are taken in turn, so that other load on
// the machine affects both alike.
func BenchmarkSandbox(b *testing.B) {
	bot := command(b, "random")
	free, held := hostileOptions(b), hostileOptions(b)
	held.Sandbox = usualSandbox(b)
	starts, rounds := map[bool][]float64{}, map[bool][]float64{}
	for b.Loop() {
		for _, o := range []host.Options{free, held} {
			with := o.Sandbox != nil
			before := allCPU(b)
			p, err := host.Start(b.Context(), bot, o)
			require.NoError(b, err)
			p.Close()
			starts[with] = append(starts[with], (allCPU(b)-before).Seconds()*1e3)

			bots := start(b, o, "random", "random", "random", "random")
			before = allCPU(b)
			for _, p := range bots {
				before += p.CPU()
			}
			m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
			require.NoError(b, err)
			result, err := match.Play(b.Context(), m, seated(bots))
			require.NoError(b, err)
			after := allCPU(b)
			for _, p := range bots {
				after += p.CPU()
			}
			rounds[with] = append(rounds[with], (after-before).Seconds()*1e6/float64(4*result.Rounds))
			host.CloseAll(bots)
		}
	}
	for with, name := range map[bool]string{false: "none", true: "sandbox"} {
		b.ReportMetric(median(starts[with]), "ms/start-"+name)
		b.ReportMetric(median(rounds[with]), "µs/round-"+name)
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// allCPU returns the CPU time of this process and of all its children that have ended.
func allCPU(b *testing.B) time.Duration {
	var children syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children))
	return cpu(b) + time.Duration(children.Utime.Nano()+children.Stime.Nano())
}

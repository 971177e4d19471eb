package shell

import (
	"io"
	"math"
	"runtime/debug"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

func memoryFlags(t *testing.T, args ...string) (*BotFlags, *cobra.Command) {
	t.Helper()
	f, c := &BotFlags{}, &cobra.Command{}
	f.Register(c)
	f.stderr = func() io.Writer { return io.Discard }
	require.NoError(t, c.ParseFlags(args))
	return f, c
}

// TestARecordedMatchHasTheMemoryThatItHad, whatever is usual now: else it could come out otherwise. A replay of a
// stranger's gets no more than was once usual.
func TestARecordedMatchHasTheMemoryThatItHad(t *testing.T) {
	usual := host.DefaultLimits().Memory
	require.Less(t, usual, int64(1<<30))
	for _, c := range []struct {
		recorded *replay.Limits
		args     []string
		want     int64
	}{
		{&replay.Limits{Memory: 1 << 30}, nil, 1 << 30},
		{&replay.Limits{Memory: 100 << 20}, nil, 100 << 20},
		{&replay.Limits{Memory: 100 << 20}, []string{"--mem", "64MB"}, 64 << 20},
		{&replay.Limits{Memory: 1 << 50}, nil, 1 << 30},
		{&replay.Limits{}, nil, usual},
		{nil, nil, usual},
	} {
		f, command := memoryFlags(t, c.args...)
		limits, _, err := f.LimitsOf(command, replay.Header{CPU: 1, Limits: c.recorded})
		require.NoError(t, err)
		require.Equal(t, c.want, limits.Memory)
	}
}

// TestTheCollectorIsTunedInTheArenaAlone: a test that runs a command in its own process keeps its pace.
func TestTheCollectorIsTunedInTheArenaAlone(t *testing.T) {
	t.Setenv("GOGC", "")
	const own = 123
	percent, limit := debug.SetGCPercent(own), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		tuned.Store(false)
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	SpareMemory()
	require.Equal(t, own, debug.SetGCPercent(own))
	TuneCollector()
	require.Equal(t, 400, debug.SetGCPercent(400))
	require.Less(t, debug.SetMemoryLimit(-1), int64(math.MaxInt64))
	SpareMemory()
	require.Equal(t, 20, debug.SetGCPercent(20))
	t.Setenv("GOGC", "off")
	TuneCollector()
	require.Equal(t, 20, debug.SetGCPercent(20), "the user knows better")
}

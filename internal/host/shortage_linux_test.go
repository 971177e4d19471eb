package host_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/sandbox"
)

// TestAShortageOfTheMachineIsNoFaultOfTheBots takes all numbers of files but a few, so that
// no bot can be started.
func TestAShortageOfTheMachineIsNoFaultOfTheBots(t *testing.T) {
	o := confined(t)
	for _, spare := range []int{2, 8} { // for the pipes, and for what the sandbox needs
		var usual unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &usual))
		open, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		few := usual
		few.Cur = uint64(len(open) + spare)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
		_, err = host.Start(t.Context(), command(t, "null"), o)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &usual))
		var short *sandbox.ShortageError
		require.ErrorAs(t, err, &short, "%v", err)
		require.NotErrorAs(t, err, new(*host.NotABotError))
		require.NotContains(t, err.Error(), "null")
		require.Contains(t, short.Hint(), "ulimit -n")
	}
	p, err := host.Start(t.Context(), command(t, "null"), o)
	require.NoError(t, err)
	p.Close()
}

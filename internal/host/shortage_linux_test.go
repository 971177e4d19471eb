package host_test

import (
	"errors"
	"os"
	"testing"
	"time"

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
		var err error
		var short *sandbox.ShortageError
		require.Eventually(t, func() bool { // what other tests have left open is closed sooner or later
			err = startWithFewFiles(t, o, spare)
			return errors.As(err, &short)
		}, 10*time.Second, time.Millisecond, "%v", err)
		require.NotErrorAs(t, err, new(*host.NotABotError))
		require.NotContains(t, err.Error(), "null")
		require.Contains(t, short.Hint(), "ulimit -n")
	}
	p, err := host.Start(t.Context(), command(t, "null"), o)
	require.NoError(t, err)
	p.Close()
}

// startWithFewFiles starts a bot while only so many files may be opened.
func startWithFewFiles(t *testing.T, o host.Options, spare int) error {
	t.Helper()
	var usual unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &usual))
	open, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	few := usual
	few.Cur = uint64(len(open) + spare)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
	p, err := host.Start(t.Context(), command(t, "null"), o)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &usual))
	if err == nil {
		p.Close()
	}
	return err
}

package host_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// enoughFiles is more than the start of one bot needs.
const enoughFiles = 64

// TestAShortageOfTheMachineIsNoFaultOfTheBots starts a bot with no free number of a file, with
// one, with two, and so on, until it can be started.
func TestAShortageOfTheMachineIsNoFaultOfTheBots(t *testing.T) {
	o := confined(t)
	for spare := range enoughFiles {
		err := startWithFewFiles(t, o, spare)
		if err == nil {
			require.Positive(t, spare, "started without a file")
			return
		}
		var short *sandbox.ShortageError
		require.ErrorAs(t, err, &short, "%d files: %v", spare, err)
		require.NotErrorAs(t, err, new(*host.NotABotError))
		require.NotContains(t, err.Error(), "null")
		require.Contains(t, short.Hint(), "ulimit -n")
	}
	t.Fatalf("not started with %d files", enoughFiles)
}

// startWithFewFiles starts a bot while only so many files may be opened.
func startWithFewFiles(t *testing.T, o host.Options, spare int) error {
	t.Helper()
	var usual unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &usual))
	few := usual
	few.Cur = limitWithSpare(t, spare)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
	p, err := host.Start(t.Context(), command(t, "null"), o)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &usual))
	if err == nil {
		p.Close()
	}
	return err
}

// limitWithSpare is the limit below which so many numbers are free. It is a limit of the
// numbers, not of how many are open.
func limitWithSpare(t *testing.T, spare int) uint64 {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	taken := map[string]bool{}
	for _, file := range open {
		taken[file.Name()] = true
	}
	for limit := 0; ; limit++ {
		if taken[strconv.Itoa(limit)] {
			continue
		}
		if spare == 0 {
			return uint64(limit)
		}
		spare--
	}
}

package host

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestThreadsOfAProcess: these tests have several, and sleep(1) has one.
func TestThreadsOfAProcess(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	require.Equal(t, os.Getpid(), processOf(unix.Gettid()))
	require.False(t, isAlone(unix.Gettid()))
	sleep := exec.CommandContext(t.Context(), "sleep", "60")
	require.NoError(t, sleep.Start())
	require.Equal(t, sleep.Process.Pid, processOf(sleep.Process.Pid))
	require.True(t, isAlone(sleep.Process.Pid))
	require.NoError(t, sleep.Process.Kill())
	require.Error(t, sleep.Wait())
	require.False(t, isAlone(sleep.Process.Pid), "it is gone")
}

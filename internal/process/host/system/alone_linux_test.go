package system

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestThreadsOfAProcess: these tests have several, and sleep(1) has one.
func TestThreadsOfAProcess(t *testing.T) {
	tier.Needs(t, "sleep")
	other := anotherThread(t) // a thread can read the clock of its process by its own number
	require.Equal(t, os.Getpid(), processOf(other))
	require.False(t, isAlone(other))
	sleep := exec.CommandContext(t.Context(), "sleep", "60")
	require.NoError(t, sleep.Start())
	require.Equal(t, sleep.Process.Pid, processOf(sleep.Process.Pid))
	require.True(t, isAlone(sleep.Process.Pid))
	require.NoError(t, sleep.Process.Kill())
	require.Error(t, sleep.Wait())
	require.False(t, isAlone(sleep.Process.Pid), "it is gone")
}

// anotherThread returns the number of a thread that is not the first of this process, and not the
// caller's.
func anotherThread(t *testing.T) int {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	number, done := make(chan int), make(chan struct{})
	t.Cleanup(func() { close(done) })
	for range 2 { // one of them is not the first
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			number <- unix.Gettid()
			<-done
		}()
	}
	first, second := <-number, <-number
	if first != os.Getpid() {
		return first
	}
	return second
}

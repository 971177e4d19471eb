package host_test

import (
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/host"
)

func TestADebuggerIsSeen(t *testing.T) {
	runtime.LockOSThread() // it is the thread that traces
	defer runtime.UnlockOSThread()
	var output buffer
	pid := start(t, unconfined(options(t, &output)), "null")[0].PID()
	require.False(t, host.Traced(pid))
	require.NoError(t, syscall.PtraceAttach(pid))
	require.True(t, host.Traced(pid))
	_, err := syscall.Wait4(pid, nil, syscall.WALL|syscall.WUNTRACED, nil) // it stops
	require.NoError(t, err)
	require.NoError(t, syscall.PtraceDetach(pid))
	require.False(t, host.Traced(pid))
}

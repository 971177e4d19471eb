package system

import (
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIgnoredSignalsAreTakenBeforeAnyStart: bots of a match start side by side, and none of them may be started while
// another still sees to it that the signals are taken.
func TestIgnoredSignalsAreTakenBeforeAnyStart(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Cleanup(func() { signal.Ignore(syscall.SIGHUP) })
	}
	t.Cleanup(func() { signal.Reset(syscall.SIGHUP) })
	for range 300 {
		signal.Ignore(syscall.SIGHUP)
		var starts sync.WaitGroup
		var ignored [4]bool
		for i := range ignored {
			starts.Go(func() {
				TakeIgnoredSignals()
				ignored[i] = ignores(syscall.SIGHUP)
			})
		}
		starts.Wait()
		require.NotContains(t, ignored, true)
	}
}

func ignores(s syscall.Signal) bool {
	ignored, err := strconv.ParseUint(statusOf(os.Getpid()).word("SigIgn"), 16, 64)
	return err != nil || ignored>>(s-1)&1 != 0
}

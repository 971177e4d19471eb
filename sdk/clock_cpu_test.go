//go:build linux || darwin

package sdk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTheClockCountsWhatThisProcessUses, and not the time that it sleeps.
func TestTheClockCountsWhatThisProcessUses(t *testing.T) {
	require.True(t, hasCPUClock)
	begun := time.Now()
	before := cpuTime()
	require.Positive(t, before)
	time.Sleep(100 * time.Millisecond)
	slept := cpuTime() - before
	require.Less(t, slept, 50*time.Millisecond)
	for time.Since(begun) < time.Minute && cpuTime()-before-slept < 50*time.Millisecond {
	}
	require.InDelta(t, 50, (cpuTime() - before - slept).Milliseconds(), 10)
}

package sdk

import (
	"time"

	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/base/botwire/cycles"
)

// hasCPUClock reports whether the arena counts CPU time here. Otherwise it counts elapsed
// time. The arena asks in the same way.
var hasCPUClock = cycles.Count(windows.CurrentProcess()) > 0

var processStart = time.Now()

// cpuTime returns the CPU time that this process has used so far, and where nobody knows it
// the time since it began.
func cpuTime() time.Duration {
	if hasCPUClock {
		return cycles.CPUTime(windows.CurrentProcess())
	}
	return time.Since(processStart)
}

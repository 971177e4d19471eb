//go:build !linux && !windows && !darwin

package sdk

import "time"

// hasCPUClock reports whether the arena counts CPU time here. Otherwise it counts elapsed
// time.
const hasCPUClock = false

var processStart = time.Now()

// cpuTime returns the time since the process began.
func cpuTime() time.Duration { return time.Since(processStart) }

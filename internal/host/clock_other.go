//go:build !linux

package host

import "time"

// HasCPUClock says whether this system can tell how much CPU time a bot uses.
// Where it can't, the time that passes is counted in its place.
const HasCPUClock = false

func cpuTime(int) time.Duration { return 0 }

func queueTime(int) time.Duration { return 0 }

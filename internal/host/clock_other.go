//go:build !linux

package host

import "time"

// HasCPUClock reports whether this system can measure the CPU time of a bot. Where
// it can't, wall-clock time is counted instead.
const HasCPUClock = false

func cpuTime(int) time.Duration { return 0 }

func queueTimes(int) map[int]time.Duration { return nil }

//go:build !linux && !windows

package host

import "time"

func cpuTime(int) time.Duration { return 0 }

func queueTimes(int) map[int]time.Duration { return nil }

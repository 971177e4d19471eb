//go:build !windows

package host

import (
	"os"
	"time"
)

// ownTime is cpuTime of a child of ours.
func ownTime(p *os.Process) time.Duration { return cpuTime(p.Pid) }

package system

import (
	"os"
	"time"
)

// This is the system that the arena runs on. It does not tell how long a thread has waited for a processor, or what the
// kernel holds for a process.
var This = darwin()

func darwin() Abilities {
	a := likeUnix()
	a.CPUTime = cpuTime
	a.OwnTime = func(p *os.Process) time.Duration { return cpuTime(p.Pid) }
	a.Peak, a.PeakOf, a.Holds = peak, peakOf, holds
	a.Descendants, a.Relatives = descendants, relatives
	a.AwaitEnd = awaitEnd
	return a
}

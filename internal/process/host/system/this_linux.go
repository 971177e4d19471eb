package system

import (
	"os"
	"time"
)

// This is the system that the arena runs on.
var This = linux()

func linux() Abilities {
	a := likeUnix()
	a.CPUTime, a.QueueTimes = cpuTime, queueTimes
	a.OwnTime = func(p *os.Process) time.Duration { return cpuTime(p.Pid) }
	a.Peak, a.PeakOf, a.Holds = peak, peakOf, holds
	a.KernelMemory, a.KernelMemoryOfFiles, a.OpenFiles = kernelMemoryOf, kernelMemoryOfFiles, openFiles
	a.Descendants, a.Relatives = descendants, relatives
	a.ProcessOf, a.IsAlone, a.LeavesNone = processOf, isAlone, leavesNone
	a.AwaitEnd = awaitEnd
	a.Takes, a.HoldsBack, a.IsStop, a.Stop = takes, holdsBack, isStop, stop
	a.BrokeRules = brokeRules
	a.ReadNow, a.WriteNow = readNow, writeNow
	a.IsServedBy = isServedBy
	a.Traced, a.Pin = traced, pin
	return a
}

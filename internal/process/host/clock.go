package host

import (
	"os"
	"sync"
)

// HasCPUClock reports whether the CPU time of a bot can be measured here. Where it can't,
// wall-clock time is counted instead. A system may have the call and know nothing, so it is
// asked for what this very process has used, which is never nothing.
var HasCPUClock = sync.OnceValue(func() bool { return cpuTime(os.Getpid()) > 0 })

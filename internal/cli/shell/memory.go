package shell

import (
	"os"
	"runtime/debug"
	"sync/atomic"
)

// tuned is set once the garbage collector is the arena's. Tests that run commands in their own process keep theirs:
// at the pace of SpareMemory, the collector would take half of their time from then on.
var tuned atomic.Bool

// TuneCollector makes the garbage collector run less often. A match leaves much garbage and keeps few megabytes, so
// that memory is cheaper than time. The user may know better.
func TuneCollector() {
	tuned.Store(true)
	setGCPercent(400)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1 << 30) // above it, as with a large replay, it runs as usual
	}
}

// SpareMemory lets garbage grow less, in a command that reads much and keeps most of it: with a thousand bots, a table
// takes half of the memory then, and hardly more time.
func SpareMemory() {
	if tuned.Load() {
		setGCPercent(20)
	}
}

func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

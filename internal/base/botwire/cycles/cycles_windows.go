package cycles

import (
	"math/bits"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel     = windows.NewLazySystemDLL("kernel32.dll")
	ofProcess  = kernel.NewProc("QueryProcessCycleTime")
	ofThread   = kernel.NewProc("QueryThreadCycleTime")
	counter    = kernel.NewProc("QueryPerformanceCounter")
	counterHas = kernel.NewProc("QueryPerformanceFrequency")
)

// Count returns the cycles that all threads of a process have run so far, with those that
// have ended. It returns 0 where nobody knows, as under Wine. The handle needs the right to
// ask for limited information, and the process may have ended.
func Count(process windows.Handle) uint64 { return ask(ofProcess, process) }

// CPUTime returns the time of these cycles, 0 where nobody knows. The first call
// takes some milliseconds.
func CPUTime(process windows.Handle) time.Duration {
	used := Count(process)
	if used == 0 {
		return 0
	}
	return inTime(used, rate())
}

// inTime returns how long cycles take at a rate, which is a number of them in a second. The
// product of cycles and nanoseconds may have more than 64 bits.
func inTime(cycles, rate uint64) time.Duration {
	if rate == 0 {
		return 0
	}
	high, low := bits.Mul64(cycles, uint64(time.Second))
	nanoseconds, _ := bits.Div64(high%rate, low, rate)
	return time.Duration(nanoseconds) //nolint:gosec // of centuries
}

// The rate is measured this often, each time for this part of a second.
const (
	measurements = 5
	part         = 1000
)

// rate is how many cycles there are in a second. Cycles are those of the processor's time
// stamp counter, which runs at the same rate however fast the processor is at the moment. So
// the rate is found once: a thread counts its own cycles while a millisecond goes by on the
// system's finest clock. If something else has run in between, it has counted too few of them,
// never too many: the largest of some results is the right one.
var rate = sync.OnceValue(func() (most uint64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	second := read(counterHas)
	for range measurements {
		most = max(most, measure(second/part, second))
	}
	return most
})

// measure returns the cycles of a second, found in a time of at least so many ticks of the
// counter, of which a second has another number. The cycles are read within that time, so
// that they are never too many for it.
func measure(ticks, second uint64) uint64 {
	begin := read(counter)
	first := ask(ofThread, windows.CurrentThread())
	for read(counter)-begin < ticks { //nolint:revive // it is to be busy
	}
	ran := ask(ofThread, windows.CurrentThread()) - first
	took := read(counter) - begin
	if took == 0 {
		return 0
	}
	high, low := bits.Mul64(ran, second)
	perSecond, _ := bits.Div64(high%took, low, took)
	return perSecond
}

// ask calls a function that stores a number about a process or thread, and reports whether
// it could. It returns the number, 0 if there is none.
func ask(function *windows.LazyProc, of windows.Handle) (number uint64) {
	if function.Find() != nil {
		return 0
	}
	if could, _, _ := function.Call(uintptr(of), uintptr(unsafe.Pointer(&number))); could == 0 { //nolint:gosec // as package windows does it
		return 0
	}
	return number
}

// read is ask for a function of the counter, which is the system's.
func read(function *windows.LazyProc) (number uint64) {
	_, _, _ = function.Call(uintptr(unsafe.Pointer(&number))) //nolint:gosec // as above
	return number
}

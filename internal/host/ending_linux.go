package host

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// usageOf looks at a process. One that has ended has no memory any more.
func usageOf(pid int) usage {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	kilobytes := statusNumber(text, "VmHWM:")
	if kilobytes == 0 {
		return usage{}
	}
	return usage{memory: kilobytes << 10, threads: int(statusNumber(text, "Threads:"))}
}

// statusNumber returns the first number of a line of /proc/PID/status, or 0.
func statusNumber(text []byte, name string) int64 {
	_, rest, _ := bytes.Cut(text, []byte("\n"+name))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) == 0 {
		return 0
	}
	number, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	return number
}

// mostMemory returns a bound of the memory that a process had at a time. It counts what
// came before the program in the same process, which is the sandbox.
func mostMemory(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(used.Maxrss) << 10 //nolint:unconvert // where a word has 32 bits, so has this
}

// Traced reports whether a debugger is attached to a process.
func Traced(pid int) bool {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	return statusNumber(text, "TracerPid:") != 0
}

// SeesTraced reports whether this system tells [Traced].
const SeesTraced = true

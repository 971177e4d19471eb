package host

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// processStatus is what /proc/PID/status says of a process or thread: the first word of each line,
// by its name. Nothing is said of one that has been reaped.
type processStatus map[string]string

func statusOf(pid int) processStatus {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	all := make(processStatus)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if words := strings.Fields(value); len(words) > 0 {
			all[name] = words[0]
		}
	}
	return all
}

// number returns a number, or 0 if there is none of that name.
func (s processStatus) number(name string) int64 {
	number, _ := strconv.ParseInt(s[name], 10, 64)
	return number
}

// takes reports whether a signal does not end the process, as it is caught or ignored.
func (s processStatus) takes(signal syscall.Signal) bool {
	caught, _ := strconv.ParseUint(s["SigCgt"], 16, 64)
	ignored, _ := strconv.ParseUint(s["SigIgn"], 16, 64)
	return (caught|ignored)>>(signal-1)&1 != 0
}

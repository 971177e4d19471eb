package host

import (
	"strconv"
	"strings"
	"syscall"
)

// processStatus is what /proc/PID/status says of a process or thread. Nothing is said of one that has been reaped.
type processStatus string

func statusOf(pid int) processStatus { return processStatus(procText(pid, "status")) }

// word returns the first word of the line of a name. No name of a process makes a line of its own: the system writes it
// without line ends.
func (s processStatus) word(name string) string {
	_, line, _ := strings.Cut(string(s), "\n"+name+":")
	line, _, _ = strings.Cut(strings.TrimLeft(line, "\t "), "\n")
	word, _, _ := strings.Cut(line, " ")
	return word
}

// number returns a number, or 0 if there is none of that name.
func (s processStatus) number(name string) int64 {
	number, _ := strconv.ParseInt(s.word(name), 10, 64)
	return number
}

// takes reports whether a signal does not end the process, as it is caught or ignored.
func (s processStatus) takes(signal syscall.Signal) bool {
	caught, _ := strconv.ParseUint(s.word("SigCgt"), 16, 64)
	ignored, _ := strconv.ParseUint(s.word("SigIgn"), 16, 64)
	return (caught|ignored)>>(signal-1)&1 != 0
}

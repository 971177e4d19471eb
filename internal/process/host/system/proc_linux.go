package system

import (
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func procFolder(pid int) string { return filepath.Join("/proc", strconv.Itoa(pid)) }

// procText returns what a file of a process in /proc says, or nothing if the process is gone. Bots are looked at often,
// and package os would ask as well how large the file is and whether one can wait for it.
func procText(pid int, name string) []byte {
	file, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = unix.Close(file) }()
	text := make([]byte, 0, 4<<10)
	for {
		n, err := unix.Read(file, text[len(text):cap(text)])
		if n <= 0 || err != nil {
			return text
		}
		if text = text[:len(text)+n]; len(text) == cap(text) {
			text = append(text, make([]byte, len(text))...)[:len(text)]
		}
	}
}

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

// number returns the number of that name, or 0.
func (s processStatus) number(name string) int64 {
	number, _ := strconv.ParseInt(s.word(name), 10, 64)
	return number
}

func takes(pid int, signal syscall.Signal) bool {
	s := statusOf(pid)
	caught, _ := strconv.ParseUint(s.word("SigCgt"), 16, 64)
	ignored, _ := strconv.ParseUint(s.word("SigIgn"), 16, 64)
	return (caught|ignored)>>(signal-1)&1 != 0
}

// holdsBack reports whether a signal is blocked: it comes later, or is waited for. Some C libraries block all
// signals while they send one, which is not the bot's doing.
func holdsBack(thread int, signal syscall.Signal) bool {
	const almostAll = 50
	blocked, _ := strconv.ParseUint(statusOf(thread).word("SigBlk"), 16, 64)
	return bits.OnesCount64(blocked) < almostAll && blocked>>(signal-1)&1 != 0
}

func isStop(signal syscall.Signal) bool { return signal == syscall.SIGSTOP }

func stop(pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) }

// brokeRules relies on this: nothing else sends that signal to a bot that has a filter.
func brokeRules(ended *os.ProcessState) bool {
	status, ok := ended.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGSYS
}

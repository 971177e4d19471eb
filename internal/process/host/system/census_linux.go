package system

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// descendants takes a census of all processes below one. What a process has waited for is
// read before its children are: one that is waited for meanwhile may be missed, but is
// never counted twice.
func descendants(pid int) Census {
	c := Census{Waited: waited(pid), There: make(map[int]*Relative)}
	for next := []int{pid}; len(next) > 0 && len(c.There) < mostChildren; next = next[1:] {
		children := childrenOf(next[0])
		if r := c.There[next[0]]; r != nil {
			r.Parent = len(children) > 0
		}
		for _, child := range children {
			c.There[child] = &Relative{Waited: waited(child), Used: cpuTime(child)}
		}
		next = append(next, children...)
	}
	return c
}

func relatives(pid int) []int {
	all := childrenOf(pid)
	for i := 0; i < len(all) && len(all) < mostChildren; i++ {
		all = append(all, childrenOf(all[i])...)
	}
	return all
}

// childrenOf returns the numbers of those that a process has started, or has inherited.
func childrenOf(pid int) (children []int) {
	threads, _ := os.ReadDir(filepath.Join(procFolder(pid), "task")) // a pattern would have all in their folders listed
	for _, thread := range threads {
		text := procText(pid, "task/"+thread.Name()+"/children")
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

// waited returns the CPU time of all children that a process has waited for, and that of
// those for which these had waited. The system rounds it off to two numbers of ticks.
func waited(pid int) (sum time.Duration) {
	text := procText(pid, "stat")
	_, rest, _ := bytes.Cut(text[bytes.LastIndexByte(text, ')')+1:], []byte(" ")) // the name may hold anything
	const first = 13                                                              // behind the name
	for i, field := range bytes.Fields(rest) {
		if i == first || i == first+1 {
			ticks, _ := strconv.ParseInt(string(field), 10, 64)
			sum += time.Duration(ticks) * Tick
		}
	}
	return sum
}

func processOf(thread int) int {
	if cpuTime(thread) > 0 { // most are the first of theirs, and only these have such a clock
		return thread
	}
	if process := statusOf(thread).number("Tgid"); process != 0 {
		return int(process)
	}
	return thread
}

func isAlone(thread int) bool {
	const folders = 2 // "." and ".."
	var tasks unix.Stat_t
	return unix.Stat("/proc/"+strconv.Itoa(thread)+"/task", &tasks) == nil && tasks.Nlink == folders+1
}

// areAlone reports whether a process and all above it have one thread each, up to the bot.
func areAlone(process, bot int) bool {
	for process != bot {
		if !isAlone(process) {
			return false
		}
		process = int(statusOf(process).number("PPid"))
	}
	return isAlone(bot)
}

// leavesNone is true if in doubt: another thread, or one of a parent that lends its memory, may write something else
// there before the system looks.
func leavesNone(thread int, at uintptr, bot int) bool {
	var action [2]uint64 // the first fields of the kernel's struct sigaction
	const ignore, noWait = 1, 2
	size := binary.Size(action)
	text := make([]byte, size)
	local := unix.Iovec{Base: &text[0]}
	local.SetLen(size)
	n, err := unix.ProcessVMReadv(thread, []unix.Iovec{local}, []unix.RemoteIovec{{Base: at, Len: size}}, 0)
	switch {
	case errors.Is(err, unix.ESRCH):
		return false // it was killed meanwhile
	case err != nil || n < size || !areAlone(thread, bot):
		return true
	}
	handler, flags := binary.NativeEndian.Uint64(text), binary.NativeEndian.Uint64(text[8:])
	return handler == ignore || flags&noWait != 0
}

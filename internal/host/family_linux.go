package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// mostChildren is how many processes of a bot are looked at, which is more than it can have.
const mostChildren = 1024

// descendants returns the CPU time of all processes below one.
func descendants(pid int) map[int]time.Duration {
	all := make(map[int]time.Duration)
	for next := []int{pid}; len(next) > 0 && len(all) < mostChildren; next = next[1:] {
		lists, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(next[0]), "task", "*", "children"))
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			for _, word := range strings.Fields(string(text)) {
				if child, err := strconv.Atoi(word); err == nil {
					all[child] = cpuTime(child)
					next = append(next, child)
				}
			}
		}
	}
	return all
}

// processOf returns the number of the process that a thread is of.
func processOf(thread int) int {
	if process := statusOf(thread).number("Tgid"); process != 0 {
		return int(process)
	}
	return thread
}

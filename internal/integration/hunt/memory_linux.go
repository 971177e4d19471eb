//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// usage is the most memory that was seen while a command ran, in bytes.
type usage struct {
	kernel int64 // more than before, of the whole machine
	bot    int64 // of the processes of one bot
	arena  int64 // of the arena itself
}

const (
	// overhead is the memory that a bot may use beyond its limit, for its runtime.
	overhead = 64 << 20
	// noise is what others on the machine may do meanwhile.
	noise = 96 << 20
	// mostArena is what the arena itself may need.
	mostArena = 1 << 30
)

// over says by what a limit was exceeded, or "".
func (u usage) over(limit int64) string {
	var why []string
	if u.arena > mostArena {
		why = append(why, fmt.Sprintf("the arena had %d MB", u.arena>>20))
	}
	if limit > 0 && u.kernel > limit+overhead+noise {
		why = append(why, fmt.Sprintf("the kernel had %d MB more than before", u.kernel>>20))
	}
	if limit > 0 && u.bot > limit+overhead+noise {
		why = append(why, fmt.Sprintf("a bot had %d MB", u.bot>>20))
	}
	return strings.Join(why, ", ")
}

// watchMemory looks at the memory of a process, of its children and of the kernel, until the
// function is called that it returns.
func (s step) watchMemory(pid int) (stop func() usage) {
	done, result := make(chan struct{}), make(chan usage)
	go func() {
		before := kernelMemory()
		var most usage
		tick := time.NewTicker(40 * time.Millisecond)
		defer tick.Stop()
		for {
			most.arena = max(most.arena, residentOf(pid))
			if s.limit > 0 {
				most.kernel = max(most.kernel, kernelMemory()-before)
				for _, child := range childrenOf(pid) {
					most.bot = max(most.bot, residentOfAll(child, 4))
				}
			}
			select {
			case <-done:
				result <- most
				return
			case <-tick.C:
			}
		}
	}()
	return func() usage {
		close(done)
		return <-result
	}
}

// residentOfAll returns the memory of a process and of those below it.
func residentOfAll(pid, levels int) int64 {
	sum := residentOf(pid)
	if levels > 0 {
		for _, child := range childrenOf(pid) {
			sum += residentOfAll(child, levels-1)
		}
	}
	return sum
}

// residentOf returns the memory of a process that it shares with no file.
func residentOf(pid int) int64 {
	values := numbersOf(fmt.Sprintf("/proc/%d/status", pid))
	return values["RssAnon"] + values["RssShmem"]
}

// kernelMemory returns the memory that is neither free nor of a process nor a copy of a file:
// slabs, tables of pages and, which no line tells, the buffers of sockets.
func kernelMemory() int64 {
	m := numbersOf("/proc/meminfo")
	return m["MemTotal"] - m["MemFree"] - m["Buffers"] - m["Cached"] - m["SwapCached"] - m["AnonPages"] - m["SReclaimable"]
}

// numbersOf reads lines such as "Slab: 5 kB".
func numbersOf(path string) map[string]int64 {
	text, _ := os.ReadFile(path)
	values := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(line, ":")
		if words := strings.Fields(rest); len(words) == 2 && words[1] == "kB" {
			n, _ := strconv.ParseInt(words[0], 10, 64)
			values[name] = n << 10
		}
	}
	return values
}

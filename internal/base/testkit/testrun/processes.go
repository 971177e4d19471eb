//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// process is one of the machine, as /proc knows it.
type process struct {
	parent int
	zombie bool
	cpu    time.Duration // with that of children it has waited for
}

// tick is the unit in which Linux says the CPU time of a process.
const tick = time.Second / 100

// processes are all of the machine, by their ids.
func processes() map[int]process {
	all := map[int]process{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is a good one
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		// Before the last parenthesis is the name of the program, which may have any letters.
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		number := func(i int) int {
			n, _ := strconv.Atoi(string(fields[i]))
			return n
		}
		cpu := number(11) + number(12) + number(13) + number(14)
		all[id] = process{number(1), fields[0][0] == 'Z', time.Duration(cpu) * tick}
	}
	return all
}

// cpuOf sums up a process, what it has started, and what these have waited for.
func cpuOf(root int) (sum time.Duration) {
	all := processes()
	for id, one := range all {
		for above := id; above != 0; above = all[above].parent {
			if above == root {
				sum += one.cpu
				break
			}
		}
	}
	return sum
}

// leftTo are the processes whose parent is now this one.
func leftTo(parent int) (left []string) {
	for id, one := range processes() {
		if one.parent != parent || one.zombie {
			continue
		}
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", id))
		left = append(left, fmt.Sprintf("%d: %s", id, bytes.ReplaceAll(command, []byte{0}, []byte{' '})))
	}
	return left
}

//go:build linux

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

var timeActs = map[string]func(){
	"burns":        burn,
	"burns-in-8":   func() { runtime.GOMAXPROCS(8); burnInThreads(8) },
	"burns-beside": func() { slow = true; go burn() }, // it answers, and burns while others are asked
	"sleeps":       forever,
	"pauses":       pauses,
	"selects":      selects,
	"polls":        polls,
	"stops":        func() { _ = unix.Kill(os.Getpid(), unix.SIGSTOP); forever() },
	"dozes":        doze,
}

func burn() {
	for { //nolint:revive,staticcheck // it is to spin
	}
}

func burnInThreads(n int) {
	for range n {
		go burn()
	}
	forever()
}

func pauses() {
	for { // a signal of the runtime's ends each
		_, _, _ = syscall.RawSyscall6(unix.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
	}
}

func selects() {
	_, _ = unix.Select(0, nil, nil, nil, nil) // until a signal of Go's own comes
	forever()
}

func polls() {
	fd, err := unix.EpollCreate1(0)
	if err != nil {
		panic(err)
	}
	_, _ = unix.EpollWait(fd, make([]unix.EpollEvent, 1), -1)
	forever()
}

// doze waits until the clock shows a time that never comes, and sleeps in between.
func doze() {
	for end := time.Now().Add(time.Hour); time.Now().Before(end); {
		time.Sleep(2 * time.Millisecond)
	}
}

var clockAttempts = map[string]func() error{
	"affinity": allProcessors,
	// a lower one, which every user may take
	"priority": func() error { return unix.Setpriority(unix.PRIO_PROCESS, 0, 5) },
	"scheduler": func() error {
		return unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_BATCH}, 0)
	},
	"own-limits": ownLimits,
	"its-limits": func() error {
		var now unix.Rlimit
		return unix.Prlimit(targetNumber("victim"), unix.RLIMIT_CORE, nil, &now)
	},
	// A time that there is not: nothing would change even if we might.
	"clock":     func() error { return unix.ClockSettime(unix.CLOCK_REALTIME, &unix.Timespec{Nsec: 2e9}) },
	"timeofday": func() error { return unix.Settimeofday(&unix.Timeval{Usec: 2e9}) },
}

func allProcessors() error {
	var all unix.CPUSet
	for cpu := range runtime.NumCPU() + 8 {
		all.Set(cpu)
	}
	return unix.SchedSetaffinity(0, &all)
}

// ownLimits sets a limit to what it is.
func ownLimits() error {
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil {
		return err
	}
	return unix.Prlimit(0, unix.RLIMIT_CORE, &now, nil)
}

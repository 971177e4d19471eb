//go:build unix

package progress

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// needsTerm says that a terminal tells by TERM what it can.
const needsTerm = true

// resumed is the signal that a program gets when it goes on after a stop.
var resumed os.Signal = syscall.SIGCONT

// hear listens to signals. SIGTSTP must not be one of them: the Go runtime would ignore it
// ever after.
func hear(signals chan<- os.Signal) { signal.Notify(signals, resumed) }

// signalOf returns the signal that a key asks for, or nil. Terminals send these themselves,
// but then the program would be stopped, or ended, before it can restore them.
func signalOf(key byte) os.Signal {
	switch key {
	case 'Z' & 0x1f:
		return syscall.SIGTSTP
	case '\\' & 0x1f:
		return syscall.SIGQUIT
	}
	return nil
}

// raise sends a signal to the programs in the foreground, as a terminal does, and returns
// when this one goes on.
func raise(s os.Signal) {
	number, ok := s.(syscall.Signal)
	if !ok {
		return
	}
	heard := make(chan os.Signal, 1)
	hear(heard)
	defer signal.Stop(heard)
	_ = syscall.Kill(0, number)
	select {
	case <-heard:
	case <-time.After(unstopped):
	}
}

// unstopped is how long to wait for a stop that may not come: the system stops no program that
// no shell could wake up.
const unstopped = 100 * time.Millisecond

// inForeground reports whether the terminal is this program's, and not that of a shell which
// has put it into the background.
func inForeground(terminal uintptr) bool {
	group, err := unix.IoctlGetInt(int(terminal), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp() // an error: it is not the terminal of any shell
}

// understood makes a terminal understand what a board is drawn with. All of them do.
func understood(uintptr) (restore func()) { return func() {} }

//go:build unix

package progress

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// needsTerm says that a terminal tells by TERM what it can.
const needsTerm = true

// hear listens to the signal that a program gets when it goes on after a stop.
func hear(signals chan<- os.Signal) { signal.Notify(signals, syscall.SIGCONT) }

// inForeground reports whether the terminal is this program's, and not that of a shell which
// has put it into the background.
func inForeground(terminal uintptr) bool {
	group, err := unix.IoctlGetInt(int(terminal), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp() // an error: it is not the terminal of any shell
}

// understood makes a terminal understand what a board is drawn with. All of them do.
func understood(uintptr) (restore func()) { return func() {} }

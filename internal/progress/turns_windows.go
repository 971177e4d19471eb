package progress

import "os"

// needsTerm says that a terminal tells by TERM what it can.
const needsTerm = false

// A program on Windows is not stopped, and has no background.
var resumed os.Signal

func hear(chan<- os.Signal)     {}
func signalOf(byte) os.Signal   { return nil }
func raise(os.Signal)           {}
func inForeground(uintptr) bool { return true }

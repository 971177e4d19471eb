//go:build unix

package main_test

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// interrupt does what Ctrl-C does.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }

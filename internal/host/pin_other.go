//go:build !linux

package host

import "errors"

// CanPin says whether a process can be bound to a processor on this system.
const CanPin = false

// Pin binds this process, and those that it starts from now on, to a processor.
func Pin(int) error { return errors.New("no process can be bound to a processor on this system") }

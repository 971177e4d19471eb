//go:build !linux

package host

import "errors"

// CanPin reports whether a process can be bound to a processor on this system.
const CanPin = false

// Pin always fails on this system.
func Pin(int) error { return errors.New("a process can't be bound to a processor on this system") }

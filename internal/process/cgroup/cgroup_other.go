//go:build !linux && !windows

package cgroup

import (
	"os"
	"os/exec"
	"time"
)

// Group does nothing: this system has none.
type Group struct{}

// New returns nil.
func New() *Group { return nil }

// CanCount returns false.
func CanCount() bool { return false }

// CanLimit returns an error.
func CanLimit() error { return ErrNone }

// Hold does nothing.
func (*Group) Hold(*exec.Cmd) {}

// CPUTime returns 0.
func (*Group) CPUTime() time.Duration { return 0 }

// Others returns 0.
func (*Group) Others(*os.Process, time.Duration) time.Duration { return 0 }

// Begun does nothing.
func (*Group) Begun(*os.Process) error { return nil }

// Kill does nothing.
func (*Group) Kill() {}

// Close does nothing.
func (*Group) Close() {}

// Limit returns an error.
func (*Group) Limit(Limits) error { return ErrNone }

// Members returns nothing.
func (*Group) Members() []*os.File { return nil }

// WasOutOfMemory returns false.
func (*Group) WasOutOfMemory() bool { return false }

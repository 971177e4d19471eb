//go:build !linux || !(amd64 || arm64)

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// New returns the sandbox of a level. There is none on this system.
func New(level Level) (*Sandbox, error) {
	if level != None {
		return nil, unavailable(
			level, "the arena can confine bots on Linux only (amd64 and arm64), not on "+runtime.GOOS+"/"+runtime.GOARCH,
			"--sandbox none plays without; play bots of strangers as .wasm files, or in a virtual machine with Linux",
		)
	}
	return &Sandbox{level: None}, nil
}

// Sandbox is nothing here.
type Sandbox struct {
	level  Level
	layers []Layer
}

// Start is a program that was started through the shim; there is none here.
type Start struct{ Children bool }

// Confine must not be called: no sandbox of this system confines.
func (s *Sandbox) Confine(*exec.Cmd, Program) (*Start, error) { return nil, errors.ErrUnsupported }

// Home returns the path of a bot's folder for the bot itself.
func (s *Sandbox) Home(folder string) string { return folder }

// Outside returns an error: no program has a root folder of its own.
func (s *Sandbox) Outside(int, string) (string, error) { return "", errors.ErrUnsupported }

// ReadsPrivate tries nothing: no bot is confined.
func (s *Sandbox) ReadsPrivate() (tried int, read []string, err error) { return 0, nil, nil }

// Builds reports whether compilers can be confined.
func (s *Sandbox) Builds() bool { return false }

// HasRoot reports whether bots have a root folder of their own.
func (s *Sandbox) HasRoot() bool { return false }

// Await does nothing.
func (*Start) Await() error { return nil }

// Home returns nil: a program's folder is where it was told.
func (*Start) Home() *os.Root { return nil }

// Begun does nothing.
func (*Start) Begun() {}

// Watch does nothing.
func (*Start) Watch(func(Call) bool) {}

// Stop does nothing.
func (*Start) Stop() {}

// Run calls a function that starts a command.
func (s *Sandbox) Run(start func() error) error { return start() }

// IsRuntime reports that any program may be one: nobody knows here.
func IsRuntime(string) bool { return true }

// IsSystem reports that a bot sees any program, as nothing hides one.
func IsSystem(string) bool { return true }

// TempFolder returns the folder for the temporary folders of bots.
func TempFolder() string { return os.TempDir() }

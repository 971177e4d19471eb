package host

import (
	"os/exec"

	"github.com/botarena/arena/internal/process/host/system"
)

// HasCPUClock reports whether the CPU time of a bot can be measured here. Where it can't,
// wall-clock time is counted instead.
func HasCPUClock() bool { return system.HasCPUClock() }

// SeesMemory reports whether it can be found out here what memory a process holds.
func SeesMemory() bool { return system.SeesMemory() }

// SeesChildren reports whether the children of a process can be found here.
func SeesChildren() bool { return system.SeesChildren() }

// SeesTraced reports whether this system tells [Traced].
var SeesTraced = system.This.SeesTraced

// Traced reports whether a debugger is attached to a process.
func Traced(pid int) bool { return system.This.Traced(pid) }

// OwnGroup keeps a Ctrl-C meant for the arena from reaching a process, and makes it the leader of its own group where
// there are groups, so that its children can be killed with it. It must be called before the process is started.
func OwnGroup(command *exec.Cmd) { system.This.OwnGroup(command) }

// CanPin reports whether a process can be bound to a processor on this system.
var CanPin = system.This.CanPin

// Pin binds this process, and every process that it starts from now on, to one of the
// processors that it may use: to one that fewest processes of this machine are bound to by Pin.
// Of those it takes the one with number n, or the next.
func Pin(n int) error { return system.This.Pin(n) }

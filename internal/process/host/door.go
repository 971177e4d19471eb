package host

import (
	"os/exec"

	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/system"
)

// Limits are the resources that a bot may use. Zero means no limit.
type Limits = meter.Limits

// Claimed are limits that nobody has typed here.
type Claimed = meter.Claimed

// Bounds are how loose limits may be that nobody has typed. The zero value are the usual limits.
type Bounds = meter.Bounds

// LooseError reports limits that are looser than they may be.
type LooseError = meter.LooseError

// DefaultLimits returns the limits of a match for which none are given.
func DefaultLimits() Limits { return meter.DefaultLimits() }

// ReadLimits reads what [Limits.Text] wrote. All other limits are the usual ones.
func ReadLimits(text string) (Claimed, error) { return meter.ReadLimits(text) }

// AtMost are bounds that were typed.
func AtMost(l Limits) Bounds { return meter.AtMost(l) }

// AnyLimits are for a user who has typed that limits hold as they are stored. With none, there may be none at all.
func AnyLimits(none bool) Bounds { return meter.AnyLimits(none) }

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

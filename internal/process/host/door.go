package host

import (
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/host/system"
)

// What the rooms have for those who start bots.
type (
	// Options configure how processes are run. The zero value sets no limits and shows no output.
	Options = run.Options
	// Ending is how a process ended and what it had used, for a report to its author.
	Ending = run.Ending
	// Limits are the resources that a bot may use. Zero means no limit.
	Limits = meter.Limits
	// Claimed are limits that nobody has typed here.
	Claimed = meter.Claimed
	// Bounds are how loose limits may be that nobody has typed. The zero value are the usual limits.
	Bounds = meter.Bounds
	// LooseError reports limits that are looser than they may be.
	LooseError = meter.LooseError
)

var (
	// DefaultLimits returns the limits of a match for which none are given.
	DefaultLimits = meter.DefaultLimits
	// ReadLimits reads what [Limits.Text] wrote. All other limits are the usual ones.
	ReadLimits = meter.ReadLimits
	// AtMost are bounds that were typed.
	AtMost = meter.AtMost
	// AnyLimits are for a user who has typed that limits hold as they are stored. With none, there may be none at all.
	AnyLimits = meter.AnyLimits

	// HasCPUClock reports whether the CPU time of a bot can be measured here. Where it can't,
	// wall-clock time is counted instead.
	HasCPUClock = system.HasCPUClock
	// SeesMemory reports whether it can be found out here what memory a process holds.
	SeesMemory = system.SeesMemory
	// SeesChildren reports whether the children of a process can be found here.
	SeesChildren = system.SeesChildren
	// SeesTraced reports whether this system tells [Traced].
	SeesTraced = system.This.SeesTraced
	// Traced reports whether a debugger is attached to a process.
	Traced = system.This.Traced
	// OwnGroup keeps a Ctrl-C meant for the arena from reaching a process, and makes it the leader of its own group where
	// there are groups, so that its children can be killed with it. It must be called before the process is started.
	OwnGroup = system.This.OwnGroup
	// CanPin reports whether a process can be bound to a processor on this system.
	CanPin = system.This.CanPin
	// Pin binds this process, and every process that it starts from now on, to one of the
	// processors that it may use: to one that fewest processes of this machine are bound to by Pin.
	// Of those it takes the one with number n, or the next.
	Pin = system.This.Pin
)

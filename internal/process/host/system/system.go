// Package system tells of processes what this system knows, and does with them what it can: one table for each system
// says which of its abilities it has.
package system

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Traits are what differs from system to system and takes no code.
type Traits struct {
	SeesTraced   bool // [Abilities.Traced] knows
	CanPin       bool // [Abilities.Pin] can
	TellsOfEnds  bool // the sandbox tells of each process that is about to end
	ClockIsExact bool // the CPU time of a process changes whenever it runs
	WatchesAll   bool // bots are watched, though there is no sandbox: what they hold can be seen
	HasJobs      bool // each bot is in a job, sandbox or not, and its limits hold there
	ForgetsPeak  bool // [Abilities.Peak] knows nothing of a process that was reaped
	StandardOnly bool // a program can be handed no other files than the standard ones
	ServesPorts  bool // go-plugin serves a port of the machine, whatever it is asked for
}

// traits has those of each system that the arena is tried on, and of none else.
var traits = map[string]Traits{
	"linux":   {SeesTraced: true, CanPin: true, TellsOfEnds: true, ClockIsExact: true},
	"darwin":  {WatchesAll: true},
	"windows": {SeesTraced: true, HasJobs: true, ForgetsPeak: true, StandardOnly: true, ServesPorts: true},
	"freebsd": {},
}

// Abilities are what a system tells of processes, and does with them. Those that a system lacks are those of [nothing].
// Tests replace some of them.
type Abilities struct {
	Traits

	// NewGroup makes a group that counts what a process and its children use. It returns nil if there is none for us.
	NewGroup func() *cgroup.Group
	// CPUTime returns the CPU time that all threads of a process have used so far, or 0 if it is gone.
	CPUTime func(pid int) time.Duration
	// OwnTime is CPUTime of a child of ours.
	OwnTime func(*os.Process) time.Duration
	// QueueTimes returns, for each thread of a process by its number, how long it has waited for a processor so far.
	QueueTimes func(pid int) map[int]time.Duration

	// Peak returns the most memory that a process had so far, and its threads.
	Peak func(pid int) Use
	// PeakOf returns a bound of the memory that a process had that was reaped, or 0.
	PeakOf func(*os.ProcessState) int64
	// Holds returns what a process has now: memory that is no files, and threads.
	Holds func(pid int) Use
	// KernelMemory returns the most that the kernel holds for processes; it may stop counting at [MostKernel].
	KernelMemory func(pids []int) int64
	// KernelMemoryOfFiles returns the most that the kernel holds for what a process has open.
	KernelMemoryOfFiles func(pid int) int64
	// OpenFiles returns how many files a process has open.
	OpenFiles func(pid int) int64

	// Descendants takes a census of all processes below one.
	Descendants func(pid int) Census
	// Relatives returns the numbers of those.
	Relatives func(pid int) []int
	// ProcessOf returns the number of the process that a thread is of.
	ProcessOf func(thread int) int
	// IsAlone reports whether a thread is the only one of its process.
	IsAlone func(thread int) bool
	// LeavesNone reports whether a thread is about to tell the system that nobody waits for the children of its
	// process, given where it says so.
	LeavesNone func(thread int, at uintptr, bot int) bool

	// Environment returns the variables that every program needs here.
	Environment func() []string
	// OwnGroup keeps a Ctrl-C meant for the arena from reaching a process that is not started yet.
	OwnGroup func(*exec.Cmd)
	// OwnSession does so, and keeps the process from leaving its group.
	OwnSession func(*exec.Cmd)
	// AwaitEnd waits until a process has ended, but does not reap it.
	AwaitEnd func(pid int) error
	// IsGone reports whether no process has this number.
	IsGone func(pid int) bool
	// KillGroup kills a process that has not been reaped yet, and its group.
	KillGroup func(leader *os.Process)
	// KillHeirs kills those that are left in the group of a process that was reaped.
	KillHeirs func(leader int)
	// KillOne kills a process that was found a moment ago.
	KillOne func(pid int)

	// Takes reports whether a signal does not end a process, as it is caught or ignored.
	Takes func(pid int, s syscall.Signal) bool
	// HoldsBack reports whether a thread has blocked a signal.
	HoldsBack func(thread int, s syscall.Signal) bool
	// IsStop reports whether a signal stops the process that gets it.
	IsStop func(syscall.Signal) bool
	// Stop stops a process, as only who is outside of its namespace can.
	Stop func(pid int)

	// BrokeRules reports whether the filter of a sandbox has ended a process that was confined.
	BrokeRules func(*os.ProcessState) bool
	// IsOurCode reports whether a process that we have killed ends with such a code.
	IsOurCode func(code int) bool
	// IsException reports whether a code says that the system has ended a process.
	IsException func(code int) bool
	// ExitedWith says how a process ended by itself, in words that follow "it".
	ExitedWith func(code int) string

	// NewPipe makes a pipe of which one end is ours. That end obeys deadlines.
	NewPipe func(weRead bool) (read, write *os.File, err error)
	// IsOpen reports whether the other end of a pipe is open still, though a read has found an end.
	IsOpen func(read *os.File) bool
	// ReadNow reads what a file in non-blocking mode has. It is nil where nothing can be read without waiting.
	ReadNow func(fd uintptr, buffer []byte) (int, error)
	// WriteNow writes what a file in non-blocking mode has room for. What it leaves may be written later.
	WriteNow func(fd uintptr, text []byte) int
	// IsServedBy reports whether the process at the other end of a Unix socket belongs to the session of a leader.
	IsServedBy func(conn net.Conn, leader int) bool

	// Traced reports whether a debugger is attached to a process.
	Traced func(pid int) bool
	// Pin binds this process to one of its processors.
	Pin func(n int) error
}

// Use is what a process has of the machine. It is zero if nobody knows.
type Use struct {
	Memory  int64 // in bytes
	Threads int64
}

// MostKernel is how much the kernel may hold for a bot and its children. Until we look, it can
// grow by more.
const MostKernel = 40 << 20

// nothing are the abilities of a system of which nothing is known.
func nothing() Abilities {
	return Abilities{
		Traits:   traits[runtime.GOOS],
		NewGroup: cgroup.New,

		CPUTime:    func(int) time.Duration { return 0 }, // so that elapsed time is counted
		OwnTime:    func(*os.Process) time.Duration { return 0 },
		QueueTimes: func(int) map[int]time.Duration { return nil },

		Peak:                func(int) (u Use) { return u },
		PeakOf:              func(*os.ProcessState) int64 { return 0 },
		Holds:               func(int) (u Use) { return u },
		KernelMemory:        func([]int) int64 { return 0 },
		KernelMemoryOfFiles: func(int) int64 { return 0 },
		OpenFiles:           func(int) int64 { return 0 },

		Descendants: func(int) (c Census) { return c },
		Relatives:   func(int) []int { return nil },
		ProcessOf:   func(thread int) int { return thread },
		IsAlone:     func(int) bool { return true },
		LeavesNone:  func(int, uintptr, int) bool { return false },

		Environment: func() []string { return nil },
		AwaitEnd:    func(int) error { return errors.ErrUnsupported }, // the host has another way
		KillHeirs:   func(int) {},
		KillOne:     func(int) {}, // nobody finds single children there

		Takes:     func(int, syscall.Signal) bool { return false },
		HoldsBack: func(int, syscall.Signal) bool { return false },
		IsStop:    func(syscall.Signal) bool { return false },
		Stop:      func(int) {},

		BrokeRules:  func(*os.ProcessState) bool { return false },
		IsOurCode:   func(int) bool { return false }, // it has none at all, but a signal
		IsException: func(int) bool { return false }, // a signal says so
		ExitedWith:  exitedWith,

		NewPipe:    func(bool) (read, write *os.File, err error) { return os.Pipe() }, // of which both ends obey deadlines
		IsOpen:     func(*os.File) bool { return false },                              // what a read takes for the end is one
		WriteNow:   func(uintptr, []byte) int { return 0 },
		IsServedBy: func(net.Conn, int) bool { return true }, // the bot is trusted

		Traced: func(int) bool { return false },
		Pin: func(int) error {
			return errors.New("a process can't be bound to a processor on this system")
		},
	}
}

// exitedWith is [Abilities.ExitedWith] where the system ends processes by signals.
func exitedWith(code int) string {
	if code == byShell+int(syscall.SIGILL) {
		return fmt.Sprintf("exited with code %d (%s)", code, lineproto.IllegalInstruction)
	}
	return fmt.Sprintf("exited with code %d", code)
}

// byShell is what a shell adds to the signal that has ended its last program, and ends with as its own code.
const byShell = 128

// HasCPUClock reports whether the CPU time of a process can be measured here. A system may have the call and know
// nothing, so it is asked for what this very process has used, which is never nothing.
var HasCPUClock = sync.OnceValue(func() bool { return This.CPUTime(os.Getpid()) > 0 })

// SeesMemory reports whether it can be found out here what memory a process holds. A system is asked
// about this very process, which holds some.
var SeesMemory = sync.OnceValue(func() bool { return This.Holds(os.Getpid()).Memory > 0 })

// SeesChildren reports whether the children of a process can be found here, as this one is found among
// those of its parent.
var SeesChildren = sync.OnceValue(func() bool {
	_, found := This.Descendants(os.Getppid()).There[os.Getpid()]
	return found
})

// unheard takes the signals that the arena ignores.
var unheard = make(chan os.Signal, 1)

// taking is held while signals are taken: Go no longer calls them ignored a moment before they are taken, and another
// bot that starts just then would ignore them.
var taking sync.Mutex

// TakeIgnoredSignals keeps a bot from ignoring signals that the arena was told to ignore, as by nohup or as a job in
// the background of a script: a program inherits ignored signals, and not those that are taken. The Go runtime takes
// the other signals.
func TakeIgnoredSignals() {
	taking.Lock()
	defer taking.Unlock()
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			signal.Notify(unheard, s) // nobody reads it
		}
	}
}

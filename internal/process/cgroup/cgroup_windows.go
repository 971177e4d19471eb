package cgroup

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// KilledCode is the code with which processes end that the arena has killed. It is none that
// a program would choose.
const KilledCode = 0xA7E4A

// Group is a job: all that its first process starts is in it, and can't leave. When the
// handle is closed, also as the arena has ended in whatever way, the system kills all in it.
type Group struct {
	job  windows.Handle
	told windows.Handle // a completion port, at which the system tells of limits
}

// New makes a job. It returns nil if the system makes none.
func New() *Group {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil
	}
	g := &Group{job: job}
	if g.told, err = windows.CreateIoCompletionPort(windows.InvalidHandle, 0, 0, 1); err == nil {
		err = g.set(windows.JobObjectAssociateCompletionPortInformation, unsafe.Pointer(&associated{port: g.told}),
			unsafe.Sizeof(associated{}))
	}
	if err == nil {
		err = g.Limit(Limits{})
	}
	if err != nil {
		g.Close()
		return nil
	}
	if !isInJob() {
		g.restrictScreen()
	}
	return g
}

// associated is JOBOBJECT_ASSOCIATE_COMPLETION_PORT.
type associated struct {
	key  uintptr
	port windows.Handle
}

// restrictScreen keeps members from the clipboard, the windows of others, the settings of the
// screen, and from logging the user off. The bots need none of that.
func (g *Group) restrictScreen() {
	all := windows.JOBOBJECT_BASIC_UI_RESTRICTIONS{UIRestrictionsClass: windows.JOB_OBJECT_UILIMIT_HANDLES |
		windows.JOB_OBJECT_UILIMIT_READCLIPBOARD | windows.JOB_OBJECT_UILIMIT_WRITECLIPBOARD |
		windows.JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS | windows.JOB_OBJECT_UILIMIT_DISPLAYSETTINGS |
		windows.JOB_OBJECT_UILIMIT_GLOBALATOMS | windows.JOB_OBJECT_UILIMIT_DESKTOP | windows.JOB_OBJECT_UILIMIT_EXITWINDOWS}
	// they are not what a match relies on
	_ = g.set(windows.JobObjectBasicUIRestrictions, unsafe.Pointer(&all), unsafe.Sizeof(all))
}

// isInJob reports whether the arena is in a job itself, as what some terminals and machines
// of CI start is. So are its bots then, and Windows puts no process of a job into one that
// restricts the screen.
var isInJob = sync.OnceValue(func() bool {
	var is uint32
	ok, _, _ := isProcessInJob.Call(uintptr(windows.CurrentProcess()), 0, uintptr(unsafe.Pointer(&is)))
	return ok == 0 || is != 0
})

// The functions are called by name: those of package windows take an address as a number, behind
// which a stack that grows would be moved.
var (
	kernel         = windows.NewLazySystemDLL("kernel32.dll")
	isProcessInJob = kernel.NewProc("IsProcessInJob")
	tell           = kernel.NewProc("SetInformationJobObject")
	ask            = kernel.NewProc("QueryInformationJobObject")
	resume         = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")
)

func (g *Group) set(class uint32, information unsafe.Pointer, size uintptr) error {
	if ok, _, err := tell.Call(uintptr(g.job), uintptr(class), uintptr(information), size); ok == 0 {
		return err
	}
	return nil
}

// CanCount returns true: each job counts.
func CanCount() bool { return true }

// CanLimit returns nil: each job limits.
func CanLimit() error { return nil }

// Limit sets limits on the members: on the memory that they may ask for together, and on how
// many processes there are. A job does not count threads, so that this is a bound for the
// processes only.
func (g *Group) Limit(l Limits) error {
	var all windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	basic := &all.BasicLimitInformation
	// Without the second, a dialogue about a crash would wait for somebody to close it.
	basic.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if l.Memory > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_MEMORY
		all.JobMemoryLimit = uintptr(l.Memory)
	}
	if l.Threads > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
		basic.ActiveProcessLimit = uint32(l.Threads) //nolint:gosec // a small number
	}
	return g.set(windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&all), unsafe.Sizeof(all))
}

// Hold makes the command start suspended, so that it does nothing before Begun.
func (*Group) Hold(command *exec.Cmd) { command.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED }

// Begun puts a process in the group that was started so, and lets it run. If it can't be put
// there, it stays suspended.
func (g *Group) Begun(p *os.Process) error {
	if g == nil {
		return nil
	}
	var err error
	gone := p.WithHandle(func(handle uintptr) {
		if err = windows.AssignProcessToJobObject(g.job, windows.Handle(handle)); err != nil {
			return
		}
		if status, _, _ := resume.Call(handle); windows.NTStatus(status) != 0 { //nolint:gosec // it has 32 bits
			err = windows.NTStatus(status)
		}
	})
	if err = errors.Join(err, gone); err != nil {
		return &JoinError{err}
	}
	return nil
}

// JoinError is why a process could not be put in its job.
type JoinError struct{ Cause error }

func (e *JoinError) Error() string { return fmt.Sprintf("its job does not take it: %v", e.Cause) }

func (e *JoinError) Unwrap() error { return e.Cause }

// Hint says what to do about it.
func (*JoinError) Hint() string {
	return "start the arena from a console window of its own: what has started it may hold its programs in a job that " +
		"allows no other"
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	user, kernel, periodUser, periodKernel int64 // in 100 ns
	faults, total, active, terminated      uint32
}

func (g *Group) account() (a accounting) {
	const class = windows.JobObjectBasicAccountingInformation
	_, _, _ = ask.Call(uintptr(g.job), class, uintptr(unsafe.Pointer(&a)), unsafe.Sizeof(a), 0) // all are 0 if it fails
	return a
}

// CPUTime returns the CPU time of all processes that are or were in the group, in ticks of the
// system's clock.
func (g *Group) CPUTime() time.Duration {
	a := g.account()
	return time.Duration(100 * (a.user + a.kernel))
}

// Others returns the CPU time of all members but the first process. That one's own time in
// ticks is subtracted, whatever a better clock says of it, and is read later: so a tick can't
// be taken for the time of a child.
func (g *Group) Others(first *os.Process, _ time.Duration) (others time.Duration) {
	all := g.CPUTime()
	_ = first.WithHandle(func(handle uintptr) {
		var begun, ended, kernel, user windows.Filetime
		if windows.GetProcessTimes(windows.Handle(handle), &begun, &ended, &kernel, &user) == nil {
			others = all - ticks(kernel) - ticks(user)
		}
	})
	return max(others, 0)
}

// ticks returns a length of time that the system gives in the form of a date.
func ticks(t windows.Filetime) time.Duration {
	return time.Duration(100 * (int64(t.HighDateTime)<<32 | int64(t.LowDateTime)))
}

// Kill kills all members.
func (g *Group) Kill() { _ = windows.TerminateJobObject(g.job, KilledCode) }

// Close kills them, too.
func (g *Group) Close() {
	_ = windows.CloseHandle(g.job)
	if g.told != 0 {
		_ = windows.CloseHandle(g.told)
	}
}

// Members returns nothing: no process enters by itself.
func (*Group) Members() []*os.File { return nil }

// jobMemoryLimit is JOB_OBJECT_MSG_JOB_MEMORY_LIMIT.
const jobMemoryLimit = 10

// mostTold is how many messages are read: a job tells also of each process.
const mostTold = 10_000

// WasOutOfMemory reports whether a member has been refused memory, since all had too much.
func (g *Group) WasOutOfMemory() bool {
	if g == nil {
		return false
	}
	for range mostTold {
		var message uint32
		var key uintptr
		var process *windows.Overlapped // its number, in truth
		if windows.GetQueuedCompletionStatus(g.told, &message, &key, &process, 0) != nil {
			return false // there is no further one
		}
		if message == jobMemoryLimit {
			return true
		}
	}
	return false
}

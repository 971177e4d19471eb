//go:build linux && (amd64 || arm64)

package shim

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Supported reports whether there is a shim for this system.
const Supported = true

func init() {
	if len(os.Args) == 0 {
		return
	}
	switch os.Args[0] {
	case Name:
		// What is given up below is given up by this thread alone. The program inherits
		// from the thread that starts it, and the others end then.
		runtime.LockOSThread()
		become(os.Args)
	case Probe:
		look()
	}
}

// step is one thing that a shim does on its way.
type step struct {
	name string
	do   func(*Order) error
}

// steps are in the only order that works: Landlock forbids to mount anything, and the
// filter forbids everything else.
var steps = []step{
	{"files", keepFiles},
	{"mount", enterRoot},
	{"affinity", pin},
	{"program", placeProgram},
	{"no new privileges", func(*Order) error { return prctl(unix.PR_SET_NO_NEW_PRIVS, 1) }},
	{"user", changeUser},
	{"capabilities", dropCapabilities},
	// A change of the user clears this, and so would a set-uid program.
	{"death signal", func(*Order) error { return prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL)) }},
	{"Landlock", restrictFiles},
	{"limits", setLimits},
	{"seccomp", filter},
	{"start", start},
}

// become is the whole shim. It does not return.
func become(args []string) {
	order, err := ParseOrder(args)
	if err != nil {
		fail(2, "order", err)
	}
	for _, s := range steps {
		if err := s.do(order); err != nil {
			fail(order.Errors, s.name, err)
		}
	}
}

// fail reports an error to the arena: the step, and the number of the error.
func fail(to int, step string, err error) {
	number := syscall.EINVAL
	if at := new(stepError); errors.As(err, &at) {
		step += " " + at.what
	}
	_ = errors.As(err, &number)
	text := []byte(step + "\x00" + strconv.Itoa(int(number)))
	_, _, _ = syscall.RawSyscall(unix.SYS_WRITE, uintptr(to), uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	for {
		_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, failed, 0, 0)
	}
}

// failed is the exit code of a shim that could not start its program.
const failed = 126

// stepError says at what a step failed.
type stepError struct {
	what string
	error
}

func (e *stepError) Unwrap() error { return e.error }

func at(what string, err error) error {
	if err == nil {
		return nil
	}
	return &stepError{what, err}
}

// keepFiles makes sure that the program has no files but those meant for it.
func keepFiles(o *Order) error {
	return unix.CloseRange(uint(o.Files), ^uint(0)>>33, unix.CLOSE_RANGE_CLOEXEC)
}

// pin leaves one processor to the program, so that its threads slow nobody else down.
func pin(o *Order) error {
	if o.CPU < 0 {
		return nil
	}
	var one unix.CPUSet
	one.Set(o.CPU)
	return unix.SchedSetaffinity(0, &one)
}

// highest is the number of the program's file, if as many may be open.
const highest = 1000

// placeProgram gives the program's file the number that the filter knows, and sees to it
// that the program can't open as many.
func placeProgram(o *Order) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	number := int(min(highest, limit.Cur-1))
	if number <= max(o.Files, o.Program, o.Errors) {
		return syscall.EMFILE
	}
	o.Limits.Files = min(o.Limits.Files, int64(number))
	if o.Program < 0 {
		fd, err := unix.Open(o.File, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return at(o.File, err)
		}
		o.Program = fd
	}
	if err := unix.Dup3(o.Program, number, unix.O_CLOEXEC); err != nil {
		return err
	}
	o.Program = number
	return nil
}

// changeUser becomes a user whom nobody else is. Only this thread does.
func changeUser(o *Order) error {
	if o.UID == 0 {
		return nil
	}
	if err := dropBounds(); err != nil {
		return err // it takes a right that is lost with the user
	}
	for _, call := range []uintptr{unix.SYS_SETGROUPS, unix.SYS_SETRESGID, unix.SYS_SETRESUID} {
		id := uintptr(o.UID)
		args := [3]uintptr{id, id, id}
		if call == unix.SYS_SETGROUPS {
			args = [3]uintptr{}
		}
		if _, _, errno := syscall.RawSyscall(call, args[0], args[1], args[2]); errno != 0 {
			return errno
		}
	}
	return nil
}

// dropBounds takes from the process the capabilities that any program that it starts
// could have.
func dropBounds() error {
	for capability := range uintptr(64) {
		err := prctl(unix.PR_CAPBSET_DROP, capability)
		if err == syscall.EINVAL { // the kernel knows no further one
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func dropCapabilities(o *Order) error {
	// Without namespaces an ordinary user has none to drop, nor the right to bound them.
	if o.Namespaces && o.UID == 0 {
		if err := dropBounds(); err != nil {
			return err
		}
	}
	if err := prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL); err != nil {
		return err
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}

// setLimits sets both the soft and the hard limits.
func setLimits(o *Order) error {
	l := o.Limits
	limits := []struct {
		kind int
		most int64
		none bool
	}{
		{unix.RLIMIT_CORE, 0, false},
		{unix.RLIMIT_MEMLOCK, 0, false},
		{unix.RLIMIT_MSGQUEUE, 0, false},
		{unix.RLIMIT_NICE, 0, false},
		{unix.RLIMIT_RTPRIO, 0, false},
		{unix.RLIMIT_STACK, maxStack, false},
		{unix.RLIMIT_SIGPENDING, maxSignals, false},
		{unix.RLIMIT_FSIZE, l.Disk, l.Disk == 0},
		{unix.RLIMIT_DATA, l.Memory, l.Memory == 0},
		{unix.RLIMIT_NPROC, l.Threads, l.Threads == 0},
		{unix.RLIMIT_NOFILE, l.Files, false},
	}
	for _, limit := range limits {
		if limit.none {
			continue
		}
		most := uint64(limit.most)
		var now unix.Rlimit
		if err := unix.Prlimit(0, limit.kind, nil, &now); err == nil {
			most = min(most, now.Max) // the user may have set a lower one
		}
		if err := unix.Prlimit(0, limit.kind, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
			return at(strconv.Itoa(limit.kind), err)
		}
	}
	return nil
}

const (
	maxStack   = 8 << 20
	maxSignals = 1024 // in a queue; a runtime needs some for its timers
)

func filter(o *Order) error {
	if !o.Seccomp {
		return nil
	}
	code := assemble(rulesFor(os.Getpid(), o.Program, o.Children))
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	// From here on, nothing but what a bot may do.
	_, _, errno := syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	return orNil(errno)
}

// start replaces the shim by the program.
func start(o *Order) error {
	args, err := syscall.SlicePtrFromStrings(o.Args)
	if err != nil {
		return err
	}
	env, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return err
	}
	var empty [1]byte
	_, _, errno := syscall.RawSyscall6(unix.SYS_EXECVEAT, uintptr(o.Program), uintptr(unsafe.Pointer(&empty)),
		uintptr(unsafe.Pointer(&args[0])), uintptr(unsafe.Pointer(&env[0])), unix.AT_EMPTY_PATH, 0)
	return errno
}

func prctl(args ...uintptr) error {
	var a [5]uintptr
	copy(a[:], args)
	_, _, errno := syscall.RawSyscall6(unix.SYS_PRCTL, a[0], a[1], a[2], a[3], a[4], 0)
	return orNil(errno)
}

func orNil(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

//go:build linux && (amd64 || arm64)

package shim

import (
	"errors"
	"math"
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// Supported reports whether there is a shim for this system.
const Supported = true

func init() {
	if len(os.Args) == 0 {
		return
	}
	switch os.Args[0] {
	case Name:
		// This thread alone gives up rights below: during initialisation, Go keeps us on
		// the first. The program inherits from the thread that starts it, and the others
		// end then.
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
	{"cgroups", joinGroups},
	{"files", keepFiles},
	{"mount", enterRoot},
	{"folder", passHome},
	{"affinity", pin},
	{"program", placeProgram},
	{"no new privileges", func(*Order) error { return prctl(prSetNoNewPrivs, 1) }},
	{"user", changeUser},
	{"capabilities", dropCapabilities},
	// A change of the user clears this, and so would a set-uid program.
	{"death signal", func(*Order) error { return prctl(syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL)) }},
	{"Landlock", restrictFiles},
	{"page", placeSecret}, // before the limit on memory, which the shim itself may exceed
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
			fail(order.Report, s.name, err)
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
	text := []byte(step + "\x00" + decimal(int64(number)))
	_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, uintptr(to), uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	for {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, failed, 0, 0)
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

// joinGroups enters the cgroups, given by the files that take the members, while the
// shim is all that there is of the program.
func joinGroups(o *Order) error {
	for _, members := range o.Groups {
		if _, err := syscall.Write(members, []byte("0")); err != nil {
			return err
		}
	}
	return nil
}

// keepFiles makes sure that the program has no files but those meant for it.
func keepFiles(o *Order) error {
	_, _, errno := syscall.RawSyscall(sysCloseRange, uintptr(o.Files), math.MaxInt32, closeRangeCloexec)
	if errno == 0 {
		return nil
	}
	return keepListed(o.Files) // an older kernel, or an older filter of a container's
}

// keepListed does so by the list that the system has of our files.
func keepListed(least int) error {
	list, err := syscall.Open("/proc/self/fd", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return at("/proc/self/fd", err)
	}
	defer func() { _ = syscall.Close(list) }()
	for buffer := make([]byte, 4<<10); ; {
		n, err := syscall.ReadDirent(list, buffer)
		if err != nil || n == 0 {
			return err
		}
		_, _, names := syscall.ParseDirent(buffer[:n], -1, nil)
		for _, name := range names {
			fd, err := strconv.Atoi(name)
			if err != nil || fd < least {
				continue
			}
			_, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETFD, syscall.FD_CLOEXEC)
			if errno != 0 {
				return errno
			}
		}
	}
}

// pin leaves one processor to the program, so that its threads slow nobody else down. Where that is forbidden, the
// probe tells.
func pin(o *Order) error {
	if o.CPU < 0 {
		return nil
	}
	var one [maxProcessors / 64]uint64
	if o.CPU >= maxProcessors {
		return syscall.EINVAL
	}
	one[o.CPU/64] = 1 << (o.CPU % 64)
	_, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(one), uintptr(unsafe.Pointer(&one)))
	if errno == syscall.ENOSYS || errno == syscall.EPERM {
		return nil
	}
	return orNil(errno)
}

// maxProcessors is how many there can be, as in glibc.
const maxProcessors = 1024

// placeProgram gives the program's file, and the socket of the report, the numbers that the
// filter knows. The program can't open as many files.
func placeProgram(o *Order) error {
	if o.Number-1 <= max(o.Files, o.Program, o.Report, o.Filter) {
		return syscall.EMFILE
	}
	if o.Program < 0 {
		fd, err := syscall.Open(o.File, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return at(o.File, err)
		}
		o.Program = fd
	}
	if err := syscall.Dup3(o.Report, o.Number-1, syscall.O_CLOEXEC); err != nil {
		return err
	}
	o.Report = o.Number - 1
	return syscall.Dup3(o.Program, o.Number, syscall.O_CLOEXEC)
}

// changeUser becomes a user whom nobody else is. Only this thread does.
func changeUser(o *Order) error {
	if o.UID == 0 {
		return nil
	}
	if err := dropBounds(); err != nil {
		return err // it takes a right that is lost with the user
	}
	for _, call := range []uintptr{syscall.SYS_SETGROUPS, syscall.SYS_SETRESGID, syscall.SYS_SETRESUID} {
		id := uintptr(o.UID)
		args := [3]uintptr{id, id, id}
		if call == syscall.SYS_SETGROUPS {
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
		err := prctl(prCapbsetDrop, capability)
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
	if err := prctl(prCapAmbient, prCapAmbientClearAll); err != nil {
		return err
	}
	header := capHeader{version: capability3}
	var none [2]capData
	_, _, errno := syscall.RawSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)),
		0)
	return orNil(errno)
}

// setLimits sets both the soft and the hard limits.
func setLimits(o *Order) error {
	l := o.Limits
	limits := []struct {
		kind int
		most int64
		none bool
	}{
		{syscall.RLIMIT_CORE, 0, false},
		{rlimitMemlock, 0, false},
		{rlimitMsgqueue, 0, false},
		{rlimitNice, 0, false},
		{rlimitRtprio, 0, false},
		{syscall.RLIMIT_STACK, maxStack, false},
		{rlimitSigpending, maxSignals, false},
		{syscall.RLIMIT_FSIZE, l.Disk, l.Disk == 0},
		{syscall.RLIMIT_DATA, l.Memory, l.Memory == 0},
		{rlimitNproc, l.Threads, l.Threads == 0},
		{syscall.RLIMIT_NOFILE, l.Files, o.Tell}, // see filter
	}
	for _, l := range limits {
		if l.none {
			continue
		}
		most := atMost(l.kind, l.most)
		if err := limit(l.kind, &most, nil); err != nil {
			return at(decimal(int64(l.kind)), err)
		}
	}
	return nil
}

// atMost returns a limit for both. The user may have set a lower one.
func atMost(kind int, most int64) syscall.Rlimit {
	now := syscall.Rlimit{Max: math.MaxUint64}
	_ = limit(kind, nil, &now)
	now.Max = min(now.Max, uint64(most))
	return syscall.Rlimit{Cur: now.Max, Max: now.Max}
}

const (
	maxStack   = 8 << 20
	maxSignals = 1024 // in a queue; a runtime needs some for its timers
)

// filter installs the filter, and sends the arena the file by which the kernel tells of
// calls.
func filter(o *Order) error {
	if o.Filter < 0 {
		return nil
	}
	code := make([]byte, longestFilter)
	n, err := syscall.Pread(o.Filter, code, 0)
	if err != nil {
		return err
	}
	code = code[:n]
	if n == 0 || n%instruction != 0 {
		return syscall.EINVAL
	}
	files := (*syscall.Rlimit)(secret)
	*files = atMost(syscall.RLIMIT_NOFILE, o.Limits.Files)
	emptyPath = uintptr(secret) + unsafe.Sizeof(*files)
	fill(code, OwnNumber, uint32(os.Getpid()))
	fill(code, limitLow, uint32(uintptr(secret)))
	fill(code, startLow, uint32(emptyPath))
	fill(code, secretHigh, uint32(emptyPath>>32))
	flags := uintptr(0)
	if o.Tell {
		// A signal must not interrupt a call that waits for us: it may be one that never is.
		flags = seccompListens | seccompKillable
	}
	program := sockFprog{uint16(n / instruction), &code[0]}
	// From here on, nothing but what a bot may do.
	listener, _, errno := syscall.RawSyscall(sysSeccomp, seccompFilter, flags, uintptr(unsafe.Pointer(&program)))
	if errno == syscall.EINVAL && o.Tell { // an older kernel
		listener, _, errno = syscall.RawSyscall(sysSeccomp, seccompFilter, seccompListens, uintptr(unsafe.Pointer(&program)))
	}
	if errno != 0 || !o.Tell {
		return orNil(errno)
	}
	if err := syscall.Sendmsg(o.Report, []byte{Listener}, syscall.UnixRights(int(listener)), nil, 0); err != nil {
		return err
	}
	// A process that may have few files open may send none while others of the user's send
	// many, so this limit comes last.
	return at("files", limit(syscall.RLIMIT_NOFILE, files, nil))
}

// Folder and Listener are what the shim writes with the folder of the program, and with the file that tells of calls.
const (
	Folder   = 2
	Listener = 1
)

const (
	instruction    = 8
	longestFilter  = 4096 * instruction // the kernel takes no more
	bpfJumpIfEqual = 0x15
)

// What stands in a filter for what nobody knows before: the number of the process, the address
// of the path by which the program is started, and that of its limit on open files.
const (
	OwnNumber  = 0x7fff_5e1f
	startLow   = 0x7fff_5e2f
	limitLow   = 0x7fff_5e3f
	secretHigh = 0x7fff_5e4f
	StartPath  = secretHigh<<32 | startLow
	FilesLimit = secretHigh<<32 | limitLow
)

// fill replaces what stands in a filter for something.
func fill(code []byte, stand, by uint32) {
	for i := 0; i < len(code); i += instruction {
		if k := (*uint32)(unsafe.Pointer(&code[i+4])); code[i] == bpfJumpIfEqual && *k == stand {
			*k = by
		}
	}
}

// emptyPath is the address of the path by which the program is started: it is empty, as the
// file is known by its number.
var emptyPath uintptr

// secret is the page that nobody can guess.
var secret unsafe.Pointer

func placeSecret(o *Order) (err error) {
	if o.Filter >= 0 {
		secret, err = secretPage()
	}
	return err
}

// secretPage makes a page at an address that nobody can guess: the filter allows no start by
// another path than the one in it, and the program has nothing there.
func secretPage() (unsafe.Pointer, error) {
	const size, tries = 4096, 32
	bits := 46
	for range tries {
		var random uint64
		if _, _, errno := syscall.RawSyscall(sysGetrandom, uintptr(unsafe.Pointer(&random)), unsafe.Sizeof(random),
			0); errno != 0 {
			return nil, errno
		}
		page := uintptr(random>>(64-bits)|1<<20) &^ (size - 1)
		got, _, errno := syscall.RawSyscall6(syscall.SYS_MMAP, page, size, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_PRIVATE|syscall.MAP_ANON|mapFixedNoReplace, ^uintptr(0), 0)
		if errno == 0 && got == page {
			offset := uintptr(random) % (size / 2) &^ 7
			return unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&page)), offset), nil
		}
		if errno == syscall.ENOMEM {
			bits = 38 // of a kernel for small machines
		}
	}
	return nil, syscall.ENOMEM
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
	path := emptyPath
	if path == 0 { // there is no filter
		path = uintptr(unsafe.Pointer(new([1]byte)))
	}
	_, _, errno := syscall.RawSyscall6(sysExecveat, uintptr(o.Number), path,
		uintptr(unsafe.Pointer(&args[0])), uintptr(unsafe.Pointer(&env[0])), atEmptyPath, 0)
	return errno
}

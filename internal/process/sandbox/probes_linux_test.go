//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A probe is a small hostile program. It returns nil if it could do what it must not,
// and otherwise what stopped it. What it needs to know comes in its arguments.
type probe func(args []string) error

var probes = map[string]probe{
	"idle":              func([]string) error { select {} },
	"reads a secret":    func(args []string) error { _, err := os.ReadFile(args[0]); return err },
	"reads passwd":      func([]string) error { _, err := os.ReadFile("/etc/passwd"); return err },
	"reads behind root": func([]string) error { _, err := os.ReadFile("/../etc/passwd"); return err },
	"writes in root":    func([]string) error { return os.WriteFile("/arena-test-written", nil, 0o600) },
	"lists root":        func([]string) error { _, err := os.ReadDir("/"); return err },
	"writes beside":     func(args []string) error { return os.WriteFile(args[0]+".written", nil, 0o600) },
	"lists processes":   listProcesses,
	"reads environment": func(args []string) error {
		_, err := os.ReadFile("/proc/" + args[1] + "/environ")
		return err
	},
	"signals the arena":   func(args []string) error { return syscall.Kill(number(args[1]), 0) },
	"signals everybody":   func([]string) error { return syscall.Kill(-1, 0) },
	"stops the arena":     func(args []string) error { return unix.Tgkill(number(args[1]), number(args[1]), 0) },
	"traces the arena":    trace,
	"reads its memory":    readMemory,
	"connects by TCP":     func([]string) error { return socket(unix.AF_INET, unix.SOCK_STREAM) },
	"sends by UDP":        func([]string) error { return socket(unix.AF_INET, unix.SOCK_DGRAM) },
	"talks to the kernel": func([]string) error { return socket(unix.AF_NETLINK, unix.SOCK_RAW) },
	"connects to a path":  func(args []string) error { _, err := net.Dial("unix", args[2]); return err },
	"connects to a name":  func(args []string) error { _, err := net.Dial("unix", "@"+args[2]); return err },
	"sends to a path":     func(args []string) error { _, err := net.Dial("unixgram", args[2]+".datagrams"); return err },
	"starts a shell":      func([]string) error { return exec.Command("/bin/sh", "-c", "exit 0").Run() },
	"starts itself": func([]string) error {
		c := exec.Command("/proc/self/exe")
		c.Args = []string{"probe", "nothing"}
		return c.Run()
	},
	"forks":              fork,
	"becomes a shell":    becomeShell,
	"runs what it wrote": runWritten,
	"makes shared memory": func([]string) error {
		_, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANON)
		return err
	},
	"makes a file of memory": func([]string) error { _, err := unix.MemfdCreate("x", 0); return err },
	"makes a growing stack": func([]string) error {
		_, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_GROWSDOWN)
		return err
	},
	"shares /dev/zero": func([]string) error {
		f, err := os.OpenFile("/dev/zero", os.O_RDWR, 0)
		if err != nil {
			return err
		}
		_, err = unix.Mmap(int(f.Fd()), 0, 1<<20, unix.PROT_WRITE, unix.MAP_SHARED)
		return err
	},
	"takes much memory":    takeMemory,
	"opens many files":     openMany,
	"starts many threads":  startThreads,
	"makes many files":     makeFiles,
	"writes a large file":  writeLarge,
	"outlives the arena":   func([]string) error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0) },
	"uses all processors":  useAll,
	"raises its limits":    raiseLimits,
	"changes its policy":   changePolicy,
	"locks a file":         lock,
	"links to a file":      func(args []string) error { return os.Symlink(args[0], "link") },
	"types on a terminal":  func([]string) error { return ioctl(unix.TIOCSTI) },
	"types with high bits": func([]string) error { return ioctl(1<<32 | unix.TIOCSTI) },
	"sees the arena's number": func([]string) error {
		if os.Getppid() == 0 {
			return errors.New("its parent has number 0")
		}
		return nil
	},
	"has more files open": inheritsFiles,
	"has rights": func([]string) error {
		status, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		if err == nil && status == 1 {
			err = errors.New("no new privileges")
		}
		return err
	},
	"uses io_uring": func([]string) error {
		var params [120]byte
		_, _, errno := syscall.RawSyscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
		return orNil(errno)
	},
}

// deadlyProbes end the probe. Unconfined, most need rights that a test does not have, so
// that they fail with another error.
var deadlyProbes = map[string]struct {
	do    func() error
	words string
}{
	"mounts": {func() error {
		return unix.Mount("", "/nowhere", "tmpfs", 0, "")
	}, "mounted a file system (mount)"},
	"unshares": {func() error { return unix.Unshare(0) }, "made a namespace (unshare)"},
	"asks for a key": {func() error {
		return call(unix.SYS_KEYCTL, unix.KEYCTL_GET_KEYRING_ID)
	}, "used the kernel's keys (keyctl)"},
	"loads BPF": {func() error { return call(unix.SYS_BPF, 999) }, "loaded a program into the kernel (bpf)"},
	"traces":    {func() error { return call(unix.SYS_PTRACE, 999) }, "traced a process (ptrace)"},
	"counts events": {func() error {
		return call(unix.SYS_PERF_EVENT_OPEN, 0)
	}, "measured other programs (perf_event_open)"},
	"enters another": {func() error { return unix.Setns(-1, 0) }, "entered a namespace (setns)"},
}

func call(number, arg uintptr) error {
	_, _, errno := syscall.RawSyscall6(number, arg, 0, 0, 0, 0, 0)
	return orNil(errno)
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func orNil(errno syscall.Errno) error {
	if errno == 0 {
		return nil
	}
	return errno
}

// runProbe is the main function of a probe. What it prints is read by the test.
func runProbe(args []string) {
	if do, ok := deadlyProbes[args[0]]; ok {
		fmt.Println("no:", do.do())
		return
	}
	if tell, ok := tellers[args[0]]; ok {
		tell()
		return
	}
	do, ok := probes[args[0]]
	if !ok {
		return // somebody wants a process that does nothing
	}
	if args[0] == "idle" {
		fmt.Println("idle")
	}
	if err := do(args[1:]); err != nil {
		fmt.Println("no:", err)
		return
	}
	fmt.Println("YES")
}

func listProcesses([]string) error {
	entries, err := os.ReadDir("/proc")
	for _, e := range entries {
		if n := number(e.Name()); n > 0 && n != os.Getpid() {
			return nil
		}
	}
	if err == nil {
		err = errors.New("none but its own")
	}
	return err
}

func trace(args []string) error {
	err := unix.PtraceSeize(number(args[3])) // not the test itself, which would stop
	if err == nil {
		_ = unix.PtraceDetach(number(args[3]))
	}
	return err
}

func readMemory(args []string) error {
	f, err := os.Open("/proc/" + args[3] + "/mem")
	if err != nil {
		return err
	}
	return f.Close()
}

func socket(domain, kind int) error {
	_, err := unix.Socket(domain, kind, 0)
	return err
}

func fork([]string) error {
	child, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno == 0 && child == 0 {
		_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return orNil(errno)
}

func becomeShell([]string) error {
	return syscall.Exec("/bin/echo", []string{"echo", "YES"}, nil)
}

func runWritten([]string) error {
	if err := os.WriteFile("script", []byte("#!/bin/true\n"), 0o700); err != nil {
		return err
	}
	return exec.Command("./script").Run()
}

const muchMemory = 3 << 29 // 1.5 GB, more than the limit and less than a machine has

func takeMemory([]string) error {
	memory, err := unix.Mmap(-1, 0, muchMemory, unix.PROT_WRITE|unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err == nil {
		memory[0] = 1
	}
	return err
}

func openMany([]string) error {
	for range 1000 {
		if _, err := unix.Dup(1); err != nil {
			return err
		}
	}
	return nil
}

// startThreads starts threads of the kernel's, since the Go runtime would abort.
func startThreads([]string) error {
	var wait sync.WaitGroup
	wait.Add(1)
	defer wait.Done()
	for i := range 100 { // with 8 MB each for its stack, they would fit into memory
		started := make(chan bool)
		go func() {
			runtime.LockOSThread()
			close(started)
			wait.Wait()
		}()
		select {
		case <-started:
		case <-time.After(time.Second):
			return fmt.Errorf("no more than %d", i)
		}
	}
	return nil
}

func makeFiles([]string) error {
	for i := range 1100 { // more than it may make
		if err := os.WriteFile("file"+strconv.Itoa(i), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func writeLarge([]string) error {
	f, err := os.Create("large")
	if err != nil {
		return err
	}
	piece := make([]byte, 1<<20)
	for range 64 {
		if _, err := f.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

func useAll([]string) error {
	var all unix.CPUSet
	for cpu := range runtime.NumCPU() + 8 {
		all.Set(cpu)
	}
	return unix.SchedSetaffinity(0, &all)
}

// changePolicy asks for a policy that every user may have.
func changePolicy([]string) error {
	var priority int32
	_, _, errno := syscall.RawSyscall(unix.SYS_SCHED_SETSCHEDULER, 0, unix.SCHED_BATCH, uintptr(unsafe.Pointer(&priority)))
	return orNil(errno)
}

func raiseLimits([]string) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil {
		return err
	}
	return unix.Setrlimit(unix.RLIMIT_CORE, &now)
}

func lock(args []string) error {
	f, err := os.Create("lock")
	if err != nil {
		return err
	}
	return unix.Flock(int(f.Fd()), unix.LOCK_EX)
}

func ioctl(request uint64) error {
	_, _, errno := syscall.RawSyscall(unix.SYS_IOCTL, 0, uintptr(request), 0)
	if errno == unix.ENOTTY || errno == unix.EFAULT {
		return nil // it was asked
	}
	return orNil(errno)
}

// inheritsFiles looks for what the test has left open for all its children.
func inheritsFiles([]string) error {
	for fd := 3; fd < 1024; fd++ {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) != nil {
			continue
		}
		kind := stat.Mode & unix.S_IFMT // a runtime opens itself what has none, to wait for events
		if kind == unix.S_IFREG || kind == unix.S_IFSOCK || isLeak(fd) {
			return nil
		}
	}
	return errors.New("none of the arena's")
}

// isLeak reports whether a file is the one with the name that the test gave it.
func isLeak(fd int) bool {
	text := make([]byte, 64)
	n, _ := unix.Pread(fd, text, 0)
	return strings.HasPrefix(string(text[:max(n, 0)]), leak)
}

// leak is what the file says that a test leaves open.
const leak = "a file of the arena's"

// tellRights prints its user and what capabilities it has or could get.
func tellRights() {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var own [2]unix.CapUserData
	_ = unix.Capget(&header, &own[0])
	bounds := 0
	for capability := range uintptr(64) {
		if held, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0); err == nil {
			bounds += held
		}
	}
	groups, _ := os.Getgroups()
	fmt.Println("root:", os.Getuid() == 0 || os.Getgid() == 0 || len(groups) > 0 && groups[0] == 0, "own:",
		own != [2]unix.CapUserData{}, "could:", bounds > 0)
}

//go:build linux && (amd64 || arm64)

package filter

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// self is the process of these tests, program the number of its file, path the address of
// the path by which it is started, and report the number of the socket to the arena.
const (
	self, program = 77, 1000
	path, files   = 0x1234_5678_9abc, 0x1234_5678_9a00
	report        = 999
)

var usual = Options{Self: self, Program: program, Start: path, Files: files, Report: report, Root: true}

func with(set func(*Options)) Options {
	o := usual
	set(&o)
	return o
}

// judge runs a filter as the kernel would. The machine of package bpf reads numbers as
// they are in packets, with the highest byte first, so that each half of an argument is
// written so.
func judge(t *testing.T, rules []rule, arch uint32, call uintptr, args ...uint64) verdict {
	t.Helper()
	raw := make([]bpf.RawInstruction, 0, 600)
	for _, i := range assemble(rules) {
		raw = append(raw, bpf.RawInstruction{Op: i.Code, Jt: i.Jt, Jf: i.Jf, K: i.K})
	}
	code, all := bpf.Disassemble(raw)
	require.True(t, all)
	machine, err := bpf.NewVM(code)
	require.NoError(t, err)
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[offNr:], uint32(call))
	binary.BigEndian.PutUint32(data[offAbi:], arch)
	for i, arg := range args {
		binary.BigEndian.PutUint32(data[offArg+8*i:], uint32(arg))
		binary.BigEndian.PutUint32(data[offArg+8*i+4:], uint32(arg>>32))
	}
	got, err := machine.Run(data)
	require.NoError(t, err)
	return verdict(got)
}

// high is set in the half of an argument that the kernel does not look at.
const high = 1 << 40

// thread are the flags of a new thread.
const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name     string
		call     uintptr
		args     []uint64
		want     verdict
		children verdict // with children; 0: the same
	}{
		{"read", unix.SYS_READ, nil, allowed, 0},
		{"a call of the future", 9999, nil, absent, 0},
		{"clone3", unix.SYS_CLONE3, nil, absent, 0},
		{"io_uring", unix.SYS_IO_URING_SETUP, nil, absent, 0},
		{"ptrace", unix.SYS_PTRACE, nil, deadly, 0},
		{"mount", unix.SYS_MOUNT, nil, deadly, 0},
		{"start", unix.SYS_EXECVEAT, []uint64{program, path, 1, 1, unix.AT_EMPTY_PATH}, allowed, 0},
		{"start of another file", unix.SYS_EXECVEAT, []uint64{3, path, 1, 1, unix.AT_EMPTY_PATH}, denied, allowed},
		{"start by path", unix.SYS_EXECVEAT, []uint64{program, path, 1, 1, 0}, deadly, allowed},
		{"start by the path of another file", unix.SYS_EXECVEAT, []uint64{3, 1, 1, 1, unix.AT_EMPTY_PATH}, denied, allowed},
		{"start by another path", unix.SYS_EXECVEAT, []uint64{program, 1, 1, 1, unix.AT_EMPTY_PATH}, deadly, allowed},
		{
			"start by a path that is higher", unix.SYS_EXECVEAT,
			[]uint64{program, path + high, 1, 1, unix.AT_EMPTY_PATH},
			deadly, allowed,
		},
		{"execve", unix.SYS_EXECVE, nil, denied, allowed},
		{"thread", unix.SYS_CLONE, []uint64{thread}, allowed, 0},
		{"thread with files of its own", unix.SYS_CLONE, []uint64{thread &^ unix.CLONE_FILES}, denied, 0},
		{"thread with a folder of its own", unix.SYS_CLONE, []uint64{thread &^ unix.CLONE_FS}, denied, 0},
		{"files of its own", unix.SYS_CLOSE_RANGE, []uint64{9, 10, unix.CLOSE_RANGE_UNSHARE}, denied, 0},
		{"close many", unix.SYS_CLOSE_RANGE, []uint64{9, 10, 0}, allowed, 0},
		{"fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, denied, allowed},
		{"thread in a namespace", unix.SYS_CLONE, []uint64{thread | unix.CLONE_NEWUSER}, denied, 0},
		{"private memory", unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, allowed, 0},
		{"a shared file", unix.SYS_MMAP, []uint64{0, 1, 1, unix.MAP_SHARED}, allowed, 0},
		{"shared memory", unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}, denied, 0},
		{"shared and validated", unix.SYS_MMAP, []uint64{0, 1, 3, unix.MAP_SHARED_VALIDATE | unix.MAP_ANONYMOUS}, denied, 0},
		{"shared, high bits", unix.SYS_MMAP, []uint64{0, 1, 3, high | unix.MAP_SHARED | unix.MAP_ANONYMOUS}, denied, 0},
		{
			"a growing stack", unix.SYS_MMAP,
			[]uint64{0, 1, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_GROWSDOWN},
			denied, 0,
		},
		{"unix socket", unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, allowed, denied},
		{"unix datagrams", unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_DGRAM | unix.SOCK_CLOEXEC}, denied, 0},
		{"pair of datagrams", unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_DGRAM}, denied, 0},
		{"a pair", unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, allowed, denied},
		{"send files", unix.SYS_SENDMSG, []uint64{5}, denied, 0},
		{"send files to the arena", unix.SYS_SENDMSG, []uint64{report}, allowed, 0},
		{"large buffers", unix.SYS_SETSOCKOPT, []uint64{5, unix.SOL_SOCKET, unix.SO_SNDBUF}, denied, absent},
		{"a program for a socket", unix.SYS_SETSOCKOPT, []uint64{5, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}, denied, absent},
		{"option of another level", unix.SYS_SETSOCKOPT, []uint64{5, 6, unix.SO_REUSEADDR}, denied, absent},
		{"an address again", unix.SYS_SETSOCKOPT, []uint64{5, unix.SOL_SOCKET, unix.SO_REUSEADDR}, allowed, absent},
		{"a process by a socket", unix.SYS_GETSOCKOPT, []uint64{5, unix.SOL_SOCKET, 77}, denied, absent},
		{"error of a socket", unix.SYS_GETSOCKOPT, []uint64{5, unix.SOL_SOCKET, unix.SO_ERROR}, allowed, absent},
		{"forget pages", unix.SYS_FADVISE64, []uint64{5, 0, 0, unix.FADV_DONTNEED}, denied, 0},
		{"page out", unix.SYS_MADVISE, []uint64{0, 1, unix.MADV_PAGEOUT}, denied, 0},
		{"merge pages", unix.SYS_MADVISE, []uint64{0, 1, unix.MADV_MERGEABLE}, denied, 0},
		{"give memory back", unix.SYS_MADVISE, []uint64{0, 1, unix.MADV_DONTNEED}, allowed, 0},
		{"which pages are there", unix.SYS_MINCORE, nil, denied, 0},
		{"read what is there", unix.SYS_PREADV2, []uint64{5, 1, 1, 0, 0, unix.RWF_NOWAIT}, denied, 0},
		{"read at an offset", unix.SYS_PREADV2, []uint64{5, 1, 1, 0, 0, 0}, allowed, 0},
		{"what is looked up", unix.SYS_OPENAT2, nil, absent, 0},
		{"pages in a pipe", unix.SYS_SPLICE, nil, absent, 0},
		{"pages of a file in a pipe", unix.SYS_SENDFILE, nil, absent, 0},
		{"space on a disk", unix.SYS_STATFS, nil, denied, 0},
		{"the machine", unix.SYS_SYSINFO, nil, denied, 0},
		{"work for a disk", unix.SYS_FSYNC, nil, pretended, 0},
		{"work for a disk by memory", unix.SYS_MSYNC, []uint64{0, 1, unix.MS_SYNC | unix.MS_INVALIDATE}, pretended, 0},
		{"is it mapped", unix.SYS_MSYNC, []uint64{0, 1, unix.MS_ASYNC}, allowed, 0},
		{"barrier for all", unix.SYS_MEMBARRIER, []uint64{1}, denied, 0},
		{"own barrier", unix.SYS_MEMBARRIER, []uint64{barrierExpedited}, allowed, 0},
		{"tcp", unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, denied, 0},
		{"tcp, high bits", unix.SYS_SOCKET, []uint64{high | unix.AF_INET, unix.SOCK_STREAM}, denied, 0},
		{"netlink", unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW}, denied, 0},
		{"connect", unix.SYS_CONNECT, nil, denied, 0},
		{"terminal input", unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, denied, 0},
		{"terminal input, high bits", unix.SYS_IOCTL, []uint64{0, high | unix.TIOCSTI}, denied, 0},
		{"is it a terminal", unix.SYS_IOCTL, []uint64{0, unix.TCGETS}, allowed, 0},
		{"lock", unix.SYS_FCNTL, []uint64{0, unix.F_SETLK}, denied, 0},
		{"lock, high bits", unix.SYS_FCNTL, []uint64{0, high | unix.F_SETLK}, denied, 0},
		{"owner of signals", unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN}, denied, 0},
		{"own limits", unix.SYS_PRLIMIT64, []uint64{0, 7, 0}, allowed, 0},
		{"files, before it begins", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_NOFILE, files}, allowed, 0},
		{"another limit", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_DATA, files}, denied, 0},
		{"new limits", unix.SYS_PRLIMIT64, []uint64{0, 7, 0x7fff0000}, denied, 0},
		{"new limits above 4 GB", unix.SYS_PRLIMIT64, []uint64{0, 7, high}, denied, 0},
		{"others' limits", unix.SYS_PRLIMIT64, []uint64{1, 7, 0}, denied, 0},
		{"kill itself", unix.SYS_KILL, []uint64{self, 9}, deadly, 0},
		{"end itself", unix.SYS_KILL, []uint64{self, 15}, allowed, 0},
		{"kill all", unix.SYS_KILL, []uint64{allOf, 9}, denied, allowed},
		{"kill the parent", unix.SYS_TGKILL, []uint64{76, 76, 9}, denied, 0},
		{"outlive the arena", unix.SYS_PRCTL, []uint64{unix.PR_SET_PDEATHSIG, 0}, denied, 0},
		{"the policy that it has", unix.SYS_SCHED_SETSCHEDULER, []uint64{self, usualPolicy}, pretended, 0},
		{"before all others", unix.SYS_SCHED_SETSCHEDULER, []uint64{self, unix.SCHED_FIFO}, denied, 0},
		{"after all others", unix.SYS_SCHED_SETSCHEDULER, []uint64{0, high | unix.SCHED_IDLE}, denied, 0},
		{"another priority", unix.SYS_SCHED_SETPARAM, []uint64{0, 1}, denied, 0},
		{"widen its processors", unix.SYS_SCHED_SETAFFINITY, []uint64{0}, denied, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, judge(t, rulesFor(usual), auditArch, c.call, c.args...))
			if c.children != 0 {
				c.want = c.children
			}
			require.Equal(
				t, c.want, judge(t, rulesFor(with(func(o *Options) { o.Children = true })), auditArch, c.call, c.args...))
		})
	}
}

func TestOtherInterfacesOfTheKernelAreDeadly(t *testing.T) {
	rules := rulesFor(usual)
	require.Equal(t, deadly, judge(t, rules, unix.AUDIT_ARCH_I386, unix.SYS_READ))
	require.Equal(t, deadly, judge(t, rules, auditArch, unix.SYS_READ|x32Bit))
}

// TestEveryCallHasOneRule finds a call that stands in two lists: the first rule would
// hold, whatever the second says.
func TestEveryCallHasOneRule(t *testing.T) {
	final := map[uintptr]bool{}
	for _, r := range rulesFor(usual) {
		require.False(t, final[r.call], "call %d: a rule behind one that always holds", r.call)
		final[r.call] = len(r.when) == 0
	}
	require.Greater(t, len(final), 200)
	require.LessOrEqual(t, len(assemble(rulesFor(with(func(o *Options) { o.Children = true })))), 4096,
		"the kernel takes no more")
}

func TestWhatTheArenaIsTold(t *testing.T) {
	tell := with(func(o *Options) { o.Tell = true })
	java, shell := tell, tell
	java.Sockets = true
	shell.Children, shell.Count = true, true
	uncounted := tell
	uncounted.Threads = true
	for _, c := range []struct {
		name  string
		o     Options
		call  uintptr
		args  []uint64
		want  verdict
		what  What
		words string
	}{
		{
			"tcp", tell, unix.SYS_SOCKET,
			[]uint64{unix.AF_INET, unix.SOCK_STREAM | unix.SOCK_CLOEXEC},
			told, Attack,
			"opened a TCP connection",
		},
		{"udp", tell, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_DGRAM}, told, Attack, "opened a UDP socket"},
		{
			"ping", tell, unix.SYS_SOCKET,
			[]uint64{unix.AF_INET, unix.SOCK_RAW},
			told, Attack,
			"opened a raw socket of the internet",
		},
		{"tcp in Java", java, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, denied, 0, ""},
		{
			"another program", tell, unix.SYS_EXECVEAT,
			[]uint64{program, 1, 1, 1, unix.AT_EMPTY_PATH},
			told, Attack,
			"tried to become another program (execveat)",
		},
		{"the machine", tell, unix.SYS_SYSINFO, nil, told, Machine, ""},
		{"netlink", tell, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW}, denied, 0, ""},
		{"ptrace", tell, unix.SYS_PTRACE, nil, told, Attack, "traced a process (ptrace)"},
		{"kill -9", tell, unix.SYS_KILL, []uint64{self, 9}, told, Suicide, "was ended by a signal (killed)"},
		{"raise(SIGKILL)", tell, unix.SYS_TGKILL, []uint64{self, self, 9}, told, Suicide, "was ended by a signal (killed)"},
		{"abort", tell, unix.SYS_TGKILL, []uint64{self, self, 6}, told, Suicide, "was ended by a signal (aborted)"},
		{"exit", tell, unix.SYS_EXIT_GROUP, nil, allowed, 0, ""},
		{"thread, not counted by the system", uncounted, unix.SYS_CLONE, []uint64{thread}, told, Thread, ""},
		{"fork, not counted by the system", uncounted, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, denied, 0, ""},
		{"exit, counted", shell, unix.SYS_EXIT_GROUP, nil, told, Exit, ""},
		{"fork, counted", shell, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allowed, 0, ""},
		{"fork into a namespace", shell, unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER}, denied, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, judge(t, rulesFor(c.o), auditArch, c.call, c.args...))
			if c.want == told {
				what, words := Judge(int(c.call), [6]uint64(append(c.args, make([]uint64, 6)...)))
				require.Equal(t, c.what, what)
				require.Equal(t, c.words, words)
			}
		})
	}
	require.Len(t, Bytes(tell), Size*len(assemble(rulesFor(tell))))
	require.Equal(t, Bytes(tell), Bytes(tell), "the order of the rules is that of the calls' numbers")
}

// TestFilesAreNotChangedByTheirPathsWithoutARoot: Landlock knows of no rights and times.
func TestFilesAreNotChangedByTheirPathsWithoutARoot(t *testing.T) {
	bare := with(func(o *Options) { o.Root = false })
	for _, call := range append(changes, changesHere...) {
		require.Equal(t, allowed, judge(t, rulesFor(usual), auditArch, call))
		require.Equal(t, denied, judge(t, rulesFor(bare), auditArch, call))
	}
}

// TestABuildHasLocksAndPairsOfItsOwn: no lock holds for others, and the arena counts the pairs.
func TestABuildHasLocksAndPairsOfItsOwn(t *testing.T) {
	builds := rulesFor(with(func(o *Options) { o.Children, o.Tell, o.Builds = true, true, true }))
	others := rulesFor(with(func(o *Options) { o.Children, o.Tell = true, true }))
	for _, c := range []struct {
		call uintptr
		args []uint64
		want verdict
	}{
		{unix.SYS_FLOCK, []uint64{3, unix.LOCK_EX}, pretended},
		{unix.SYS_FCNTL, []uint64{3, unix.F_SETLK}, pretended},
		{unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}, told},
		{unix.SYS_SENDMSG, []uint64{5}, allowed},
	} {
		require.Equal(t, c.want, judge(t, builds, auditArch, c.call, c.args...))
		require.Equal(t, denied, judge(t, others, auditArch, c.call, c.args...))
	}
	require.Equal(t, denied, judge(t, builds, auditArch, unix.SYS_SOCKETPAIR, unix.AF_INET, unix.SOCK_STREAM))
	require.Equal(t, denied, judge(t, builds, auditArch, unix.SYS_CONNECT))
}

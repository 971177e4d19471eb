//go:build linux && (amd64 || arm64)

package filter

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// Options say for which bot a filter is.
type Options struct {
	// Self is the number of its process, as it sees it.
	Self int
	// Program is the number of the file of its program. It is not below the limit on open
	// files, so that no file can have it afterwards: the only start that the filter allows
	// is the first.
	Program int
	// Start is the address of the path that the program is started by, which is empty. The
	// kernel looks at no file's number if a path begins with a slash, so that the number alone
	// would allow every program. Nobody can guess the address, and it is gone with the start.
	Start uint64
	// Files is the address of the limit on open files that is set last, and as secret.
	Files uint64
	// Report is the number of the socket by which the arena gets the file that tells of
	// calls. It is gone with the start, too, and nothing else can be sent with a file.
	Report int
	// Children are allowed: it may start other programs.
	Children bool
	// Builds says that it builds, as Cargo does: its locks of files need not hold, as they are its own, and it has some
	// pairs of sockets, which the arena is told of and counts. Over those, it may send files: no more than it may have.
	Builds bool
	// Tell the arena of what only an attack tries, which ends the bot in any case.
	Tell bool
	// Count tells the arena of each process that is about to end, and of what becomes of
	// children that have ended.
	Count bool
	// Threads tells the arena of each thread that is about to start.
	Threads bool
	// Sockets are tried by its runtime without being asked to.
	Sockets bool
	// Root says that it has a root folder of its own, in which nothing can be changed that others
	// see: nothing of the system's, nor the copy of its program, which /proc leads to. Else Landlock
	// stands in, which does not guard the rights and times of files.
	Root bool
}

func rulesFor(o Options) []rule {
	me := uint64(o.Self)
	attack := deadly
	if o.Tell {
		attack = told
	}
	rules := ownEnd(me, attack)
	if o.Count {
		rules = append(rules, ends()...)
	}
	if o.Children {
		rules = append(rules, withChildren()...)
	} else {
		rules = append(rules, alone(o, attack)...)
	}
	if o.Tell && !o.Sockets {
		rules = append(rules, internet()...)
	}
	if o.Builds {
		lock := []condition{low(1, unix.F_SETLK)}
		rules = append(rules, rule{call: unix.SYS_FLOCK, then: pretended}, rule{unix.SYS_FCNTL, lock, pretended})
	}
	rules = append(rules, conditional(me, o.Files)...)
	rules = append(rules, unseen(o)...)
	for _, call := range append(harmless, harmlessHere...) {
		rules = append(rules, rule{call: call, then: allowed})
	}
	for _, call := range slices.Sorted(maps.Keys(attacks)) {
		rules = append(rules, rule{call: call, then: attack})
	}
	for _, call := range append(refused, refusedHere...) {
		rules = append(rules, rule{call: call, then: denied})
	}
	return rules
}

// ownEnd is about the signals by which a program ends itself, which do not end the first process of a
// namespace: it would play on, or hang. Only the arena sees whether the program catches one. Without the arena's
// help, only the one that nobody can catch ends it.
//
// Runtimes send their threads some signals again and again (SIGURG, SIGPROF, SIGUSR1, SIGUSR2 and all above
// SIGSYS), which must cost nothing.
func ownEnd(me uint64, attack verdict) []rule {
	ends := lethal
	if attack != told {
		ends = lethal[:1]
	}
	var rules []rule
	for _, call := range signalCalls {
		for _, signal := range ends {
			rules = append(rules, rule{call.number, []condition{low(0, me), low(call.signal, uint64(signal))}, attack})
		}
	}
	return rules
}

// ends tell of what the CPU time of children depends on. What a process says of its children
// must not be written over before the system reads it: no other may share its memory, but a
// parent that waits for it, and threads, which the arena sees.
func ends() []rule {
	const shared, waits, parent = unix.CLONE_VM, unix.CLONE_VFORK | unix.CLONE_THREAD, unix.CLONE_PARENT
	child := low(0, uint64(unix.SIGCHLD))
	return []rule{
		deny(unix.SYS_CLONE, condition{0, shared | waits, shared}),
		deny(unix.SYS_CLONE, condition{0, parent, parent}),
		{call: unix.SYS_EXIT_GROUP, then: told},
		allow(unix.SYS_RT_SIGACTION, child, is(1, 0)), // it only asks
		{unix.SYS_RT_SIGACTION, []condition{child}, told},
	}
}

// lethal are the signals that end or stop a program, except those that runtimes use. The first can't be caught.
var lethal = []unix.Signal{
	unix.SIGKILL, unix.SIGSTOP, unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGILL, unix.SIGTRAP, unix.SIGABRT,
	unix.SIGBUS,
	unix.SIGFPE, unix.SIGSEGV, unix.SIGPIPE, unix.SIGALRM, unix.SIGTERM, unix.SIGSYS,
}

// signalCalls send a signal to the process that their first argument names. Another argument is the signal.
var signalCalls = []struct {
	number uintptr
	signal int
}{
	{unix.SYS_KILL, 1},
	{unix.SYS_TKILL, 1},
	{unix.SYS_TGKILL, 2},
	{unix.SYS_RT_SIGQUEUEINFO, 1},
	{unix.SYS_RT_TGSIGQUEUEINFO, 2},
}

// internet tells of sockets that reach others. Else they are denied like most.
func internet() []rule {
	return []rule{
		{unix.SYS_SOCKET, []condition{low(0, unix.AF_INET)}, told},
		{unix.SYS_SOCKET, []condition{low(0, unix.AF_INET6)}, told},
	}
}

func allow(call uintptr, when ...condition) rule { return rule{call, when, allowed} }
func deny(call uintptr, when ...condition) rule  { return rule{call, when, denied} }

func is(arg int, value uint64) condition { return condition{arg, allOf, value} }
func low(arg int, value uint64) condition {
	return condition{arg, anInt, value}
}

// allowOnly allows a call for each of the values of an int, and denies it otherwise.
func allowOnly(call uintptr, arg int, values ...uint64) []rule {
	var rules []rule
	for _, v := range values {
		rules = append(rules, allow(call, low(arg, v)))
	}
	return append(rules, deny(call))
}

// What package unix does not have of <asm-generic/ioctls.h>.
const (
	fionbio  = 0x5421
	fionclex = 0x5450
	fioclex  = 0x5451
)

// usualPolicy is SCHED_OTHER of <linux/sched.h>, which all threads have.
const usualPolicy = 0

const socketFlags = unix.SOCK_NONBLOCK | unix.SOCK_CLOEXEC

func conditional(me, files uint64) []rule {
	rules := []rule{
		// Shared memory would not count, nor would what grows like a stack.
		deny(unix.SYS_MMAP, condition{3, unix.MAP_SHARED | unix.MAP_ANONYMOUS, unix.MAP_SHARED | unix.MAP_ANONYMOUS}),
		deny(unix.SYS_MMAP, condition{3, unix.MAP_GROWSDOWN, unix.MAP_GROWSDOWN}),
		deny(unix.SYS_MMAP, condition{3, unix.MAP_HUGETLB, unix.MAP_HUGETLB}),
		allow(unix.SYS_MMAP),
		// It may only look at limits, and only at its own; one is set before it begins.
		allow(unix.SYS_PRLIMIT64, low(0, 0), low(1, unix.RLIMIT_NOFILE), is(2, files)),
		allow(unix.SYS_PRLIMIT64, low(0, 0), is(2, 0)),
		allow(unix.SYS_PRLIMIT64, low(0, me), is(2, 0)),
		deny(unix.SYS_PRLIMIT64),
		// Signals, but only to itself.
		allow(unix.SYS_KILL, low(0, me)),
		deny(unix.SYS_KILL),
		allow(unix.SYS_TGKILL, low(0, me)),
		deny(unix.SYS_TGKILL),
		allow(unix.SYS_TKILL, low(0, me)), // raise(3) of musl
		deny(unix.SYS_TKILL),
		allow(unix.SYS_RT_SIGQUEUEINFO, low(0, me)),
		deny(unix.SYS_RT_SIGQUEUEINFO),
		allow(unix.SYS_RT_TGSIGQUEUEINFO, low(0, me)),
		deny(unix.SYS_RT_TGSIGQUEUEINFO),
		// Mono gives each of its threads the policy that it has, and ends itself if it can't.
		{unix.SYS_SCHED_SETSCHEDULER, []condition{low(1, usualPolicy)}, pretended},
		deny(unix.SYS_SCHED_SETSCHEDULER),
	}
	rules = append(rules, allowOnly(unix.SYS_FCNTL, 1,
		unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETPIPE_SZ)...)
	rules = append(rules, allowOnly(unix.SYS_IOCTL, 1,
		unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ, fionbio, fioclex, fionclex)...)
	rules = append(rules, allowOnly(unix.SYS_PRCTL, 0,
		unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_GET_DUMPABLE, unix.PR_CAPBSET_READ,
		unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_SECCOMP, unix.PR_SET_THP_DISABLE, unix.PR_GET_THP_DISABLE)...)
	return rules
}

// What package unix does not have of <linux/membarrier.h> and <linux/madvise.h>.
const (
	barrierQuery     = 0
	barrierExpedited = 1 << 3 // of its own threads, as all that follow
	lastBarrier      = 1 << 8
	guardInstall     = 102
	guardRemove      = 103
)

// The calls below are those by which bots could talk, slow each other down, or have the
// kernel take memory that nobody counts.

// sockets are those of the program itself. A Go bot serves one, and runtimes talk to
// themselves over pairs. A datagram could be sent to any address. A message could hold
// files, which the kernel counts for all of a user's programs together.
func sockets(o Options) []rule {
	rules := []rule{allow(unix.SYS_SENDMSG, low(0, uint64(o.Report)))}
	if o.Builds && o.Tell {
		rules = append(
			rules, allow(unix.SYS_SENDMSG), rule{unix.SYS_SOCKETPAIR, []condition{low(0, unix.AF_UNIX)}, told})
	}
	rules = append(rules, deny(unix.SYS_SENDMSG))
	if o.Children { // each child could have as many as the bot itself
		return append(rules, deny(unix.SYS_SOCKET), deny(unix.SYS_SOCKETPAIR))
	}
	for _, call := range []uintptr{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
		stream := condition{1, anInt &^ socketFlags, unix.SOCK_STREAM}
		rules = append(rules, allow(call, low(0, unix.AF_UNIX), stream), deny(call))
	}
	for _, option := range []uint64{
		unix.SO_REUSEADDR, unix.SO_KEEPALIVE, unix.SO_LINGER, unix.SO_RCVTIMEO,
		unix.SO_SNDTIMEO,
	} {
		rules = append(rules, allow(unix.SYS_SETSOCKOPT, low(1, unix.SOL_SOCKET), low(2, option)))
	}
	for _, option := range []uint64{
		unix.SO_REUSEADDR, unix.SO_TYPE, unix.SO_ERROR, unix.SO_SNDBUF, unix.SO_RCVBUF, unix.SO_KEEPALIVE, unix.SO_LINGER,
		unix.SO_PEERCRED, unix.SO_RCVTIMEO, unix.SO_SNDTIMEO, unix.SO_ACCEPTCONN, unix.SO_PROTOCOL, unix.SO_DOMAIN,
	} {
		rules = append(rules, allow(unix.SYS_GETSOCKOPT, low(1, unix.SOL_SOCKET), low(2, option)))
	}
	return append(rules, deny(unix.SYS_SETSOCKOPT), deny(unix.SYS_GETSOCKOPT))
}

// pages are about the pages in memory of files that all bots see: one could put pages there or
// take them away, and another one ask which are there.
func pages() []rule {
	rules := allowOnly(unix.SYS_FADVISE64, 3, unix.FADV_NORMAL, unix.FADV_RANDOM, unix.FADV_SEQUENTIAL, unix.FADV_NOREUSE)
	rules = append(rules, allowOnly(unix.SYS_MADVISE, 2,
		unix.MADV_NORMAL, unix.MADV_RANDOM, unix.MADV_SEQUENTIAL, unix.MADV_WILLNEED, unix.MADV_DONTNEED, unix.MADV_FREE,
		unix.MADV_DONTFORK, unix.MADV_DOFORK, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_DONTDUMP, unix.MADV_DODUMP,
		unix.MADV_WIPEONFORK, unix.MADV_KEEPONFORK, unix.MADV_POPULATE_READ, unix.MADV_POPULATE_WRITE, unix.MADV_COLLAPSE,
		guardInstall, guardRemove)...)
	return append(rules,
		deny(unix.SYS_READAHEAD), deny(unix.SYS_MINCORE),
		allow(unix.SYS_PREADV2, low(5, 0)), deny(unix.SYS_PREADV2),
		allow(unix.SYS_PWRITEV2, low(5, 0)), deny(unix.SYS_PWRITEV2),
	)
}

// disks are about what the disks of the machine do and hold. What a bot writes is in memory,
// so that there is nothing to be saved; but a file of the system's would have the disk work.
func disks() []rule {
	return []rule{
		deny(unix.SYS_STATFS), deny(unix.SYS_FSTATFS),
		{call: unix.SYS_FSYNC, then: pretended},
		{call: unix.SYS_FDATASYNC, then: pretended},
		{unix.SYS_MSYNC, []condition{{2, unix.MS_SYNC, unix.MS_SYNC}}, pretended},
		allow(unix.SYS_MSYNC),
	}
}

// unseen are all of them.
func unseen(o Options) []rule {
	rules := slices.Concat(sockets(o), pages(), disks())
	// A machine of its own is shown by the arena.
	machine := denied
	if o.Tell {
		machine = told
	}
	rules = append(rules, rule{call: unix.SYS_SYSINFO, then: machine})
	// The other barriers interrupt other programs.
	rules = append(rules, allow(unix.SYS_MEMBARRIER, low(0, barrierQuery)))
	for barrier := uint64(barrierExpedited); barrier <= lastBarrier; barrier <<= 1 {
		rules = append(rules, allow(unix.SYS_MEMBARRIER, low(0, barrier)))
	}
	rules = append(rules, deny(unix.SYS_MEMBARRIER))
	// Without sharing the table of files, each thread could have as many open.
	rules = append(rules, allowOnly(unix.SYS_CLOSE_RANGE, 2, 0, unix.CLOSE_RANGE_CLOEXEC)...)
	for _, call := range append(changes, changesHere...) {
		then := denied
		if o.Root {
			then = allowed
		}
		rules = append(rules, rule{call: call, then: then})
	}
	return rules
}

// changes are about files by their paths, and Landlock knows none of them.
var changes = []uintptr{unix.SYS_UTIMENSAT, unix.SYS_FCHMOD, unix.SYS_FCHMODAT}

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// aThread are the flags of a new thread, with all that it shares.
const aThread = unix.CLONE_THREAD | unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND

// alone are the rules of a bot that may make threads, but start no other program, nor
// itself again.
func alone(o Options, attack verdict) []rule {
	start := allowed
	if o.Threads {
		start = told
	}
	return []rule{
		allow(unix.SYS_EXECVEAT, low(0, uint64(o.Program)), is(1, o.Start), low(4, unix.AT_EMPTY_PATH)),
		{unix.SYS_EXECVEAT, []condition{low(0, uint64(o.Program))}, attack}, // nobody guesses twice
		deny(unix.SYS_EXECVEAT),
		deny(unix.SYS_EXECVE),
		{unix.SYS_CLONE, []condition{{0, aThread | newNamespaces, aThread}}, start},
		deny(unix.SYS_CLONE),
	}
}

// withChildren are those of a bot that may. It sees no processes but its own.
func withChildren() []rule {
	rules := []rule{
		allow(unix.SYS_EXECVEAT),
		allow(unix.SYS_EXECVE),
		// A thread shares its files, and a process is none.
		allow(unix.SYS_CLONE, condition{0, aThread | newNamespaces, aThread}),
		deny(unix.SYS_CLONE, condition{0, unix.CLONE_THREAD, unix.CLONE_THREAD}),
		allow(unix.SYS_CLONE, condition{0, newNamespaces, 0}),
		deny(unix.SYS_CLONE),
		allow(unix.SYS_KILL),
		allow(unix.SYS_SETPGID),
	}
	for _, call := range forksHere {
		rules = append(rules, allow(call))
	}
	return rules
}

// harmless are calls that any argument may be given to. Where they take a path, the
// namespace and Landlock decide.
//
// A call in no list does not exist, so that a runtime does without it: openat2, which tells
// whether a name has been looked up before; splice, tee and sendfile, by which pages of
// files are held in pipes that nobody counts.
var harmless = []uintptr{
	// reading and writing
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_PWRITE64,
	unix.SYS_PREADV, unix.SYS_PWRITEV, unix.SYS_LSEEK, unix.SYS_COPY_FILE_RANGE, unix.SYS_FTRUNCATE,
	unix.SYS_TRUNCATE, unix.SYS_FALLOCATE,
	// files
	unix.SYS_OPENAT, unix.SYS_CLOSE, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2,
	unix.SYS_STATX, unix.SYS_FSTAT, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2,
	unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_MKDIRAT,
	unix.SYS_UNLINKAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UMASK,
	// waiting
	unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT,
	unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME, unix.SYS_TIMERFD_GETTIME,
	unix.SYS_SIGNALFD4, unix.SYS_FUTEX, unix.SYS_FUTEX_WAITV, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP,
	// the socket that a Go bot serves; there is no connect
	unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME,
	unix.SYS_SENDTO, unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_SHUTDOWN,
	// memory
	// a limit of 0 bytes bounds locks
	unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_RSEQ, unix.SYS_GET_MEMPOLICY,
	unix.SYS_MLOCK, unix.SYS_MUNLOCK,
	// signals of its own
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGSUSPEND, unix.SYS_RT_SIGPENDING,
	unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	// time
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_TIMES, unix.SYS_GETITIMER,
	unix.SYS_SETITIMER,
	unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN,
	unix.SYS_TIMER_DELETE,
	// who and what it is
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID,
	unix.SYS_GETEGID,
	unix.SYS_GETGROUPS, unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_GETPGID, unix.SYS_GETSID, unix.SYS_CAPGET,
	unix.SYS_UNAME, unix.SYS_GETCPU, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM,
	unix.SYS_GETPRIORITY, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER,
	unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_SCHED_YIELD,
	// threads
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_GET_ROBUST_LIST, unix.SYS_EXIT,
	unix.SYS_EXIT_GROUP,
	unix.SYS_WAIT4, unix.SYS_WAITID, // there is nobody to wait for, and runtimes ask
}

// refused are what a well-meant program may try, and must do without.
var refused = []uintptr{
	unix.SYS_CONNECT, unix.SYS_FLOCK, unix.SYS_SYMLINKAT, unix.SYS_LINKAT, unix.SYS_MKNODAT, unix.SYS_MEMFD_CREATE,
	unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_MSGGET,
	unix.SYS_MQ_OPEN,
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
	unix.SYS_SETPRIORITY,
	unix.SYS_IOPRIO_SET, unix.SYS_SETRLIMIT, unix.SYS_SETSID, unix.SYS_SETPGID, unix.SYS_SETUID, unix.SYS_SETGID,
	unix.SYS_SETREUID,
	unix.SYS_SETREGID, unix.SYS_SETRESUID, unix.SYS_SETRESGID, unix.SYS_SETGROUPS, unix.SYS_SETFSUID, unix.SYS_SETFSGID,
	unix.SYS_CAPSET,
	unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_MLOCKALL, unix.SYS_MLOCK2,
	unix.SYS_PERSONALITY, unix.SYS_SECCOMP, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR,
	unix.SYS_FSETXATTR,
	unix.SYS_INOTIFY_INIT1, unix.SYS_VMSPLICE, unix.SYS_SENDMMSG, unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_VHANGUP, unix.SYS_SYNC, unix.SYS_SYNCFS,
}

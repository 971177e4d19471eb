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
	// Children are allowed: it may start other programs.
	Children bool
	// Tell the arena of what only an attack tries, which ends the bot in any case.
	Tell bool
	// Count tells the arena of each process that is about to end.
	Count bool
	// Threads tells the arena of each thread that is about to start.
	Threads bool
	// Sockets are tried by its runtime without being asked to.
	Sockets bool
}

func rulesFor(o Options) []rule {
	me := uint64(o.Self)
	attack := deadly
	if o.Tell {
		attack = told
	}
	end := allowed
	if o.Count {
		end = told
	}
	rules := ownEnd(me, attack)
	if o.Children {
		rules = append(rules, withChildren()...)
	} else {
		rules = append(rules, alone(uint64(o.Program), o.Threads)...)
	}
	if o.Tell && !o.Sockets {
		rules = append(rules, internet()...)
	}
	rules = append(rules, conditional(me)...)
	for _, call := range append(harmless, harmlessHere...) {
		rules = append(rules, rule{call: call, then: allowed})
	}
	rules = append(rules, rule{call: unix.SYS_EXIT_GROUP, then: end})
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

// lethal are the signals that end or stop a program, but for those that runtimes use. The first can't be caught.
var lethal = []unix.Signal{
	unix.SIGKILL, unix.SIGSTOP, unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGILL, unix.SIGTRAP, unix.SIGABRT, unix.SIGBUS,
	unix.SIGFPE, unix.SIGSEGV, unix.SIGPIPE, unix.SIGALRM, unix.SIGTERM, unix.SIGSYS,
}

// signalCalls send a signal to the process that their first argument names. Another argument is the signal.
var signalCalls = []struct {
	number uintptr
	signal int
}{
	{unix.SYS_KILL, 1}, {unix.SYS_TKILL, 1}, {unix.SYS_TGKILL, 2}, {unix.SYS_RT_SIGQUEUEINFO, 1}, {unix.SYS_RT_TGSIGQUEUEINFO, 2},
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

const socketFlags = unix.SOCK_NONBLOCK | unix.SOCK_CLOEXEC

func conditional(me uint64) []rule {
	rules := []rule{
		// Shared memory would not count, nor would what grows like a stack.
		deny(unix.SYS_MMAP, condition{3, unix.MAP_SHARED | unix.MAP_ANONYMOUS, unix.MAP_SHARED | unix.MAP_ANONYMOUS}),
		deny(unix.SYS_MMAP, condition{3, unix.MAP_GROWSDOWN, unix.MAP_GROWSDOWN}),
		deny(unix.SYS_MMAP, condition{3, unix.MAP_HUGETLB, unix.MAP_HUGETLB}),
		allow(unix.SYS_MMAP),
		// A Go bot serves a Unix socket, and runtimes talk to themselves over pairs. A
		// datagram could be sent to any address.
		allow(unix.SYS_SOCKET, low(0, unix.AF_UNIX), condition{1, anInt &^ socketFlags, unix.SOCK_STREAM}),
		deny(unix.SYS_SOCKET),
		allow(unix.SYS_SOCKETPAIR, low(0, unix.AF_UNIX), condition{1, anInt &^ socketFlags, unix.SOCK_STREAM}),
		deny(unix.SYS_SOCKETPAIR),
		// It may only look at limits, and only at its own.
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

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// alone are the rules of a bot that may make threads, but start no other program, nor
// itself again.
func alone(program uint64, tell bool) []rule {
	start := allowed
	if tell {
		start = told
	}
	return []rule{
		allow(unix.SYS_EXECVEAT, low(0, program), low(4, unix.AT_EMPTY_PATH)),
		deny(unix.SYS_EXECVEAT),
		deny(unix.SYS_EXECVE),
		{unix.SYS_CLONE, []condition{{0, unix.CLONE_THREAD | newNamespaces, unix.CLONE_THREAD}}, start},
		deny(unix.SYS_CLONE),
	}
}

// withChildren are those of a bot that may. It sees no processes but its own.
func withChildren() []rule {
	rules := []rule{
		allow(unix.SYS_EXECVEAT),
		allow(unix.SYS_EXECVE),
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
var harmless = []uintptr{
	// reading and writing
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_PWRITE64,
	unix.SYS_PREADV, unix.SYS_PWRITEV, unix.SYS_PREADV2, unix.SYS_PWRITEV2, unix.SYS_LSEEK, unix.SYS_SENDFILE,
	unix.SYS_COPY_FILE_RANGE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_FTRUNCATE,
	unix.SYS_TRUNCATE, unix.SYS_FALLOCATE, unix.SYS_FADVISE64, unix.SYS_READAHEAD,
	// files
	unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2,
	unix.SYS_STATX, unix.SYS_FSTAT, unix.SYS_STATFS, unix.SYS_FSTATFS, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2,
	unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_MKDIRAT,
	unix.SYS_UNLINKAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UTIMENSAT, unix.SYS_FCHMOD, unix.SYS_FCHMODAT,
	unix.SYS_UMASK,
	// waiting
	unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT,
	unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME, unix.SYS_TIMERFD_GETTIME,
	unix.SYS_SIGNALFD4, unix.SYS_FUTEX, unix.SYS_FUTEX_WAITV, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP,
	// the socket that a Go bot serves; there is no connect
	unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME,
	unix.SYS_GETSOCKOPT, unix.SYS_SETSOCKOPT, unix.SYS_SENDTO, unix.SYS_RECVFROM, unix.SYS_SENDMSG, unix.SYS_RECVMSG,
	unix.SYS_SHUTDOWN,
	// memory
	unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_BRK, unix.SYS_MINCORE, unix.SYS_MSYNC,
	unix.SYS_MEMBARRIER, unix.SYS_RSEQ, unix.SYS_GET_MEMPOLICY, unix.SYS_MLOCK, unix.SYS_MUNLOCK, // a limit of 0 bytes bounds locks
	// signals of its own
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGSUSPEND, unix.SYS_RT_SIGPENDING,
	unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	// time
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_TIMES, unix.SYS_GETITIMER, unix.SYS_SETITIMER,
	unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN, unix.SYS_TIMER_DELETE,
	// who and what it is
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
	unix.SYS_GETGROUPS, unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_GETPGID, unix.SYS_GETSID, unix.SYS_CAPGET,
	unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETCPU, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM,
	unix.SYS_GETPRIORITY, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER,
	unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_SCHED_YIELD,
	// threads
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_GET_ROBUST_LIST, unix.SYS_EXIT,
	unix.SYS_WAIT4, unix.SYS_WAITID, // there is nobody to wait for, and runtimes ask
}

// refused are what a well-meant program may try, and must do without.
var refused = []uintptr{
	unix.SYS_CONNECT, unix.SYS_FLOCK, unix.SYS_SYMLINKAT, unix.SYS_LINKAT, unix.SYS_MKNODAT, unix.SYS_MEMFD_CREATE,
	unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_SETPRIORITY,
	unix.SYS_IOPRIO_SET, unix.SYS_SETRLIMIT, unix.SYS_SETSID, unix.SYS_SETPGID, unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID,
	unix.SYS_SETREGID, unix.SYS_SETRESUID, unix.SYS_SETRESGID, unix.SYS_SETGROUPS, unix.SYS_SETFSUID, unix.SYS_SETFSGID, unix.SYS_CAPSET,
	unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_MLOCKALL, unix.SYS_MLOCK2,
	unix.SYS_PERSONALITY, unix.SYS_SECCOMP, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
	unix.SYS_INOTIFY_INIT1, unix.SYS_VMSPLICE, unix.SYS_SENDMMSG, unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_VHANGUP, unix.SYS_SYNC, unix.SYS_SYNCFS,
}

// A bot that makes system calls at random and answers every round, so that it lives long. The
// hunt writes a seed, a folder and a file of the marked home into copies of the program. The
// same seed makes the same calls, as far as time and threads let it.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// What the hunt fills in: 16 hexadecimal digits, '1' if it may start programs, and paths.
static volatile char the_seed[] = "HUNT/SEED:0000000000000000:0";
static char the_home[256] = "HUNT/HOME:";
static char the_file[256] = "HUNT/FILE:";

typedef uint64_t u64;

// PRNG: splitmix64, one for each thread.
static u64 next(u64 *s) {
	u64 z = (*s += 0x9e3779b97f4a7c15u);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}
static u64 below(u64 *s, u64 n) { return next(s) % n; }
static int one_in(u64 *s, u64 n) { return below(s, n) == 0; }

// No call goes through the C library: it would keep errno in memory that threads share here.
static long call6(long nr, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
	long result;
	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(result) : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
		"r"(r9) : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__)
	register long x8 __asm__("x8") = nr, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
#endif
}
#define CALL(nr, ...) CALL_(nr, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define CALL_(nr, a, b, c, d, e, f, ...) call6(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

static long main_thread;
static int may_start;

// Saying something, in words that are nowhere in this program: it may print itself.
static void say(const char *hidden, long number, long result) {
	char text[96];
	int n = 0;
	for (; hidden[n] && n < 40; n++) text[n] = hidden[n] + 1;
	for (int i = 0; i < 2; i++) {
		long v = i ? result : number;
		char digits[24];
		int k = 0;
		u64 u = v < 0 ? -(u64)v : (u64)v;
		do digits[k++] = '0' + u % 10; while (u /= 10);
		text[n++] = ' ';
		if (v < 0) text[n++] = '-';
		while (k) text[n++] = digits[--k];
	}
	text[n++] = '\n';
	CALL(SYS_write, 2, text, n);
}

// Files that are open, as far as is known.
enum { pool_size = 192 };
static volatile int pool[pool_size];
static volatile int pooled;
static void keep(long fd) { if (fd > 2 && fd < 4096) pool[pooled++ % pool_size] = (int)fd; }

// Memory that calls get.
enum { buffer_size = 8 << 20, region_size = 16 << 20 };
static char *buffer;
static char *region;
static char stacks[64][16 << 10] __attribute__((aligned(64)));
static volatile int threads;

static const char *fixed_paths[] = {
	"/", ".", "..", "", "x", "y/z", "/bot", "/bot/started", "/bot/arena.home", "/proc/self/root",
		"/proc/1/root", "/proc/self/mem", "/proc/self/exe",
	"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/attr/current", "/proc/self/oom_score_adj",
		"/proc/self/clear_refs", "/proc/self/environ",
	"/proc/self/ns/user", "/proc/self/uid_map", "/proc/self/setgroups", "/proc/sys/kernel/core_pattern",
		"/proc/self/cwd/..", "/proc/thread-self/root",
	"/bin/sh", "/lib64/ld-linux-x86-64.so.2", "/etc/passwd", "/etc/shadow", "/tmp", "/tmp/hunt", "/root",
	"/dev/zero", "/dev/null", "/dev/full", "/dev/tty", "/dev/mem", "/dev/shm/hunt", "/dev/ptmx", "/dev/fuse",
		"/dev/kvm", "/sys/fs/cgroup", "/sys/kernel",
	"/run/docker.sock", "/var/run/dbus/system_bus_socket", "hunt-\033[31m\n", "\xff\xfe", "../../../../../../..",
};
// Where /proc would tell of more than of this process.
static const char *silent_paths[] = {
	"/proc/self/smaps", "/proc/self/smaps_rollup", "/proc/self/pagemap", "/proc/self/numa_maps", "/proc/self/io",
	"/proc/self/fdinfo/0", "/proc/self/net/unix", "/proc/self/net/sockstat", "/proc/self/task/1/smaps",
	"/proc/1/smaps", "/proc/1/task/1/io", "/proc/thread-self/smaps", "/proc/thread-self/io",
};
enum { silent_count = sizeof silent_paths / sizeof *silent_paths };
static int is_silent(long path) {
	for (int i = 0; i < silent_count; i++)
		if ((long)silent_paths[i] == path) return 1;
	return 0;
}

static const char *path_of(u64 *s) {
	switch (below(s, 8)) {
	case 0: return the_home;
	case 1: return the_file;
	case 2: return silent_paths[below(s, silent_count)];
	default: return fixed_paths[below(s, sizeof fixed_paths / sizeof *fixed_paths)];
	}
}

// What a program that was started says cannot be read in this one: 6*7 is 42.
static char *const start_words[] = {"sh", "-c",
	"echo HUNT-STARTED-$((6*7)) >&2; echo arena 1; while read -r w r; do [ \"$w\" = go ] && echo \"done $r\"; done", 0};
static char *const no_words[] = {"PATH=/usr/bin:/bin", 0};

static const int socket_options[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE, SO_PASSCRED,
	SO_KEEPALIVE, SO_ATTACH_FILTER, SO_LINGER,
	SO_BUSY_POLL, SO_MARK, SO_PRIORITY, SO_BINDTODEVICE, SO_TIMESTAMPING, SO_LOCK_FILTER, SO_PEEK_OFF,
		SO_RCVTIMEO, SO_SNDTIMEO, SO_ZEROCOPY, SO_PEERCRED, 77};

// A call, and of which kind its arguments are.
struct entry { short nr; const char *args; };

#ifdef SYS_open
#define OLD(...) __VA_ARGS__
#else
#define OLD(...)
#endif

static const struct entry files[] = {
	{SYS_openat, "dpll"}, {SYS_openat, "dpoM"}, {SYS_openat2, "dpsn"}, {SYS_read, "fbn"}, {SYS_write, "fbn"},
		{SYS_readv, "fvc"}, {SYS_writev, "fvc"},
	{SYS_pread64, "fbnx"}, {SYS_pwrite64, "fbnx"}, {SYS_preadv2, "fvc0xl"}, {SYS_pwritev2, "fvc0xl"},
		{SYS_lseek, "fxi"}, {SYS_sendfile, "ffbn"},
	{SYS_copy_file_range, "fbfbnl"}, {SYS_splice, "f0f0nl"}, {SYS_tee, "ffnl"}, {SYS_fsync, "f"},
		{SYS_ftruncate, "fx"}, {SYS_truncate, "px"},
	{SYS_fallocate, "fl0n"}, {SYS_fadvise64, "f0ni"}, {SYS_readahead, "f0n"}, {SYS_close, "f"},
		{SYS_close_range, "ffi"}, {SYS_dup, "f"}, {SYS_dup3, "ffl"},
	{SYS_pipe2, "bl"}, {SYS_statx, "dplxb"}, {SYS_fstat, "fb"}, {SYS_statfs, "pb"}, {SYS_fstatfs, "fb"},
		{SYS_faccessat, "dpi"}, {SYS_faccessat2, "dpil"},
	{SYS_readlinkat, "dpbn"}, {SYS_getdents64, "fbn"}, {SYS_getcwd, "bn"}, {SYS_chdir, "p"}, {SYS_fchdir, "f"},
		{SYS_mkdirat, "dpM"},
	{SYS_unlinkat, "dpl"}, {SYS_renameat2, "dpdpi"}, {SYS_utimensat, "dpti"}, {SYS_fchmod, "fM"}, {SYS_fchmodat,
		"dpM"}, {SYS_umask, "M"},
	{SYS_fcntl, "fix"}, {SYS_fcntl, "fiV"}, {SYS_ioctl, "fLs"}, {SYS_ioctl, "fLV"}, {SYS_flock, "fi"},
		{SYS_symlinkat, "pdp"}, {SYS_linkat, "dpdpl"},
	{SYS_mknodat, "dpMx"}, {SYS_fchownat, "dpiil"}, {SYS_setxattr, "ppbni"}, {SYS_getxattr, "ppbn"},
		{SYS_listxattr, "pbn"}, {SYS_inotify_init1, "l"},
	{SYS_memfd_create, "pl"}, {SYS_vmsplice, "fvcl"}, OLD({SYS_open, "plM"}, {SYS_stat, "pb"}, {SYS_readlink,
		"pbn"}, {SYS_rename, "pp"}, {SYS_link, "pp"},
	{SYS_symlink, "pp"}, {SYS_mknod, "pMx"}, {SYS_chmod, "pM"}, {SYS_unlink, "p"}, {SYS_creat, "pM"},)
};
static const struct entry sockets[] = {
	{SYS_socketpair, "1Y0b"}, {SYS_socketpair, "1Y0b"}, {SYS_socket, "1Y0"}, {SYS_bind, "fAz"}, {SYS_listen,
		"fi"}, {SYS_accept4, "fbVl"},
	{SYS_connect, "fAz"}, {SYS_getsockname, "fbV"}, {SYS_getpeername, "fbV"}, {SYS_getsockopt, "fJObV"},
		{SYS_setsockopt, "fJOV4"}, {SYS_setsockopt, "fJOV4"},
	{SYS_sendto, "fbnlAz"}, {SYS_sendto, "fbn000"}, {SYS_sendmsg, "fml"}, {SYS_sendmsg, "fm0"}, {SYS_recvmsg,
		"fml"}, {SYS_recvfrom, "fbnl00"}, {SYS_sendmmsg, "fmcl"},
	{SYS_shutdown, "fi"}, {SYS_write, "fbn"}, {SYS_write, "fbn"}, {SYS_close, "f"}, {SYS_fcntl, "fix"}, {SYS_dup, "f"},
};
static const struct entry memory[] = {
	{SYS_mmap, "0nlgf0"}, {SYS_mmap, "0nRG-0"}, {SYS_mmap, "ankGf0"}, {SYS_munmap, "an"}, {SYS_mprotect, "ank"},
		{SYS_mremap, "annla"}, {SYS_madvise, "ani"},
	{SYS_madvise, "anI"}, {SYS_brk, "0"}, {SYS_mincore, "anb"}, {SYS_msync, "ani"}, {SYS_mlock, "an"},
		{SYS_mlock2, "ani"}, {SYS_mlockall, "i"}, {SYS_munlock, "an"},
	{SYS_membarrier, "li0"}, {SYS_get_mempolicy, "bbnai"}, {SYS_mbind, "anibni"}, {SYS_shmget, "in l"},
		{SYS_shmat, "iai"}, {SYS_remap_file_pages, "an000"},
	{SYS_pkey_alloc, "00"}, {SYS_memfd_secret, "l"}, {SYS_process_madvise, "fvci0"},
};
static const struct entry waiting[] = {
	{SYS_ppoll, "sct0z"}, {SYS_pselect6, "csst00"}, {SYS_epoll_create1, "l"}, {SYS_epoll_ctl, "feFs"},
		{SYS_epoll_pwait, "fbci0z"}, {SYS_eventfd2, "il"},
	{SYS_timerfd_create, "il"}, {SYS_timerfd_settime, "fits"}, {SYS_signalfd4, "Fb8l"}, {SYS_futex, "biItbi"},
		{SYS_futex, "bIItbi"}, {SYS_nanosleep, "tb"},
	{SYS_clock_nanosleep, "iitb"}, {SYS_timer_create, "i0b"}, {SYS_timer_create, "isb"}, {SYS_timer_settime,
		"iitb"}, {SYS_timer_delete, "i"}, {SYS_getitimer, "ib"},
	{SYS_rt_sigpending, "b8"}, {SYS_rt_sigtimedwait, "sbt8"}, {SYS_wait4, "Pbib"}, {SYS_waitid, "iPbib"},
		{SYS_sched_yield, ""}, {SYS_restart_syscall, ""},
};
static const struct entry who[] = {
	{SYS_getpid, ""}, {SYS_getgroups, "cb"}, {SYS_getpgid, "P"}, {SYS_getsid, "P"}, {SYS_capget, "ss"},
		{SYS_capset, "ss"}, {SYS_uname, "b"}, {SYS_sysinfo, "b"},
	{SYS_getcpu, "bb0"}, {SYS_getrusage, "ib"}, {SYS_getrandom, "bnl"}, {SYS_getpriority, "iP"},
		{SYS_setpriority, "iPi"}, {SYS_sched_getaffinity, "Pnb"},
	{SYS_sched_setaffinity, "P8b"}, {SYS_sched_setscheduler, "Pis"}, {SYS_sched_setattr, "Psi"},
		{SYS_sched_getscheduler, "P"}, {SYS_prlimit64, "PiVb"}, {SYS_prlimit64, "Pi0b"},
	{SYS_setrlimit, "ib"}, {SYS_prctl, "Ixxxx"}, {SYS_prctl, "ixxxx"}, {SYS_setuid, "i"}, {SYS_setresuid,
		"iii"}, {SYS_setgroups, "cb"}, {SYS_setfsuid, "i"}, {SYS_setsid, ""},
	{SYS_setpgid, "PP"}, {SYS_kill, "PS"}, {SYS_tgkill, "PPS"}, {SYS_tkill, "PS"}, {SYS_rt_sigqueueinfo, "PSb"},
		{SYS_rt_tgsigqueueinfo, "PPSb"}, {SYS_pidfd_open, "Pl"},
	{SYS_pidfd_send_signal, "fS0l"}, {SYS_ioprio_set, "iPi"}, {SYS_personality, "x"}, {SYS_sethostname, "bi"},
		{SYS_clock_settime, "it"}, {SYS_get_robust_list, "Pbb"},
	{SYS_seccomp, "ilb"}, {SYS_semget, "iil"}, {SYS_msgget, "il"}, {SYS_mq_open, "plM0"}, {SYS_times, "b"},
};
static const struct entry starts[] = {
	{SYS_execveat, "NpgGq"}, {SYS_execveat, "NpWwq"}, {SYS_execveat, "NPWwq"}, {SYS_execveat, "NhWwq"},
		{SYS_execveat, "dpWwl"}, {SYS_execve, "pWw"}, {SYS_clone, "l0000"}, {SYS_clone, "T0000"},
	OLD({SYS_fork, ""}, {SYS_vfork, ""},)
};
// Of these most end a bot.
static const struct entry attacks[] = {
	{SYS_ptrace, "iPab"}, {SYS_userfaultfd, "l"}, {SYS_socket, "iYi"}, {SYS_process_vm_readv, "Pvcvc0"},
		{SYS_process_vm_writev, "Pvcvc0"}, {SYS_mount, "ppplb"}, {SYS_umount2, "pl"}, {SYS_unshare, "l"},
		{SYS_setns, "fl"},
	{SYS_chroot, "p"}, {SYS_pivot_root, "pp"}, {SYS_bpf, "isn"}, {SYS_perf_event_open, "sPiil"}, {SYS_keyctl,
		"ixxxx"}, {SYS_add_key, "ppbni"}, {SYS_io_uring_setup, "cs"},
	{SYS_clone3, "sn"}, {SYS_kcmp, "PPiff"}, {SYS_pidfd_getfd, "ff0"}, {SYS_open_by_handle_at, "fsl"},
		{SYS_name_to_handle_at, "dpsbl"}, {SYS_fanotify_init, "ll"},
	{SYS_init_module, "bnp"}, {SYS_acct, "p"}, {SYS_swapon, "pl"}, {SYS_quotactl, "xpib"}, {SYS_syslog, "ibn"},
		{SYS_io_setup, "cb"}, {SYS_lookup_dcookie > 0 ? SYS_lookup_dcookie : SYS_acct, "xbn"},
	{SYS_fsopen, "pl"}, {SYS_open_tree, "dpl"}, {SYS_move_mount, "dpdpl"}, {SYS_landlock_create_ruleset, "snl"},
		{SYS_mount_setattr, "dplsn"}, {-1, "xxxxxx"},
};

static const struct { const struct entry *entries; int count; } groups[] = {
#define GROUP(g) {g, sizeof g / sizeof *g}
	GROUP(files), GROUP(sockets), GROUP(memory), GROUP(waiting), GROUP(who), GROUP(starts), GROUP(attacks),
};
enum { group_count = 7, group_starts = 5, group_attacks = 6 };

// What no bot may do at all, whatever the arguments.
static const short never[] = {
	SYS_connect, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount, SYS_umount2, SYS_unshare,
		SYS_setns, SYS_chroot, SYS_pivot_root, SYS_bpf,
	SYS_perf_event_open, SYS_add_key, SYS_io_uring_setup, SYS_clone3, SYS_kcmp, SYS_pidfd_getfd, SYS_pidfd_open,
		SYS_open_by_handle_at, SYS_fanotify_init,
	SYS_init_module, SYS_acct, SYS_swapon, SYS_syslog, SYS_io_setup, SYS_fsopen, SYS_open_tree, SYS_move_mount,
		SYS_mount_setattr, SYS_userfaultfd, SYS_memfd_create,
	SYS_memfd_secret, SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget, SYS_mq_open, SYS_symlinkat, SYS_linkat,
		SYS_mknodat, SYS_flock, SYS_setxattr, SYS_inotify_init1,
	SYS_sched_setaffinity, SYS_sched_setattr, SYS_setpriority, SYS_setrlimit,
		SYS_setuid, SYS_setresuid, SYS_setgroups, SYS_setsid,
	SYS_capset, SYS_clock_settime, SYS_sethostname, SYS_mlockall, SYS_seccomp, SYS_vmsplice, SYS_sendmmsg,
			SYS_mbind, SYS_ioprio_set, SYS_landlock_create_ruleset,
	SYS_sendmsg, SYS_statfs, SYS_fstatfs, SYS_readahead, SYS_mincore, SYS_splice, SYS_tee, SYS_sendfile, SYS_openat2,
		SYS_mlock2, SYS_personality, SYS_remap_file_pages, SYS_process_madvise,
	OLD(SYS_link, SYS_symlink, SYS_mknod,)
};
static int is_never(long nr) {
	for (unsigned i = 0; i < sizeof never / sizeof *never; i++)
		if (never[i] == nr) return 1;
	return 0;
}
// is_never_so reports whether no bot may do that with these arguments, or learn what came of it.
static int is_never_so(long nr, const long *a, long result) {
	char byte;
	switch (nr) {
	case SYS_fadvise64: return (int)a[3] == 3 || (int)a[3] == 4; // fetch and forget pages
	case SYS_preadv2: case SYS_pwritev2: return (int)a[5] != 0;
	case SYS_sched_setscheduler: return (int)a[1] != SCHED_OTHER; // which is pretended
	case SYS_setsockopt: return (int)a[1] == SOL_SOCKET && ((int)a[2] == SO_SNDBUF || (int)a[2] == SO_RCVBUF
		|| (int)a[2] == SO_ATTACH_FILTER);
	case SYS_sysinfo: { // again, where no other thread writes
		struct sysinfo machine;
		return CALL(SYS_sysinfo, (long)&machine) >= 0 && (machine.procs > 1 || machine.uptime > 0);
	}
	case SYS_openat: return is_silent(a[1]) && CALL(SYS_pread64, result, &byte, 1, 0) == 1;
	}
	OLD(if (nr == SYS_open) return is_silent(a[0]) && CALL(SYS_pread64, result, &byte, 1, 0) == 1;)
	return 0;
}
static int is_child(long nr, const long *a) {
	OLD(if (nr == SYS_fork || nr == SYS_vfork) return 1;)
	return nr == SYS_clone && !(a[0] & CLONE_THREAD);
}

static long fd_of(u64 *s) {
	if (one_in(s, 400)) return (long)below(s, 3);
	if (pooled && !one_in(s, 12)) return pool[below(s, pooled < pool_size ? pooled : pool_size)];
	static const int odd[] = {-1, 3, 4, 5, 9, 62, 63, 64, 255, 256, 999, 1000, 1023, AT_FDCWD};
	return odd[below(s, sizeof odd / sizeof *odd)];
}

static long flags_of(u64 *s) {
	long flags = 0;
	for (int n = (int)below(s, 4); n > 0; n--) flags |= 1l << below(s, 32);
	return flags;
}

static struct iovec vectors[4];
static struct msghdr message;
static char control[4096] __attribute__((aligned(8)));
static struct timespec soon[2] = {{0, 100000}, {0, 100000}};

static long message_of(u64 *s) {
	int n = (int)below(s, 3) ? 1 + (int)below(s, 200) : 0;
	struct cmsghdr *head = (struct cmsghdr *)control;
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = one_in(s, 8) ? (int)below(s, 6) : SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(n * sizeof(int));
	for (int i = 0; i < n; i++) ((int *)CMSG_DATA(head))[i] = (int)fd_of(s);
	message = (struct msghdr){.msg_iov = vectors, .msg_iovlen = 1, .msg_control = n ? control : 0,
		.msg_controllen = n ? CMSG_SPACE(n * sizeof(int)) : 0};
	return (long)&message;
}

static long address_of(u64 *s) {
	static struct sockaddr_un local;
	static struct sockaddr_in inet;
	switch (below(s, 3)) {
	case 0:
		local = (struct sockaddr_un){.sun_family = AF_UNIX};
		memcpy(local.sun_path, "\0hunt", 5);
		return (long)&local;
	case 1:
		local = (struct sockaddr_un){.sun_family = AF_UNIX};
		strncpy(local.sun_path, path_of(s), sizeof local.sun_path - 1);
		return (long)&local;
	default:
		inet = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(80), .sin_addr = {htonl(INADDR_LOOPBACK)}};
		return (long)&inet;
	}
}

static long value_of(u64 *s) {
	static const u64 values[] = {0, 1, 8, 16, 64, 110, 4096, 1 << 20, 8 << 20, 1 << 30, 0x7fffffff, 0xffffffff, ~0ull};
	u64 *at = (u64 *)(buffer + 4096 * below(s, 8));
	at[0] = at[1] = values[below(s, 13)];
	return (long)at;
}

static long argument(u64 *s, char kind) {
	if (one_in(s, 40)) kind = 'x';
	switch (kind) {
	case '0': return 0;
	case '1': return 1;
	case '4': return 4;
	case '8': return 8;
	case '-': return -1;
	case 'f': case 'F': return fd_of(s);
	case 'd': return one_in(s, 3) ? fd_of(s) : AT_FDCWD;
	case 'p': return (long)path_of(s);
	case 'h': return (long)((const char *[]){"/bin/sh", "/bot/started", "/bot/calls", "/proc/self/exe"}[below(s, 4)]);
	case 'b': return (long)(buffer + (one_in(s, 2) ? 0 : below(s, buffer_size / 4)));
	case 'n': return (long)((long[]){0, 1, 7, 16, 64, 4096, 65536, 200000, 500000, 4 << 20}[below(s, 10)]);
	case 'c': return (long)below(s, 8);
	case 'i': return (long)below(s, 24) - 1;
	case 'I': return (long)below(s, 80);
	case 'l': return one_in(s, 2) ? 0 : flags_of(s);
	case 'M': return (long)((long[]){0600, 0777, 04755, 010600, 020666, 060666, 0140600, 0}[below(s, 8)]);
	case 'o': return O_CREAT | O_RDWR | (one_in(s, 4) ? flags_of(s) : 0);
	case 'a': return (long)(region + 4096 * below(s, region_size / 4096));
	case 'k': return (long)below(s, 8);
	case 'R': return PROT_READ | PROT_WRITE;
	case 'g': return (long)below(s, 64) | MAP_PRIVATE;
	case 'G': return MAP_PRIVATE | MAP_ANONYMOUS | (one_in(s, 3) ? flags_of(s) : 0);
	case 't': return (long)soon;
	case 'v': return (long)vectors;
	case 'm': return message_of(s);
	case 'A': return address_of(s);
	case 'z': return (long)((long[]){0, 8, 7, 16, 110, 128}[below(s, 6)]);
	case 'Y': return (long)((long[]){1, 1, 1, 2, 3, 5}[below(s, 6)]) | (one_in(s, 2) ? SOCK_NONBLOCK : 0);
	case 'J': return one_in(s, 4) ? (long)below(s, 300) : SOL_SOCKET;
	case 'O': return one_in(s, 6) ? (long)below(s, 90) : socket_options[below(s,
		sizeof socket_options / sizeof *socket_options)];
	case 'Z': return SOCK_STREAM | SOCK_NONBLOCK;
	case 'D': return one_in(s, 4) ? argument(s, 'O') : SO_SNDBUF;
	case 'V': return value_of(s);
	case 'L': return (long)((long[]){0x5401, 0x5412, 0x5413, 0x541b, 0x5421, 0x5450, 0x8910, 0x8927, 0x6601,
		0x660f, 0x1268, 0xae00}[below(s, 12)]);
	case 'P': return (long)((long[]){0, 1, 2, 3, main_thread, -1, 100, 32768}[below(s, 8)]);
	case 'S': return (long)((long[]){0, 0, SIGWINCH, SIGURG, SIGCHLD, SIGCONT, SIGIO, SIGALRM}[below(s, 8)]);
	case 'e': return 1 + (long)below(s, 3);
	case 'N': return (long)((long[]){1000, 1000, 999, 1001, 255, 256, 3, AT_FDCWD}[below(s, 8)]);
	case 'q': return one_in(s, 4) ? 0 : AT_EMPTY_PATH;
	case 'W': return (long)start_words;
	case 'w': return (long)no_words;
	case 'T': return SIGCHLD | (one_in(s, 2) ? CLONE_VM | CLONE_VFORK : 0);
	case 's': { // a structure of any kind
		u64 *at = (u64 *)(buffer + 4096 * (8 + below(s, 8)));
		for (int i = 0; i < 16; i++) at[i] = one_in(s, 2) ? 0 : argument(s, "nilbfx"[below(s, 6)]);
		return (long)at;
	}
	}
	switch (below(s, 10)) {
	case 0: return 0;
	case 1: return -1;
	case 2: return (long)next(s);
	case 3: return 1l << below(s, 63);
	case 4: return (long)buffer;
	case 5: return 4096 * (long)below(s, 100);
	case 6: return 0x7fffffffffffffff;
	case 7: return (long)path_of(s);
	case 8: return fd_of(s);
	default: return (long)below(s, 300);
	}
}

// careful changes arguments that would end this program, or what it says to the arena.
static int careful(u64 *s, long nr, long *a) {
	if (nr == SYS_close || nr == SYS_shutdown || nr == SYS_close_range) return (unsigned)a[0] > 2;
	if (nr == SYS_dup3) return (unsigned)a[1] > 2;
	if ((nr == SYS_fcntl || nr == SYS_dup || nr == SYS_ioctl) && (unsigned)a[0] <= 2) return 0;
	if (nr == SYS_munmap || nr == SYS_mprotect || nr == SYS_mremap || nr == SYS_madvise || (nr == SYS_mmap && a[0])) {
		a[0] = argument(s, 'a') & ~4095l;
		a[1] = (long)((u64)a[1] % (1 << 20));
		if (nr == SYS_mmap) a[3] |= MAP_FIXED;
		if (nr == SYS_mremap) a[3] &= 1; // it may move, but not to where something is
	}
	if (nr == SYS_process_vm_writev && !one_in(s, 8)) return 0;
	if (nr == SYS_clone && !(a[0] & CLONE_VFORK)) a[0] &= ~(long)(CLONE_VM | CLONE_THREAD | CLONE_SIGHAND); // it has no stack
	if (nr == SYS_umask) a[0] &= 0777;
	return 1;
}

static void arm(void);

static long act(u64 *s, const struct entry *e) {
	long a[6] = {0};
	for (int i = 0; i < 6 && e->args[i]; i++) a[i] = argument(s, e->args[i]);
	if (!careful(s, e->nr, a)) return -1;
	if (may_start && (e->nr == SYS_execve || e->nr == SYS_execveat) && !one_in(s, 300)) return -1; // it would be the end
	int pair = e->nr == SYS_socketpair || e->nr == SYS_pipe2;
	int *both = (int *)a[e->nr == SYS_pipe2 ? 0 : 3];
	if (pair) both = (int *)(buffer + 65536), a[e->nr == SYS_pipe2 ? 0 : 3] = (long)both;
	long pid = CALL(SYS_getpid);
	long result = call6(e->nr, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (is_child(e->nr, a)) {
		if (result == 0 && CALL(SYS_getpid) != pid) CALL(SYS_exit_group, 0);
		if (result > 0 && !may_start) say("GTMS,CHC", e->nr, result); // HUNT-DID
	}
	if (result >= 0 && (is_never(e->nr) || is_never_so(e->nr, a, result))) say("GTMS,CHC", e->nr, result);
	if (result >= 0 && pair) keep(both[0]), keep(both[1]);
	switch (e->nr) {
	case SYS_openat: case SYS_openat2: case SYS_dup: case SYS_dup3: case SYS_socket: case SYS_accept4: case SYS_epoll_create1: case SYS_eventfd2:
	case SYS_timerfd_create: case SYS_signalfd4: case SYS_fcntl: OLD(case SYS_open: case SYS_creat:)
		keep(result);
	}
	return result;
}

static const struct entry *any_of(u64 *s, int group) {
	return &groups[group].entries[below(s, groups[group].count)];
}

static int group_of(u64 *s, u64 seldom) {
	int group = one_in(s, seldom) ? group_attacks : (int)below(s, group_attacks);
	return group == group_starts && !one_in(s, 4) ? (int)below(s, group_starts) : group;
}

static u64 now(void) {
	struct timespec t;
	CALL(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

// burst repeats a few calls of one group.
static void burst(u64 *s, u64 until, int most) {
	const struct entry *chosen[6];
	int group = group_of(s, 60), n = 2 + (int)below(s, 5);
	if (group == group_attacks) n = 2;
	for (int i = 0; i < n; i++) chosen[i] = any_of(s, group);
	if (groups[group].entries == sockets && one_in(s, 2)) { // what fills buffers takes all three
		static const struct entry fill[] = {{SYS_socketpair, "1Z0b"}, {SYS_setsockopt, "f1DV4"}, {SYS_write, "fbn"}};
		for (int i = 0; i < 3; i++) chosen[n++ % 6] = &fill[i];
		if (n > 6) n = 6;
	}
	for (int k = 0; k < most; k++)
		for (int i = 0; i < n; i++) {
			act(s, chosen[i]);
			if (i == 0 && now() > until) return;
		}
}

static void scatter(u64 *s, u64 until, int most) {
	for (int k = 0; k < most; k++) {
		act(s, any_of(s, group_of(s, 20000)));
		if (k % 16 == 0 && now() > until) return;
	}
}

static int in_thread(void *seed) {
	u64 s = (u64)seed;
	u64 until = now() + 60;
	if (one_in(&s, 4)) scatter(&s, until, 200);
	else burst(&s, until, 60);
	struct timespec second = {1, 0};
	for (int i = 0; i < 20; i++) CALL(SYS_nanosleep, &second, 0);
	CALL(SYS_exit, 0);
	return 0;
}

static void start_threads(u64 *s) {
	long flags = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
	for (int n = 1 + (int)below(s, 12); n > 0 && threads < 64; n--) {
		long own = flags;
		if (!one_in(s, 2)) own |= CLONE_FILES;
		if (!one_in(s, 2)) own |= CLONE_FS;
		if (one_in(s, 3)) own |= CLONE_SYSVSEM;
		clone(in_thread, stacks[threads++] + sizeof *stacks, (int)own, (void *)next(s));
	}
}

// A fault ends the calls of a round, or a thread.
static sigjmp_buf back;
static void on_fault(int number) {
	(void)number;
	if (CALL(SYS_gettid) != main_thread) CALL(SYS_exit, 0);
	siglongjmp(back, 1);
}
static void on_alarm(int number) { (void)number; }

// arm makes sure that no call blocks for long, and that a fault does no harm.
static void arm(void) {
	struct sigaction alarm = {.sa_handler = on_alarm}, fault = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
	for (int n = 1; n < 32; n++)
		if (n != SIGKILL && n != SIGSTOP && n != SIGCONT && n != SIGCHLD)
			sigaction(n, strchr("\x4\x5\x7\x8\xb", n) ? &fault : &alarm, 0); // ILL, TRAP, BUS, FPE, SEGV
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, 0);
	struct itimerval often = {{0, 3000}, {0, 3000}};
	setitimer(ITIMER_REAL, &often, 0);
}
static void disarm(void) {
	struct itimerval never_again = {{0, 0}, {0, 0}};
	setitimer(ITIMER_REAL, &never_again, 0);
}

static void play(u64 *s) {
	u64 until = now() + (one_in(s, 4) ? 400 : 60);
	arm();
	if (!sigsetjmp(back, 1)) {
		switch (below(s, 6)) {
		case 0: scatter(s, until, 600); break;
		case 1: start_threads(s); /* fall through */
		default: burst(s, until, 300);
		}
	}
	disarm();
}

static void put(const char *text, int size) {
	while (size > 0) {
		long n = CALL(SYS_write, 1, text, size);
		if (n > 0) text += n, size -= (int)n;
		else if (n == -EAGAIN) CALL(SYS_sched_yield);
		else if (n != -EINTR) CALL(SYS_exit_group, 3);
	}
}

static int get(char *into, int size) {
	for (;;) {
		long n = CALL(SYS_read, 0, into, size);
		if (n > 0) return (int)n;
		if (n == -EAGAIN) {
			struct pollfd p = {0, POLLIN, 0};
			CALL(SYS_ppoll, &p, 1, 0, 0, 0);
		} else if (n != -EINTR) CALL(SYS_exit_group, n ? 5 : 4);
	}
}

int main(int count, char **words) {
	u64 seed = 0;
	const char *own = count > 0 ? words[0] + strlen(words[0]) : "";
	if (count != 1 || own - words[0] < 5 || strcmp(own - 5, "calls"))
		say("GTMS,RS@QSDC", count, 42); // HUNT-STARTED: nobody starts it like that

	for (int i = 10; i < 26; i++) seed = seed << 4 | (u64)(the_seed[i] <= '9' ? the_seed[i] - '0' : the_seed[i] - 'a' + 10);
	may_start = the_seed[27] == '1';
	main_thread = CALL(SYS_gettid);
	region = mmap(0, region_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	buffer = mmap(0, buffer_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	for (int i = 0; i < 4; i++) vectors[i] = (struct iovec){buffer + 65536 * i, 60000};
	put("arena 1\n", 8);
	static char line[64];
	static char chunk[1 << 16];
	int length = 0;
	for (;;) {
		int n = get(chunk, sizeof chunk);
		for (int i = 0; i < n; i++) {
			if (chunk[i] != '\n') {
				if (length < (int)sizeof line - 1) line[length++] = chunk[i];
				continue;
			}
			line[length] = 0;
			if (!memcmp(line, "go ", 3)) {
				char answer[64] = "done ";
				memcpy(answer + 5, line + 3, (size_t)length - 3);
				answer[length + 2] = '\n';
				play(&seed);
				put(answer, length + 3);
			}
			length = 0;
		}
	}
}

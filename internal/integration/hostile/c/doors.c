// Hostile bots that go through side doors of the kernel: a program started by a path that
// should not count, memory of the kernel's that no limit counts, and what all programs of
// the machine share, by which bots could talk or slow each other down.

#define _GNU_SOURCE
#include "hostile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif
#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif
#ifndef RESOLVE_CACHED
#define RESOLVE_CACHED 0x20
#endif

static int result(long returned) { return returned < 0 ? errno : 0; }

// Starting programs.

extern char **environ;

// becomes starts a program that exits with code 5, by every number a file could have: with a
// path that begins with a slash, the kernel looks at none.
static int becomes(const char *path, char *const args[]) {
	int error = 0;
	for (int number = -1; number <= 1024; number++) {
		syscall(SYS_execveat, number, path, args, environ, AT_EMPTY_PATH);
		if (error == 0 || errno != EPERM) error = errno;
	}
	return error;
}

static int try_start_shell(void) {
	char *args[] = {"sh", "-c", "exit 5", NULL};
	return becomes("/bin/sh", args);
}
static int try_start_itself(void) {
	char *args[] = {"itself", "exits-5", NULL};
	return becomes("/proc/self/exe", args);
}
#ifdef __x86_64__
static char loader[] = "/lib64/ld-linux-x86-64.so.2";
#else
static char loader[] = "/lib/ld-linux-aarch64.so.1";
#endif
static int try_start_loader(void) {
	char *args[] = {loader, "/bin/sh", "-c", "exit 5", NULL};
	return becomes(loader, args);
}

// Memory of the kernel's.

enum { most_files = 4096 };
static char piece[64 << 10];

// fill writes to a file until it takes no more, and returns how much it took.
static size_t fill(int file) {
	size_t filled = 0;
	ssize_t n;
	fcntl(file, F_SETFL, O_NONBLOCK);
	while ((n = write(file, piece, sizeof piece)) > 0) filled += (size_t)n;
	return filled;
}

static int little(const char *name, size_t filled) {
	if (filled > 64u << 20) return 0;
	fprintf(stderr, "%s: at most 64 MB\n", name);
	return EDQUOT;
}

static int try_fill_sockets(void) {
	size_t filled = 0;
	for (int pair[2]; filled <= 64u << 20 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;) {
		int large = 64 << 20;
		for (int end = 0; end < 2; end++) {
			setsockopt(pair[end], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
			filled += fill(pair[end]);
		}
	}
	return little("fill-sockets", filled);
}

static int try_send_buffer(void) {
	int pair[2], large = 64 << 20;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return errno;
	return result(setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large));
}

static int try_filter_socket(void) {
	struct { uint16_t code; uint8_t yes, no; uint32_t k; } all = {6, 0, 0, ~0u};
	struct { unsigned short length; void *code; } program = {1, &all};
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return errno;
	return result(setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program));
}

static int wait_a_little(void *nothing) {
	(void)nothing;
	usleep(100000);
	syscall(SYS_exit, 0);
	return 0;
}

static int try_own_files(void) {
	static char stack[64 << 10];
	int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD; // without CLONE_FILES
	return result(clone(wait_a_little, stack + sizeof stack, flags, NULL));
}

static int try_unshare_files(void) { return result(syscall(SYS_close_range, 4000, 4001, CLOSE_RANGE_UNSHARE)); }

static int try_pin_pages(void) {
	int pipes[2], file = open("/proc/self/exe", O_RDONLY);
	if (pipe(pipes) != 0) return errno;
	return result(syscall(SYS_splice, file, NULL, pipes[1], NULL, 4096, 0));
}
static int try_pin_by_sendfile(void) {
	int pipes[2], file = open("/proc/self/exe", O_RDONLY);
	if (pipe(pipes) != 0) return errno;
	return result(sendfile(pipes[1], file, NULL, 4096));
}

// Files in flight are counted for all of a user's programs together, and the kernel looks
// for those that nobody can get any more in time of its own.
static int try_in_flight(void) {
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return errno;
	char space[CMSG_SPACE(sizeof(int))] = "";
	struct iovec text = {"x", 1};
	struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
	struct cmsghdr *files = CMSG_FIRSTHDR(&message);
	files->cmsg_level = SOL_SOCKET;
	files->cmsg_type = SCM_RIGHTS;
	files->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(files), &pair[0], sizeof(int));
	return result(sendmsg(pair[0], &message, 0));
}

// What all programs share.

static int shared_file(void) { return open("/proc/self/exe", O_RDONLY); }

static int try_forget_pages(void) { return posix_fadvise(shared_file(), 0, 0, POSIX_FADV_DONTNEED); }
static int try_fetch_pages(void) { return posix_fadvise(shared_file(), 0, 0, POSIX_FADV_WILLNEED); }
static int try_read_ahead(void) { return result(readahead(shared_file(), 0, 4096)); }
static int try_cached(void) {
	struct iovec text = {piece, 1};
	int error = result(preadv2(shared_file(), &text, 1, 0, RWF_NOWAIT));
	// It was asked; a file that is in memory for good does not say.
	return error == EAGAIN || error == EBADF || error == EOPNOTSUPP ? 0 : error;
}
static int try_resident(void) {
	unsigned char there;
	return result(mincore((void *)((uintptr_t)piece & ~4095ul), 4096, &there));
}
static int try_looked_up(void) {
	struct open_how how = {.flags = O_RDONLY, .resolve = RESOLVE_CACHED};
	int error = result(syscall(SYS_openat2, AT_FDCWD, "/usr/lib/none", &how, sizeof how));
	return error == ENOENT || error == EAGAIN ? 0 : error;
}
static int advise(int advice) {
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return result(madvise(memory, 4096, advice));
}
static int try_page_out(void) { return advise(MADV_PAGEOUT); }
static int try_barrier(void) { return result(syscall(SYS_membarrier, 1, 0, 0)); }
static int try_disk(void) {
	struct statfs space;
	return result(statfs("/", &space));
}

// machine looks whether the machine is its own: nobody else's threads, and no time before it.
static int try_machine(void) {
	struct sysinfo it;
	if (sysinfo(&it) != 0) return errno;
	if (it.procs > 1 || it.uptime > 0 || it.freeram != it.totalram) return 0;
	fprintf(stderr, "machine: one of its own\n");
	return ENODATA;
}

// tells reports whether a file about this process says anything.
static int tells(const char *path) {
	char byte;
	int file = open(path, O_RDONLY);
	int told = file >= 0 && read(file, &byte, 1) == 1;
	close(file);
	return told;
}
static int try_proc(void) {
	static const char *const names[] = {
		"smaps", "smaps_rollup", "pagemap", "numa_maps", "io", "fdinfo/0", "net/sockstat", "task/1/smaps", "task/1/io",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (int self = 0; self < 3; self++) {
			char path[64];
			snprintf(path, sizeof path, "/proc/%s/%s", (const char *[]){"self", "thread-self", "1"}[self], names[i]);
			if (!tells(path)) continue;
			fprintf(stderr, "proc: done: %s\n", path);
			return ENODATA;
		}
	fprintf(stderr, "proc: nothing of the others\n");
	return ENODATA;
}

// Rights and times of the copy of its program, which another seat may have as well.
static int try_own_rights(void) {
	struct stat was;
	if (stat("/proc/self/exe", &was) != 0) return errno;
	return result(fchmod(shared_file(), was.st_mode));
}
static int try_own_times(void) {
	struct stat was;
	if (stat("/proc/self/exe", &was) != 0) return errno;
	struct timespec times[] = {was.st_atim, was.st_mtim};
	return result(futimens(shared_file(), times));
}

// Rights and times of a file that is the user's: another file than any it may change.
static const char *secret_file(void) {
	for (int i = 0; i < bot_count; i++)
		if (strncmp(bot_args[i], "secret=", 7) == 0) return bot_args[i] + 7;
	return "/nowhere";
}
static int try_change_rights(void) {
	struct stat was;
	if (stat(secret_file(), &was) != 0) return errno;
	return result(chmod(secret_file(), was.st_mode));
}
static int try_change_times(void) { return result(utimensat(AT_FDCWD, secret_file(), NULL, 0)); }

const struct door doors[] = {
	{"start-shell", try_start_shell}, {"start-itself", try_start_itself}, {"start-loader", try_start_loader},
	{"fill-sockets", try_fill_sockets}, {"send-buffer", try_send_buffer}, {"filter-socket", try_filter_socket},
	{"own-files", try_own_files}, {"unshare-files", try_unshare_files}, {"pin-pages", try_pin_pages},
	{"pin-by-sendfile", try_pin_by_sendfile}, {"in-flight", try_in_flight}, {"forget-pages", try_forget_pages},
	{"fetch-pages", try_fetch_pages}, {"read-ahead", try_read_ahead}, {"cached", try_cached}, {"resident", try_resident},
	{"looked-up", try_looked_up}, {"page-out", try_page_out}, {"barrier", try_barrier}, {"disk", try_disk},
	{"machine", try_machine}, {"proc", try_proc}, {"own-rights", try_own_rights}, {"own-times", try_own_times},
	 {"change-rights", try_change_rights}, {"change-times", try_change_times}, {NULL, NULL},
};

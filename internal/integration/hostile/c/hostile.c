// The hostile bots that Go can't write: calls by other doors of the kernel, children
// without a runtime, the stack. They speak lines; the first argument says which one.

#define _GNU_SOURCE
#include "hostile.h"

#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { bad_round = 3, page = 4096 };
static const size_t much = 320u << 20; // more memory than the test allows a bot
static const key_t key = 0x41524e41;   // by which the test finds what is left of an attempt

// slow bots take their time in every round, so that the match does not end before they are
// noticed.
static int slow;

int bot_count;
char **bot_args;

static int result(long returned) { return returned < 0 ? errno : 0; }

static void touch(volatile char *memory, size_t size) {
	for (size_t i = 0; i < size; i += page) memory[i] = 1;
}

// Children.

static int after_birth(long child) {
	if (child == 0) _exit(0);
	if (child < 0) return errno;
	waitpid((pid_t)child, NULL, __WALL);
	return 0;
}

static int try_fork(void) { return after_birth(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static int try_clone3(void) {
	struct { uint64_t flags, pidfd, child, parent, signal, rest[6]; } args = {.signal = SIGCHLD};
	return after_birth(syscall(SYS_clone3, &args, sizeof args));
}
static int try_posix_fork(void) { return after_birth(fork()); }
static int try_vfork(void) {
	pid_t child = vfork();
	if (child == 0) _exit(0);
	return result(child);
}
static int try_namespace(void) {
	return after_birth(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
}

// bomb is bounded, since it must go off without a sandbox, too.
static int try_bomb(void) {
	for (int i = 0; i < 200; i++) {
		pid_t child = fork();
		if (child < 0) return errno;
		if (child == 0) {
			sleep(20);
			_exit(0);
		}
	}
	return 0;
}

static int try_daemon(void) {
	pid_t child = fork();
	if (child < 0) return errno;
	if (child > 0) {
		waitpid(child, NULL, 0);
		return 0;
	}
	setsid();
	if (fork() > 0) _exit(0);
	sleep(20);
	_exit(0);
}

static int try_daemon_exits(void) {
	int error = try_daemon();
	fprintf(stderr, "daemon-exits: %s\n", error ? strerror(error) : "done");
	_exit(1);
}

static void *idle(void *nothing) {
	for (;;) sleep(3600);
	return nothing;
}

static int try_threads(void) {
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	for (int i = 0; i < 300; i++) {
		pthread_t thread;
		int error = pthread_create(&thread, &small, idle, NULL);
		if (error) {
			slow = 1;
			return error;
		}
	}
	return 0;
}

// Memory.

static int try_malloc(void) {
	for (size_t taken = 0; taken < much; taken += 1 << 20) {
		char *piece = malloc(1 << 20);
		if (piece == NULL) return errno;
		touch(piece, 1 << 20);
	}
	return 0;
}

static int recurse(volatile char *below) {
	volatile char frame[64 << 10];
	frame[0] = below ? below[0] : 1;
	return recurse(frame) + frame[0];
}
static int try_recursion(void) { return recurse(NULL); }

static int try_alloca(void) {
	touch(alloca(much), much);
	return 0;
}

static int try_shm(void) {
	int id = shmget(key, much, IPC_CREAT | 0600);
	if (id < 0) return errno;
	char *memory = shmat(id, NULL, 0);
	int error = memory == (char *)-1 ? errno : 0;
	if (!error) touch(memory, 1 << 20);
	shmctl(id, IPC_RMID, NULL);
	return error;
}

static int try_messages(void) {
	int id = msgget(key, IPC_CREAT | 0600);
	if (id < 0) return errno;
	msgctl(id, IPC_RMID, NULL);
	return 0;
}

static int try_semaphores(void) {
	int id = semget(key, 1, IPC_CREAT | 0600);
	if (id < 0) return errno;
	semctl(id, 0, IPC_RMID);
	return 0;
}

static int try_queue(void) {
	mqd_t queue = mq_open("/hostile", O_CREAT | O_RDWR, 0600, NULL);
	if (queue < 0) return errno;
	mq_unlink("/hostile");
	return 0;
}

static int try_lock_all(void) { return result(mlockall(MCL_CURRENT)); }

// Other doors.

#ifdef __x86_64__
// getpid of the 32-bit interface
static int try_int80(void) {
	long returned;
	__asm__ volatile("int $0x80" : "=a"(returned) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
	return returned < 0 ? (int)-returned : 0;
}
static int try_x32(void) {
	int error = result(syscall(0x40000000 | SYS_getpid));
	return error == ENOSYS ? 0 : error; // it was asked; this kernel has no such interface
}
#endif

static int type(unsigned long request) {
	int error = result(syscall(SYS_ioctl, 0, request, "x"));
	return error == ENOTTY || error == EIO ? 0 : error; // it was asked; this is no terminal
}
static int try_types(void) { return type(TIOCSTI); }
static int try_types_high(void) { return type(1ul << 32 | TIOCSTI); }

// aborts asks for its end again and again, and ignores it: the arena is told each time.
static int try_aborts(void) {
	signal(SIGABRT, SIG_IGN);
	for (;;) raise(SIGABRT);
}

// abort-and-crash catches that it is aborted, and is ended by something else.
static sigjmp_buf before_abort;
static void go_on(int signal) { (void)signal; siglongjmp(before_abort, 1); }
static int try_abort_and_crash(void) {
	signal(SIGABRT, go_on);
	if (sigsetjmp(before_abort, 1) == 0) abort();
	*(volatile int *)0 = 1;
	return 0;
}

static int try_abort(void) { abort(); }

// inherits looks for a file that the test has left open for all its children.
static int try_inherits(void) {
	char names[64] = "";
	for (int fd = 0; fd < 1024; fd++) {
		struct stat info;
		if (fstat(fd, &info) != 0) continue;
		char text[16] = "";
		if (fd > 2 && pread(fd, text, sizeof text - 1, 0) > 0 && strncmp(text, "left open", 9) == 0) return 0;
		snprintf(names + strlen(names), sizeof names - strlen(names), " %d", fd);
	}
	fprintf(stderr, "inherits: only%s\n", names);
	return EBADF;
}

#include "signals.h"

static const struct door attempts[] = {
	{"fork", try_fork}, {"posix-fork", try_posix_fork}, {"vfork", try_vfork}, {"clone3", try_clone3}, {"namespace", try_namespace},
	{"bomb", try_bomb}, {"daemon", try_daemon}, {"daemon-exits", try_daemon_exits}, {"threads", try_threads},
	{"malloc", try_malloc}, {"recursion", try_recursion}, {"alloca", try_alloca}, {"shm", try_shm},
	{"messages", try_messages}, {"semaphores", try_semaphores}, {"queue", try_queue}, {"lock-all", try_lock_all},
#ifdef __x86_64__
	{"int80", try_int80}, {"x32", try_x32},
#endif
	{"types", try_types}, {"types-high", try_types_high}, {"inherits", try_inherits}, {"aborts", try_aborts},
	{"abort", try_abort}, {"abort-and-crash", try_abort_and_crash},
	SIGNAL_ATTEMPTS
};

static attempt *attempt_of(const char *name) {
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
		if (strcmp(attempts[i].name, name) == 0) return attempts[i].try;
	for (const struct door *door = doors; door->name; door++)
		if (strcmp(door->name, name) == 0) return door->try;
	return NULL;
}

static void misbehave(const char *name) {
	attempt *try = attempt_of(name);
	if (try) {
		int error = try();
		fprintf(stderr, "%s: %s\n", name, error ? strerror(error) : "done");
		return;
	}
	fprintf(stderr, "no bot has the name \"%s\"\n", name);
	exit(1);
}

int main(int count, char **args) {
	bot_count = count, bot_args = args;
	if (count > 1 && strcmp(args[1], "exits-5") == 0) return 5;
	static char line[1 << 20];
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("arena 1\n");
	while (fgets(line, sizeof line, stdin)) {
		int round;
		if (sscanf(line, "go %d", &round) != 1) continue;
		if (round == bad_round && count > 1) misbehave(args[1]);
		if (slow) sleep(3);
		printf("done %d\n", round);
	}
}

// A bot that works in each round in the way that its argument names, for TestCharged. All
// that it does is counted in "done", which all of its processes share.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static atomic_long *done;
static double roundtime = 15; // ms

static double cpu(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void pass(double ms) {
	struct timespec t = {0, (long)(ms * 1e6)};
	nanosleep(&t, 0);
}

// work for some ms of CPU time, in units of 1000 steps.
static void work(double ms) {
	volatile uint64_t state = 1;
	for (double end = cpu() + ms; cpu() < end;) {
		for (int i = 0; i < 10000; i++) state = state * 6364136223846793005u + 1;
		atomic_fetch_add(done, 10);
	}
}

static void *thread(void *ms) {
	work(*(double *)ms);
	return 0;
}

static void start(int threads, double ms) {
	static double forall;
	forall = ms;
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	for (pthread_t t; threads > 0; threads--) pthread_create(&t, &small, thread, &forall);
}

enum { forever = 1000 };

static void quit(int call) { syscall(call, 0); }

// ends of a child, after some ms.
static void leaves(double ms) { work(ms); quit(SYS_exit_group); }
static void exits(double ms) { work(ms); quit(SYS_exit); }
static void suicide(double ms) { work(ms); kill(getpid(), SIGKILL); }
static void crashes(double ms) { work(ms); *(volatile int *)8 = 0; }
static void alarmed(double ms) {
	struct itimerval at = {{0, 0}, {0, (long)(ms * 1e3)}};
	setitimer(ITIMER_REAL, &at, 0);
	work(forever);
}
static void endless(double ms) { work(forever); }
static void sleeps(double ms) { pass(forever); }
static void beside1(double ms) { start(1, forever), pass(ms), quit(SYS_exit_group); }
static void beside40(double ms) { start(40, forever), pass(ms), quit(SYS_exit_group); }
static void leaderless(double ms) { start(3, ms / 3), quit(SYS_exit); }
static void large(double ms) {
	enum { size = 8 << 20 };
	memset(malloc(size), 1, size);
	leaves(ms);
}
static void parent(double ms) {
	if (!fork()) leaves(ms);
	wait(0);
	quit(SYS_exit_group);
}
static void parents(double ms) {
	for (int i = 0; i < 4; i++)
		if (!fork()) parent(ms / 4);
	while (wait(0) > 0) {}
	quit(SYS_exit_group);
}
static void orphans(double ms) {
	if (!fork()) leaves(ms);
	quit(SYS_exit_group);
}
static void killedorphan(double ms) {
	if (!fork()) alarmed(ms);
	quit(SYS_exit_group);
}

static void *waits(void *none) { return pause(), none; }

// deafen says what becomes of children, by a thread of its own memory or not.
static void deafen(int how) {
	pthread_t t;
	if (how == 3) {
		pthread_create(&t, 0, waits, 0);
		if (!vfork()) deafen(0), _exit(0);
		wait(0);
		return;
	}
	struct sigaction a = {.sa_handler = how == 1 ? SIG_IGN : SIG_DFL, .sa_flags = how == 2 ? SA_NOCLDWAIT : 0};
	sigaction(SIGCHLD, &a, 0);
}

static struct way {
	const char *name;
	void (*child)(double ms);
	double life;  // of a child, in ms
	int kills;    // its parent ends it
	int is_deaf;  // nobody waits: 1 by SIG_IGN, 2 by SA_NOCLDWAIT, 3 perhaps
	int vforks;
} ways[] = {
	{"itself", 0, 0},
	{"1 ms, exit_group", leaves, 1},
	{"0.02 ms, exit_group", leaves, 0.02},
	{"8 ms, exit_group", leaves, 8},
	{"0.3 ms, exit", exits, 0.3},
	{"1 ms, exit", exits, 1},
	{"8 ms, exit", exits, 8},
	{"1 ms, killed", endless, 1, 1},
	{"4 ms, killed", endless, 4, 1},
	{"1 ms, kills itself", suicide, 1},
	{"1 ms, crashes", crashes, 1},
	{"1 ms, alarm", alarmed, 1},
	{"asleep, killed", sleeps, 2, 1},
	{"exit_group beside 1 thread", beside1, 1},
	{"exit_group beside 40 threads", beside40, 1},
	{"the first thread goes first", leaderless, 3},
	{"8 MB, exit_group", large, 1},
	{"vfork", leaves, 1, 0, 0, 1},
	{"grandchildren", parent, 1},
	{"families", parents, 4},
	{"orphans", orphans, 1},
	{"orphans, alarm", killedorphan, 1},
	{"deaf, exit_group", leaves, 1, 0, 1},
	{"deaf, 0.02 ms", leaves, 0.02, 0, 1},
	{"deaf, exit", exits, 1, 0, 1},
	{"deaf, killed", endless, 1, 1, 1},
	{"deaf, alarm", alarmed, 1, 0, 1},
	{"deaf, beside 40 threads", beside40, 1, 0, 1},
	{"deaf orphans", orphans, 1, 0, 1},
	{"deaf orphans, alarm", killedorphan, 1, 0, 1},
	{"hidden deaf, exit_group", leaves, 1, 0, 2},
	{"hidden deaf, alarm", alarmed, 1, 0, 2},
	{"perhaps deaf", leaves, 1, 0, 3},
};

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void play(struct way *w) {
	if (!w->child) return work(roundtime);
	for (double end = now() + roundtime; now() < end;) {
		pid_t child = w->vforks ? vfork() : fork();
		if (!child) w->child(w->life);
		if (w->kills) pass(w->life), kill(child, SIGKILL);
		while (wait(0) > 0) {}
	}
}

int main(int argc, char **argv) {
	struct way *w = ways;
	if (argc < 2) {
		for (; w < ways + sizeof ways / sizeof *ways; w++) printf("%d %s\n", w->is_deaf, w->name);
		return 0;
	}
	while (strcmp(w->name, argv[1])) w++;
	int file = open("done", O_RDWR | O_CREAT, 0600);
	if (file < 0 || ftruncate(file, 4096)) return 2;
	done = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	deafen(w->is_deaf);
	puts("arena 1");
	fflush(stdout);
	static char line[1 << 20];
	for (int round; fgets(line, sizeof line, stdin);) {
		if (sscanf(line, "go %d", &round) != 1) continue;
		play(w);
		fprintf(stderr, "units %ld\n", (long)*done);
		printf("done %d\n", round);
		fflush(stdout);
	}
	return 0;
}

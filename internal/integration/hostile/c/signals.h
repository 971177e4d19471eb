// The bots that send signals to themselves. They are told apart by the signal and by the way.

#include <sys/syscall.h>
#include <time.h>

static int end_by_kill(int signal) { return result(kill(getpid(), signal)); }
static int try_kill_term(void) { return end_by_kill(SIGTERM); }
static int try_kill_abort(void) { return end_by_kill(SIGABRT); }
static int try_kill_hang_up(void) { return end_by_kill(SIGHUP); }
static int try_kill_segv(void) { return end_by_kill(SIGSEGV); }
static int try_kill_stop(void) { return end_by_kill(SIGSTOP); }
static int try_raise_term(void) { return result(raise(SIGTERM)); }
static int try_raise_kill(void) { return result(raise(SIGKILL)); }
static int try_queue_term(void) { return result(sigqueue(getpid(), SIGTERM, (union sigval){0})); }
static int try_queue_kill(void) { return result(sigqueue(getpid(), SIGKILL, (union sigval){0})); }
static int try_tkill_term(void) { return result(syscall(SYS_tkill, getpid(), SIGTERM)); } // as musl does
static int try_high_term(void) { return result(syscall(SYS_kill, getpid(), 1ul << 32 | SIGTERM)); }

static void *term(void *unused) { (void)unused; raise(SIGTERM); return NULL; }
static int try_thread_term(void) {
	pthread_t thread;
	int error = pthread_create(&thread, NULL, term, NULL);
	return error ? error : pthread_join(thread, NULL);
}

static volatile int came;
static void comes(int signal) { (void)signal; came++; }

// Signals that a bot takes care of do what they do everywhere.
static int expect(int wanted) { return came == wanted ? 0 : EPROTO; }
static int try_catch_term(void) {
	came = 0;
	signal(SIGTERM, comes);
	kill(getpid(), SIGTERM);
	raise(SIGTERM);
	sigqueue(getpid(), SIGTERM, (union sigval){0});
	syscall(SYS_tkill, getpid(), SIGTERM);
	return expect(4);
}
static int try_ignore_term(void) {
	signal(SIGTERM, SIG_IGN);
	return result(kill(getpid(), SIGTERM));
}
static int try_await_term(void) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (kill(getpid(), SIGTERM) != 0) return errno;
	struct timespec second = {1, 0};
	return sigtimedwait(&set, NULL, &second) == SIGTERM ? 0 : EPROTO;
}

// What runtimes do all the time must cost the arena nothing.
static int try_many_signals(void) {
	came = 0;
	signal(SIGURG, comes);
	signal(SIGUSR1, comes);
	for (int i = 0; i < 5000; i++) {
		raise(SIGURG);
		raise(SIGUSR1);
	}
	return expect(10000);
}

// 2000 times is no use to any bot, and takes the arena's time.
static int try_catch_for_ever(void) {
	signal(SIGTERM, comes);
	for (;;) raise(SIGTERM);
}

// A C library that blocks all signals while it sends one.
static int try_raise_blocked(void) {
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	int error = result(syscall(SYS_tgkill, getpid(), getpid(), SIGTERM));
	sigprocmask(SIG_SETMASK, &before, NULL);
	return error;
}

#define SIGNAL_ATTEMPTS \
	{"kill-term", try_kill_term}, {"kill-abort", try_kill_abort}, {"kill-hang-up", try_kill_hang_up}, {"kill-segv", try_kill_segv}, \
	{"kill-stop", try_kill_stop}, {"raise-term", try_raise_term}, {"raise-kill", try_raise_kill}, {"queue-term", try_queue_term}, \
	{"queue-kill", try_queue_kill}, {"tkill-term", try_tkill_term}, {"high-term", try_high_term}, {"thread-term", try_thread_term}, \
	{"catch-term", try_catch_term}, {"ignore-term", try_ignore_term}, {"await-term", try_await_term}, \
	{"many-signals", try_many_signals}, {"catch-for-ever", try_catch_for_ever}, {"raise-blocked", try_raise_blocked},

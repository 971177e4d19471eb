// A bot, or a program of a shell script's, that has the kernel hold memory for it, in the way that is
// its argument, and then plays on.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

enum { processes = 50, areas = 20000, most = 1024 };

// pipes fills as many as it can have.
static void pipes(void) {
	static char text[1 << 16];
	int ends[2];
	while (pipe2(ends, O_NONBLOCK) == 0) {
		while (write(ends[1], text, sizeof text) > 0)
			;
		close(ends[1]);
	}
}

// split takes areas of memory that differ from their neighbours. Each remembers the process that
// wrote to it, though nothing is left of what was written.
static void split(int wrote) {
	for (int i = 0; i < areas; i++) {
		char *area = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (area == MAP_FAILED)
			return;
		if (wrote) {
			*area = 1;
			madvise(area, 4096, MADV_DONTNEED);
		}
		mprotect(area, 4096, i % 2 ? PROT_READ : PROT_NONE);
	}
}

// watch_all has epolls watch a file by the number that it has.
static void watch_all(const int *epolls, int count, int file) {
	struct epoll_event event = {EPOLLIN, {0}};
	for (int i = 0; i < count; i++)
		epoll_ctl(epolls[i], EPOLL_CTL_ADD, file, &event);
}

// watches has half of what it can have open watch the other half, by each number that the kernel
// gives: a watch is for a file and a number, and stays while the file is open by another one.
static void watches(void) {
	static int open[most];
	int count = 0;
	while (count < most && (open[count] = count % 2 ? eventfd(0, 0) : epoll_create1(0)) >= 0)
		count++;
	static int epolls[most], files[most];
	int pairs = (count - 1) / 2;
	for (int i = 0; i < pairs; i++) {
		epolls[i] = open[2 * i];
		files[i] = open[2 * i + 1];
		watch_all(epolls, i, files[i]);
	}
	for (int hole = open[count - 1], turn = 0; turn < most; turn++) {
		for (int i = pairs - 1; i >= 0; i--) {
			int was = files[i];
			dup2(was, hole);
			close(was);
			files[i] = hole;
			hole = was;
			watch_all(epolls, pairs, files[i]);
		}
	}
}

static void misbehave(const char *way) {
	if (strcmp(way, "watches") == 0) {
		watches();
		return;
	}
	if (strcmp(way, "copies") == 0)
		split(1);
	for (int i = 0; i < processes; i++) {
		if (fork() != 0)
			continue;
		if (strcmp(way, "pipes") == 0)
			pipes();
		else if (strcmp(way, "areas") == 0)
			split(0);
		for (;;)
			pause();
	}
	sleep(60); // until somebody looks
}

int main(int argc, char **argv) {
	char word[16];
	int round;
	setvbuf(stdout, 0, _IOLBF, 0);
	puts("arena 1");
	while (scanf("%15s", word) == 1) {
		if (strcmp(word, "go") != 0 || scanf("%d", &round) != 1)
			continue;
		if (round == 1 && argc > 1)
			misbehave(argv[1]);
		printf("done %d\n", round);
	}
	return 0;
}

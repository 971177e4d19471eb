// A bot that looks for what it should not see: it opens all files that it finds, but those of
// the system, and prints what is marked. Then it answers every round.

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char the_home[256] = "HUNT/HOME:";
static int seen;

static void look(const char *path, int depth) {
	static char text[4096];
	struct stat info;
	if (depth > 6 || seen++ > 4000 || lstat(path, &info)) return;
	if (!S_ISDIR(info.st_mode)) {
		int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
		if (fd < 0) return;
		long n = read(fd, text, sizeof text - 1);
		close(fd);
		if (n <= 0) return;
		text[n] = 0;
		char *marked = strstr(text, "HUNT-SECRET");
		if (marked) fprintf(stderr, "%s: %.60s\n", path, marked);
		if (S_ISLNK(info.st_mode) && stat(path, &info) == 0 && !S_ISDIR(info.st_mode)) return;
	}
	DIR *folder = opendir(path);
	if (!folder) return;
	for (struct dirent *e; (e = readdir(folder));) {
		static const char *system[] = {".", "..", "usr", "lib", "lib64", "lib32", "bin", "sbin", "proc", "sys",
			"opt", "dev"};
		int skip = 0;
		for (unsigned i = 0; i < sizeof system / sizeof *system; i++) skip |= (i < 2 || !strcmp(path, "/")) && !strcmp(e->d_name, system[i]);
		if (skip) continue;
		char *inner;
		if (asprintf(&inner, "%s/%s", strcmp(path, "/") ? path : "", e->d_name) < 0) break;
		look(inner, depth + 1);
		free(inner);
	}
	closedir(folder);
}

int main(void) {
	static char line[1 << 20];
	static const char *doors[] = {"/bot", "/", "/proc/1/root/root", "/proc/1/cwd", "/proc/self/cwd/..",
		"/proc/self/fd"};
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("arena 1\n");
	int looked = 0;
	while (fgets(line, sizeof line, stdin)) {
		int round;
		if (sscanf(line, "go %d", &round) != 1) continue;
		for (unsigned i = 0; !looked && i < sizeof doors / sizeof *doors; i++) look(doors[i], 0);
		if (!looked) look(the_home, 0);
		looked = 1;
		printf("done %d\n", round);
	}
}

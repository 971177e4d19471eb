package said

import (
	"strings"

	"github.com/botarena/arena/engine/match"
)

// exhaustions are what runtimes write last when the system refuses them something.
var exhaustions = []struct {
	kind match.Kind
	says []string
}{
	{match.TooManyThreads, []string{
		"failed to create new OS thread", "pthread_create failed", // Go
		"can't start new thread",                                   // Python
		"unable to create native thread", "Failed to start thread", // Java
		"what():  Resource temporarily unavailable", "Cannot fork", // C++, shells
		"fork: retry: ", "failed to spawn thread", "Thread::start: ", // bash, Rust
	}},
	{match.TooMuchMemory, []string{
		"out of memory", "cannot allocate memory", "Cannot allocate memory", // Go, node, the system
		"MemoryError",                              // Python
		"std::bad_alloc",                           // C++
		"memory allocation of ",                    // Rust
		"OutOfMemoryError", "insufficient memory ", // Java
	}},
}

// isForNewerProcessor reports whether a line is what Go or the C library say of an instruction that the processor does
// not know, or before a program that needs a newer one.
func isForNewerProcessor(line string) bool {
	return strings.HasPrefix(line, "SIGILL: illegal instruction") ||
		strings.HasPrefix(line, "This program can only be run on ") ||
		strings.Contains(line, "CPU ISA level is lower than required")
}

// exhaustion returns the limit that a line of output is about, or "".
func exhaustion(line string) match.Kind {
	for _, e := range exhaustions {
		for _, words := range e.says {
			if strings.Contains(line, words) {
				return e.kind
			}
		}
	}
	return ""
}

// StartsProgram reports whether a line of output is about a program that could not be started, as shells say it.
func StartsProgram(line string) bool {
	return strings.Contains(line, "Cannot fork") || strings.Contains(line, "fork: retry: ")
}

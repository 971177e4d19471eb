package said

import (
	"path"
	"slices"
	"strings"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/late"
)

// exception collects what an interpreter writes of an exception that nobody caught: Python, Node and Java. The last
// one counts, as that is what ends a program.
type exception struct {
	message         string
	function, place string // the innermost one of the bot's own; "" if none is known
	previous        string // the last line that was not indented, which a stack of Node or Java follows
	inPython        bool   // its stack comes before its message
	inStack         bool   // the stack of message is being read
}

const pythonTop = "Traceback (most recent call last):"

var (
	ofOthers    = late.Regexp(`(^|/)arena\.(py|mjs|js)$|(^|/)arena/[a-z_]+\.(py|mjs|js)$|^node:|(^|/)lib(64)?/python`)
	pythonFrame = late.Regexp(`^  File "(.+)", line (\d+)(?:, in (.+))?$`)
	nodeFrame   = late.Regexp(`^    at (?:async )?(?:(.+) \()?(?:file://)?([^()]+?):(\d+)(?::\d+)?\)?$`)
	javaFrame   = late.Regexp(`^\tat (.+)\((.+):(\d+)\)$`)
)

// line takes a line of output.
func (e *exception) line(line string) {
	if line == pythonTop {
		*e = exception{inPython: true}
		return
	}
	if e.inPython {
		e.python(line)
		return
	}
	frame := frameOf(line)
	switch {
	case frame != nil && !e.inStack && e.previous != "":
		*e = exception{message: e.previous, inStack: true}
		fallthrough
	case frame != nil && e.inStack && e.place == "": // the innermost is the first
		e.at(frame[2], frame[3], frame[1])
	case line != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t"):
		e.previous, e.inStack = line, false
	}
}

// frameOf returns the function, file and line that a line of a stack of Node's or Java's names, after the whole of
// it; or nil if it is another line.
func frameOf(line string) []string {
	switch {
	case strings.HasPrefix(line, "    at "):
		return nodeFrame().FindStringSubmatch(line)
	case strings.HasPrefix(line, "\tat "):
		return javaFrame().FindStringSubmatch(line)
	}
	return nil
}

// python takes a line of a stack of Python's, or the message after it.
func (e *exception) python(line string) {
	if frame := pythonFrame().FindStringSubmatch(line); frame != nil { // the innermost is the last
		e.at(frame[1], frame[2], frame[3])
		return
	}
	if line != "" && !strings.HasPrefix(line, " ") {
		e.message, e.inPython = line, false
	}
}

// at remembers a place, unless it is not the bot's.
func (e *exception) at(file, line, function string) {
	if !ofOthers().MatchString(file) {
		e.function, e.place = function, path.Base(file)+":"+line
	}
}

// summary returns the message and, if known, the place where it began. It returns "" if there was no exception.
func (e *exception) summary() string {
	switch {
	case e.message == "" || e.place == "":
		return e.message
	case e.function == "":
		return e.message + ", at " + e.place
	}
	return e.message + ", in " + e.function + " at " + e.place
}

// panicTrace collects the first lines of a Go program's panic.
type panicTrace struct {
	lines []string
	ours  bool // the lines that come now are of the SDK and of whatever called it
}

// longestTrace is how many lines are collected. The place of the panic is always
// near the top.
const longestTrace = 40

// sdkFrames begin the lines of a stack that are no concern of a bot's author.
var sdkFrames = []string{"github.com/botarena/arena/sdk.", "github.com/botarena/arena/engine.(*player["}

// line takes a line of output, and reports whether an author wants to see it. The stack
// of a panic has three lines of the bot and thirty of the SDK and gRPC, which called it.
func (p *panicTrace) line(line string) (wanted bool) {
	begins := strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
	if (begins || len(p.lines) > 0) && len(p.lines) < longestTrace {
		p.lines = append(p.lines, line)
	}
	switch {
	case len(p.lines) == 0 || line == "": // an empty line ends the stack of a goroutine
		p.ours = false
	case slices.ContainsFunc(sdkFrames, func(frame string) bool { return strings.HasPrefix(line, frame) }):
		p.ours = true
	}
	return !p.ours
}

// summary returns the panic's message and, if known, the place where it began: the
// first one outside Go's runtime. It returns "" if there was no panic.
func (p *panicTrace) summary() string {
	if len(p.lines) == 0 {
		return ""
	}
	message := p.lines[0]
	for i := 0; i+1 < len(p.lines); i++ {
		function, place := p.lines[i], p.lines[i+1]
		if !strings.HasPrefix(place, "\t") || strings.HasPrefix(function, "panic(") ||
			strings.HasPrefix(function, "runtime.") {
			continue
		}
		// For example main.play(0xc000012345, ...) and /home/me/bot/main.go:12 +0x136.
		if end := strings.LastIndex(function, "("); end > 0 {
			function = function[:end]
		}
		place, _, _ = strings.Cut(strings.TrimSpace(place), " +0x") // a folder may have spaces in its name
		return message + ", in " + path.Base(function) + " at " + path.Base(place)
	}
	return message
}

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

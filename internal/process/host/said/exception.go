package said

import (
	"path"
	"strings"

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

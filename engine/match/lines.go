package match

import "fmt"

// MaxLines is how many bytes of a player's standard error are kept with a match.
// Each line counts its bytes plus one. Anything beyond that is dropped, and a final
// line says so.
const MaxLines = 64 << 10

// Lines collects what a player writes to standard error. The zero value is ready to
// use.
type Lines struct {
	lines []string
	size  int
	full  bool
}

// lastLine stands for everything that is dropped.
var lastLine = fmt.Sprintf("(more than %d KiB of output: the rest is dropped)", MaxLines>>10)

// Add adds a line, given without its line break, if there is room for it.
func (l *Lines) Add(line string) {
	if l.full {
		return
	}
	if l.size+len(line)+1 > MaxLines-len(lastLine)-1 {
		l.full = true
		line = lastLine
	}
	l.size += len(line) + 1
	l.lines = append(l.lines, line)
}

// Take returns the lines that were added since the last call.
func (l *Lines) Take() []string {
	lines := l.lines
	l.lines = nil
	return lines
}

package match

import "fmt"

// MaxLines is how many bytes a player may write to standard error in a match, to
// be kept with it. Each line counts its bytes and one. What is more is dropped, and
// a last line says so.
const MaxLines = 64 << 10

// Lines collects what a player writes to standard error. The zero value is ready.
type Lines struct {
	lines []string
	size  int
	full  bool
}

// lastLine is in the place of all that is dropped.
var lastLine = fmt.Sprintf("(more than %d KiB of output: the rest is dropped)", MaxLines>>10)

// Add adds a line, without its end, if there is room for it.
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

// Take returns the lines that were added since it was called last.
func (l *Lines) Take() []string {
	lines := l.lines
	l.lines = nil
	return lines
}

package host

import (
	"path"
	"strings"
)

// panicTrace collects the beginning of what a Go program says when it panics.
type panicTrace struct{ lines []string }

// longestTrace is how many lines are collected. The place where a panic began is
// never far down.
const longestTrace = 40

// line takes a line of output.
func (p *panicTrace) line(line string) {
	begins := strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
	if (begins || len(p.lines) > 0) && len(p.lines) < longestTrace {
		p.lines = append(p.lines, line)
	}
}

// summary is the panic's message and, if it can be told, where it began: the
// first place that is not in Go's runtime. It is "" if there was no panic.
func (p *panicTrace) summary() string {
	if len(p.lines) == 0 {
		return ""
	}
	message := p.lines[0]
	for i := 0; i+1 < len(p.lines); i++ {
		function, place := p.lines[i], p.lines[i+1]
		if !strings.HasPrefix(place, "\t") || strings.HasPrefix(function, "panic(") || strings.HasPrefix(function, "runtime.") {
			continue
		}
		// main.play(0xc000012345, ...) and /home/me/bot/main.go:12 +0x136
		if end := strings.LastIndex(function, "("); end > 0 {
			function = function[:end]
		}
		place, _, _ = strings.Cut(strings.TrimSpace(place), " ")
		return message + ", in " + path.Base(function) + " at " + path.Base(place)
	}
	return message
}

package said

import (
	"path"
	"slices"
	"strings"
)

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

// Package said takes what bots say beside the protocol, and finds in it why they ended.
package said

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Output takes what a bot writes. It counts the bytes and passes whole lines on
// with a label in front. It blocks the bot no longer than the user's terminal
// does.
type Output struct {
	limits meter.Limits
	flood  func() // called once, when a bot has written too much

	mu        sync.Mutex
	to        io.Writer
	isCut     bool // output beyond the limit is dropped, and is no flood
	label     string
	written   int
	explained bool // that standard output is the protocol
	shown     int
	rest      []byte // of an unfinished line
	last      string
	trace     panicTrace
	thrown    exception
	kept      match.Lines // for the record of the match
	tail      tail        // for a report, with what authors don't want to see at once
	lacked    match.Kind  // what the bot said that it could not have; "" if it did not
	lackedSay string      // the line
	isNewer   bool        // the bot said that it is for a newer processor
}

// longestLine is how many bytes of a line are kept.
const longestLine = 4 << 10

// NewOutput returns an output that is shown to somebody, or to nobody if that is nil.
func NewOutput(to io.Writer, label string, limits meter.Limits, flood func()) *Output {
	if to == nil {
		to = io.Discard
	}
	return &Output{to: to, label: label, limits: limits, flood: flood}
}

// Begin starts a new match: it resets the counts and sets the label.
func (o *Output) Begin(label string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.label, o.written, o.shown, o.rest, o.last, o.trace = label, 0, 0, nil, "", panicTrace{}
	o.thrown = exception{}
	o.kept, o.explained, o.tail, o.lacked, o.lackedSay = match.Lines{}, false, tail{}, "", ""
	o.isNewer = false
}

// Write takes everything. It never fails, since an error would break the bot's
// pipe.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(text)
	return len(text), nil
}

func (o *Output) write(text []byte) {
	if !o.counted(len(text)) {
		return
	}
	for rest := text; len(rest) > 0; {
		n := bytes.IndexByte(rest, '\n')
		part := rest
		if n >= 0 {
			part = rest[:n]
		}
		// The end of a line that is too long is dropped.
		o.rest = append(o.rest, part[:min(len(part), longestLine-len(o.rest))]...)
		if n < 0 {
			break
		}
		o.line(engine.Printable(string(o.rest)))
		o.rest, rest = o.rest[:0], rest[n+1:]
	}
}

// Printed takes a line of standard output outside of the protocol. The first of a match gets an
// explanation.
func (o *Output) Printed(line []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.counted(len(line) + 1) {
		return
	}
	if !o.explained {
		o.explained = true
		o.line(lineproto.PrintsExplained)
	}
	o.line(lineproto.Printed(line))
}

// Tell shows lines about a bot among its own.
func (o *Output) Tell(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, line := range lines {
		o.line(line)
	}
}

// End shows a last line that the bot did not finish.
func (o *Output) End() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.rest) > 0 {
		o.line(engine.Printable(string(o.rest)))
		o.rest = nil
	}
}

// Cut lets the bot write as much as it likes, but drops output beyond the limit.
func (o *Output) Cut() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isCut = true
}

// Charge counts bytes that the bot has not written, if they are more than none.
func (o *Output) Charge(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written += max(n, 0)
}

// counted counts bytes that a bot has written, which may be too many. It reports whether
// they are to be taken.
func (o *Output) counted(n int) bool {
	before, limit := o.written, o.limits.Output
	o.written += n
	if limit <= 0 || o.written <= limit {
		return true
	}
	switch {
	case before > limit:
	case o.isCut:
		o.line(fmt.Sprintf("(more than %s of output: the rest is dropped)", lineproto.InBytes(limit)))
	default:
		o.flood()
	}
	return !o.isCut
}

// line takes a whole line and shows it while there is room.
func (o *Output) line(line string) {
	if strings.TrimSpace(line) != "" {
		o.last = line
	}
	o.tail.add(line)
	o.thrown.line(line)
	if kind := exhaustion(line); kind != "" && o.lacked == "" {
		o.lacked, o.lackedSay = kind, line
	}
	o.isNewer = o.isNewer || isForNewerProcessor(line)
	if !o.trace.line(line) {
		return
	}
	o.kept.Add(line)
	before := o.shown
	o.shown += len(line) + 1
	switch limit := o.limits.Shown; {
	case limit == 0 || o.shown <= limit:
		_, _ = fmt.Fprintf(o.to, "%s%s\n", o.label, line)
	case before <= limit:
		_, _ = fmt.Fprintf(o.to, "%s(more than %s of output: the rest is not shown)\n", o.label, lineproto.InBytes(limit))
	}
}

// Take returns the lines since the last call. A line that is not finished stays
// until it is.
func (o *Output) Take() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept.Take()
}

// LastLine returns the last line that is not blank, finished or not.
func (o *Output) LastLine() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if rest := strings.TrimSpace(engine.Printable(string(o.rest))); rest != "" {
		return rest
	}
	return o.last
}

// LastLines returns the last lines of the match.
func (o *Output) LastLines() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.tail.lines)
}

// Exhausted returns what the bot said that it could not have, and the line in which it
// did.
func (o *Output) Exhausted() (match.Kind, string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lacked, o.lackedSay
}

// SaysNewer reports whether the bot said that it is for a newer processor.
func (o *Output) SaysNewer() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.isNewer
}

// Panicked describes the Go panic of the bot. It returns "" if there was none.
func (o *Output) Panicked() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.trace.summary()
}

// Uncaught describes what ended the bot by its own words: a Go panic, or an exception. It returns "" if it said
// nothing of that.
func (o *Output) Uncaught() string {
	if panicked := o.Panicked(); panicked != "" {
		return panicked
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.thrown.summary()
}

// tail keeps the last lines of an output. The zero value is ready to use.
type tail struct {
	lines []string
	size  int // in bytes, each line with its end
}

// longestTail is how many bytes of lines a tail keeps.
const longestTail = 32 << 10

func (t *tail) add(line string) {
	t.lines = append(t.lines, line)
	t.size += len(line) + 1
	for t.size > longestTail {
		t.size -= len(t.lines[0]) + 1
		t.lines = t.lines[1:]
	}
}

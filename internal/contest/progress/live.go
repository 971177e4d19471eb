package progress

import (
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// live shows a run as a board on a terminal.
type live struct {
	to       *outlet
	terminal uintptr
	restore  func() // the terminal's modes of output
	heard    chan os.Signal
	drawn    *drawing // nil while there is no board
	over     bool
}

func newLive(to *outlet, o Options) form {
	file, ok := o.To.(*os.File)
	if !ok {
		return &quiet{to: to}
	}
	l := &live{to: to, terminal: file.Fd(), restore: understood(file.Fd()), heard: make(chan os.Signal, 4)}
	hear(l.heard)
	return l
}

func (l *live) turns() <-chan os.Signal { return l.heard }

// turn draws a new board when the program goes on after a stop: others have printed since, below the old one.
func (l *live) turn(os.Signal) { l.drawn = nil }

func (l *live) match(Match) []byte      { return nil }
func (l *live) note(line []byte) []byte { return plainLine(line) }
func (l *live) missing(lines int)       { l.print(missingLine(lines)) }

// print erases the board, which comes back below the lines.
func (l *live) print(lines []byte) {
	l.erase()
	_, _ = l.to.Write(lines)
}

func (l *live) refresh(s State, now time.Time) {
	width, height, err := term.GetSize(l.terminal)
	switch {
	case l.over || err != nil || width < 1:
		return
	case !inForeground(l.terminal):
		l.erase() // somebody else has the terminal
		return
	}
	// With the line of the cursor the board must fit, or it would scroll the lines above it.
	b := board{state: s, now: now, width: width, height: max(height-1, 1)}
	l.draw(strings.Split(painted(b.frame()), "\n"), width)
}

// draw draws a board where the last one is, or where the cursor is.
func (l *live) draw(lines []string, width int) {
	if l.drawn == nil {
		l.drawn = &drawing{}
	}
	if text := l.drawn.replaced(lines, width); text != "" {
		_, _ = l.to.Write([]byte(text)) // a board that can't be drawn must not end the run
	}
}

// erase takes the board from the screen.
func (l *live) erase() {
	if l.drawn == nil {
		return
	}
	width, _, err := term.GetSize(l.terminal)
	if err != nil || width < 1 {
		width = l.drawn.width
	}
	_, _ = l.to.Write([]byte(l.drawn.erased(width)))
	l.drawn = nil
}

func (l *live) end(*State, time.Time) {
	if l.over {
		return
	}
	l.over = true
	signal.Stop(l.heard)
	l.erase()
	l.restore()
}

// painted leaves out colours where they are not wanted.
func painted(frame string) string {
	if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		return frame
	}
	return strings.NewReplacer(good.String(), "", bad.String(), "").Replace(frame)
}

// drawing is a board as it stands on a terminal. The cursor is in the line below it, and is not hidden: whatever ends
// the program would leave it so.
type drawing struct {
	lines []string
	width int // of the terminal
}

// replaced returns what a terminal must be sent to show another board instead; nothing if it is
// the same.
func (d *drawing) replaced(lines []string, width int) string {
	if width == d.width && strings.Join(lines, "\n") == strings.Join(d.lines, "\n") {
		return ""
	}
	var text strings.Builder
	text.WriteString(d.top(width))
	for _, line := range lines {
		text.WriteString(ansi.EraseLineRight + line + "\r\n")
	}
	text.WriteString(ansi.EraseScreenBelow) // the rest of a board with more lines
	d.lines, d.width = lines, width
	return text.String()
}

// erased returns what a terminal of that width must be sent to be as it was before the board.
func (d *drawing) erased(width int) string {
	text := d.top(width) + ansi.EraseScreenBelow
	*d = drawing{}
	return text
}

// top moves the cursor to where the board begins. A terminal that got narrower meanwhile has
// broken lines that were wider; those of most terminals are as many as here.
func (d *drawing) top(width int) string {
	height := 0
	for _, line := range d.lines {
		height += max(1, (ansi.StringWidthWc(line)+width-1)/width)
	}
	if height == 0 {
		return "\r"
	}
	return "\r" + ansi.CursorUp(height) // a key that was echoed has moved the cursor
}

package progress

import (
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"
)

// live shows a run as a board on a terminal.
type live struct {
	to       *outlet
	terminal uintptr
	restore  func() // the terminal's modes of output
	keys     *keyboard
	heard    chan os.Signal
	stopping atomic.Bool
	drawn    *drawing // nil while there is no board
	stopped  bool     // by a key: the board was drawn since
	over     bool
}

func newLive(to *outlet, o Options) form {
	file, ok := o.To.(*os.File)
	if !ok {
		return &quiet{to: to}
	}
	l := &live{to: to, terminal: file.Fd(), restore: understood(file.Fd()), heard: make(chan os.Signal, 4)}
	hear(l.heard)
	l.keys = &keyboard{file: o.Keys, asks: l.heard, stop: sync.OnceFunc(func() {
		l.stopping.Store(true)
		if o.Stop != nil {
			o.Stop()
		}
	})}
	return l
}

func (l *live) turns() <-chan os.Signal { return l.heard }

// turn restores the terminal before a signal that was asked for by a key has its effect, and
// draws a new board when the program goes on.
func (l *live) turn(s os.Signal) {
	switch {
	case s != resumed:
		l.giveBack()
		raise(s)
		l.stopped = true
	case l.stopped:
		l.stopped = false
	default: // others have printed since: the screen can't be erased
		l.keys.ignore()
		l.drawn = nil
	}
}

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
	l.keys.listen()
	// With the line of the cursor the board must fit, or it would scroll the lines above it.
	b := board{state: s, now: now, width: width, height: max(height-1, 1), keys: l.help()}
	l.draw(strings.Split(painted(b.frame()), "\n"), width)
}

func (l *live) help() string {
	switch {
	case l.stopping.Load():
		return "stopping"
	case l.keys.listening():
		return "q stops"
	}
	return "Ctrl-C stops"
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
	l.giveBack()
	l.restore()
}

// giveBack restores the terminal.
func (l *live) giveBack() {
	l.keys.ignore()
	l.erase()
}

// painted leaves out colours where they are not wanted.
func painted(frame string) string {
	if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		return frame
	}
	return strings.NewReplacer(good.String(), "", bad.String(), "").Replace(frame)
}

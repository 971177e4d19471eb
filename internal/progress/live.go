package progress

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
)

// live shows a run as a board on a terminal.
type live struct {
	to       *outlet
	terminal screen
	keys     *keyboard
	heard    chan os.Signal
	stopping atomic.Bool
	program  *tea.Program // that draws the board; nil while there is none
	ended    chan struct{}
	over     bool
}

func newLive(to *outlet, o Options) form {
	file, ok := o.To.(*os.File)
	if !ok {
		return &quiet{to: to}
	}
	l := &live{to: to, terminal: screen{file, to}, heard: make(chan os.Signal, 4)}
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
	if s != resumed {
		l.giveBack()
		raise(s)
		return
	}
	// It was stopped, and others have printed since: what is on the screen can't be erased.
	l.keys.ignore()
	if l.program != nil {
		l.program.Kill()
		<-l.ended
		l.program = nil
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
	switch here := inForeground(l.terminal.Fd()); {
	case l.over:
		return
	case !here:
		l.erase() // somebody else has the terminal
		return
	}
	if l.program == nil {
		l.draw()
	}
	l.keys.listen()
	l.program.Send(board{state: s, now: now, keys: l.help()})
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

// looks is how often in a second bubbletea looks whether there is anything new to draw. Since
// that comes once in [redraw], this is how soon a board is back after lines were printed.
const looks = 20

// draw begins to draw a board where the cursor is.
func (l *live) draw() {
	l.ended = make(chan struct{})
	l.program = tea.NewProgram(view{}, tea.WithInput(nil), tea.WithOutput(l.terminal),
		tea.WithFPS(looks), tea.WithoutSignalHandler())
	go func() {
		defer close(l.ended)
		_, _ = l.program.Run() // a board that can't be drawn must not end the run
	}()
}

// erase takes the board from the screen.
func (l *live) erase() {
	if l.program == nil {
		return
	}
	l.program.Send(board{})
	l.program.Quit()
	<-l.ended
	l.program = nil
}

func (l *live) end(*State, time.Time) {
	l.over = true
	signal.Stop(l.heard)
	l.giveBack()
}

// giveBack restores the terminal.
func (l *live) giveBack() {
	l.keys.ignore()
	l.erase()
}

// view is what bubbletea draws.
type view struct{ board board }

func (v view) Init() tea.Cmd { return nil }

func (v view) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	width, height := v.board.width, v.board.height
	switch m := message.(type) {
	case board:
		v.board = m
	case tea.WindowSizeMsg:
		width, height = m.Width, m.Height
	}
	v.board.width, v.board.height = width, height
	return v, nil
}

func (v view) View() tea.View {
	var frame string
	if v.board.width > 0 && !v.board.now.IsZero() {
		b := v.board
		b.height-- // a board in the last line would scroll what is above it
		frame = b.frame()
	}
	drawn := tea.NewView(frame)
	drawn.DisableBracketedPasteMode = true
	return drawn
}

package progress

import (
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how and where a run is shown.
type Options struct {
	Form Form
	// To is where it is shown. Nothing else may print there until Close; what must be
	// printed meanwhile is given to [Display.Write].
	To io.Writer
}

// Display shows a run until it is closed. Its methods can be called by any goroutine at any
// time, and all except Close never wait for a reader.
type Display struct {
	latest  atomic.Pointer[State]
	waiting queue
	to      *outlet
	form    form
	closing chan struct{}
	close   func()
	ended   chan struct{}
	patient bool // waits for the reader, unless the run is interrupted
	ctx     context.Context
}

// form is one way of showing a run. Its methods are called by one goroutine.
type form interface {
	print(lines []byte)             // whole lines, printable
	missing(lines int)              // so many lines were dropped
	match(m Match) []byte           // a match as a line, or nil; called by any goroutine
	note(line []byte) []byte        // a line as it is printed; called by any goroutine
	refresh(s State, now time.Time) // at most five times a second
	turns() <-chan os.Signal        // that the program was stopped, and goes on; may be nil
	turn(signal os.Signal)
	end(s *State, now time.Time)
}

const (
	// redraw is the shortest time between two frames.
	redraw = 200 * time.Millisecond
	// overdue is how late a frame must be for the program to have been stopped, maybe.
	overdue = redraw / 2
	// grace is how long a display waits at its end for a reader that doesn't read, and after an overdue frame for a
	// signal: a busy machine brings one late, and a board that is drawn before it stands on the lines of others.
	grace = time.Second
)

// Show begins to show a run. The end of ctx ends it, too. Close
// must be called in any case.
func Show(ctx context.Context, o Options) *Display {
	d := &Display{
		to: newOutlet(o.To), closing: make(chan struct{}), ended: make(chan struct{}), ctx: ctx,
	}
	d.close = sync.OnceFunc(func() { close(d.closing) })
	switch o.Form {
	case Board:
		d.form = newLive(d.to, o)
	case JSON:
		d.form, d.patient = &objects{to: d.to}, true
	default:
		d.form, d.patient = &quiet{to: d.to}, true
	}
	go d.run(ctx)
	return d
}

// Update shows a newer state. One that is followed by another before it was shown is
// skipped.
func (d *Display) Update(s State) { d.latest.Store(&s) }

// Match tells of a match that was played. Only [JSON] shows it.
func (d *Display) Match(m Match) {
	if line := d.form.match(m); line != nil {
		d.waiting.put(line)
	}
}

// Write takes text for people, such as a warning, and prints it in whole lines, above the
// board if there is one. Characters that control a terminal are removed. It always succeeds.
func (d *Display) Write(text []byte) (int, error) {
	d.waiting.write(text, d.form.note)
	return len(text), nil
}

// Close shows the rest, restores the terminal, and returns the first error of
// writing. It waits for a reader of lines or JSON, who gets everything, until the context
// ends, but never longer than a second for a terminal: then the unread rest is lost.
// Further calls return the same.
func (d *Display) Close() error {
	d.waiting.flush(d.form.note)
	d.close()
	if d.patient {
		select {
		case <-d.ended:
		case <-d.ctx.Done():
		}
	}
	select {
	case <-d.ended:
	case <-time.After(grace):
		d.to.leave()
		<-d.ended
	}
	return d.to.failure()
}

// run is the goroutine that shows everything.
func (d *Display) run(ctx context.Context) {
	defer close(d.ended)
	defer d.to.close()
	turns := d.form.turns()
	ticker := time.NewTicker(redraw)
	defer ticker.Stop()
	for ticked := time.Now(); ; {
		select {
		case <-ticker.C:
			if time.Since(ticked) > redraw+overdue {
				d.await(turns)
			}
			ticked = time.Now()
			d.drain()
			if s := d.latest.Load(); s != nil {
				d.form.refresh(*s, time.Now())
			}
		case signal := <-turns:
			d.form.turn(signal)
		case <-ctx.Done():
			d.form.end(nil, time.Now()) // the terminal is restored at once
			ctx = context.WithoutCancel(ctx)
		case <-d.closing:
			d.drain()
			d.form.end(d.latest.Load(), time.Now())
			d.drain()
			return
		}
	}
}

// await takes the signal of a program that goes on after a stop, which may come after the frame that is overdue then.
func (d *Display) await(turns <-chan os.Signal) {
	select {
	case signal := <-turns:
		d.form.turn(signal)
	case <-time.After(grace):
	case <-d.closing:
	}
}

// drain prints the lines that wait.
func (d *Display) drain() {
	lines, missing := d.waiting.take()
	if len(lines) > 0 {
		d.form.print(lines)
	}
	if missing > 0 {
		d.form.missing(missing)
	}
}

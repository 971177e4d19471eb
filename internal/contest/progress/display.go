package progress

import (
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"
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

// Form is how a run is shown.
type Form int

// Forms.
const (
	// Lines are few: one for each tenth of the way, and at most one in ten seconds.
	Lines Form = iota
	// Board is drawn on a terminal again and again. It is as large as it must be, up to the
	// terminal's size, in colour unless NO_COLOR is set.
	Board
	// JSON is one object a line. Its "type" says what it is: "progress" (at most once a second,
	// and the last state), "match" (each match), "note" (a line for people, in "text") or
	// "missing" (so many "lines" before it were dropped, as nobody read them in time). New types
	// and new fields may come; these stay. A number that is not known is null, as is "evidence"
	// where nothing is compared. "seconds" and "left" are seconds, as is "likely", which is how long an
	// answer takes by the matches so far if that is less than "left"; "rate" is matches a second,
	// "better", "worse" and "decided" are natural logarithms of capitals, shares are 0 to 1.
	//
	//	{"type":"progress","matches":120,"of":400,"stored":0,"seconds":14.5,"rate":8.3,"left":33.8,"likely":12.1,
	//	 "unit":"points","table":[{"name":"demo","value":1612,"low":1572,"high":1652}],
	//	 "evidence":{"new":"mine","old":"yours","groups":60,"better":2,"worse":-3.5,
	//	 "decided":3.7,"share":0.58,"low":0.52,"high":0.64},"faults":["match 3: demo crashed"]}
	//	{"type":"match","number":0,"seed":7,"bots":["demo","null"],"scores":[3,0],
	//	 "places":[1,2],"verdicts":[{"seat":1,"round":8,"kind":"cpu","detail":"..."}]}
	//	{"type":"note","text":"note: ..."}
	//	{"type":"missing","lines":12}
	JSON
)

// The smallest terminal that has room for a board.
const (
	leastWidth  = 20
	leastHeight = 6
)

// FormFor returns how a run is best shown there, if it isn't JSON: as a board on a terminal
// that can draw one and says how large it is, otherwise as lines.
func FormFor(to io.Writer) Form {
	file, ok := to.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return Lines
	}
	if kind, set := os.LookupEnv("TERM"); kind == "dumb" || !set && needsTerm {
		return Lines
	}
	width, height, err := term.GetSize(file.Fd())
	if err != nil || width < leastWidth || height < leastHeight {
		return Lines
	}
	return Board
}

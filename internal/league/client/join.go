package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Play plays a match, and returns what the league is to get: at most [wire.MostResult] bytes. The league
// is told of an error, and gives the match to another worker; see [ErrUnable].
type Play func(ctx context.Context, t *Task) ([]byte, error)

// ErrUnable is returned by a [Play] if the worker lacks what the match needs, as an interpreter or
// room on its disk. Another one gets the match, and it does not count as having been given.
var ErrUnable = errors.New("the worker lacks what the match needs")

// JoinOptions are how a worker works.
type JoinOptions struct {
	Slots int    // how many matches are played at a time, from 1 to [scheduler.MostSlots]
	About []byte // what the league is told of this worker, at most [wire.MostAbout] bytes: it may be why it is not taken
	Play  Play   // called by so many goroutines at a time
	// Joined, if not nil, is called when the league has taken the worker.
	Joined func()
	// Say, if not nil, gets a sentence for the user now and then.
	Say func(sentence string)
	// External, if not nil, is the server that the league uses; its address in the invitation is
	// not used then.
	External *wire.External
}

// worker is a connection to a league.
type worker struct {
	names      wire.Names
	id         string
	invitation members.Invitation
	options    JoinOptions
	conn       *nats.Conn
	link       *wire.Link
	js         jetstream.JetStream
	leave      context.CancelCauseFunc
	again      wire.Bell     // wakes the beats up
	room       chan struct{} // has one of it for each match that is played

	large sync.Mutex // is kept while a result is sent in parts
	sent  wire.Seen  // jobs whose results the server has

	mu      sync.Mutex
	wait    time.Duration
	full    bool                   // the league has no room for it
	playing map[scheduler.Key]bool // the matches that it has, also one that waits for a slot
}

// call returns the context of a call of the server: it is done after [wire.CallTime], or when the
// connection breaks.
func (w *worker) call(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, wire.CallTime)
	stop := context.AfterFunc(w.link.Unbroken(), cancel)
	return ctx, func() { stop(); cancel() }
}

// joinTime is after how long a worker tells that it has had no answer yet.
const joinTime = 30 * time.Second

// Join plays matches of a league until ctx is done, and then returns nil after the matches that are
// being played. It returns an error if the league does not want it, or not any more. A league that
// can't be reached or has no room is waited for, and so is one that goes away.
func Join(ctx context.Context, i members.Invitation, o JoinOptions) error {
	if i.Submits {
		return hint.New(
			"", "this invitation is for submitting bots, not for a worker",
			"ask the league for an invitation of a worker",
		)
	}
	if o.Slots < 1 || o.Slots > scheduler.MostSlots {
		return fmt.Errorf("%d matches at a time: from 1 to %d are possible", o.Slots, scheduler.MostSlots)
	}
	if len(o.About) > wire.MostAbout {
		return fmt.Errorf("%d bytes about the worker are more than %d", len(o.About), wire.MostAbout)
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	w := &worker{
		names: wire.Named(""), id: i.ID(), invitation: i, options: o, leave: leave, link: wire.NewLink(),
		again: wire.NewBell(), room: make(chan struct{}, o.Slots), playing: make(map[scheduler.Key]bool),
	}
	err := w.stay(ctx)
	if err == nil {
		err = context.Cause(ctx)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// stay joins and plays until ctx is done.
func (w *worker) stay(ctx context.Context) error {
	if err := w.connect(ctx); err != nil {
		return err
	}
	defer w.conn.Close()
	if err := w.introduce(ctx); err != nil {
		return err
	}
	if w.options.Joined != nil {
		w.options.Joined()
	}
	w.work(ctx)
	return nil
}

// connect connects to the server.
func (w *worker) connect(ctx context.Context) (err error) {
	options := append(
		lasting("arena worker", w.id, 500*time.Millisecond),
		nats.ReconnectHandler(func(*nats.Conn) { w.options.Say("connected again"); w.again.Ring() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if w.link.Breaks(); err != nil {
				w.options.Say("the connection to the league broke; this is tried again")
			}
		}),
		nats.ClosedHandler(func(c *nats.Conn) { w.leave(explain(c.LastError())) }),
	)
	at, do := w.invitation.Address, func(more ...nats.Option) (*nats.Conn, error) {
		return dial(w.invitation, append(more, options...)...)
	}
	if e := w.options.External; e != nil {
		at, w.names = e.Place(), e.Names()
		do = func(more ...nats.Option) (*nats.Conn, error) { return e.Connect(append(more, options...)...) }
	}
	if w.conn, err = knock(ctx, at, 0, w.options.Say, do); err != nil {
		return err
	}
	w.js, err = jetstream.New(w.conn)
	return err
}

// lasting are the options of a connection that comes back as often as it breaks, with replies that go to
// nobody else.
func lasting(name, id string, again time.Duration) []nats.Option {
	return append(
		wire.Lasting(name, again), nats.CustomInboxPrefix(wire.Inbox(id)), nats.IgnoreDiscoveredServers(),
		nats.Timeout(dialTime), nats.PingInterval(10*time.Second))
}

// dial connects with an invitation.
func dial(i members.Invitation, options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect(
		"tls://"+i.Address, append(options, nats.Nkey(i.ID(), i.Key().Sign), nats.Secure(i.TLS()),
			nats.TLSHandshakeFirst())...)
}

// introduce waits until the league has answered for the first time.
func (w *worker) introduce(ctx context.Context) error {
	for begun, told := time.Now(), false; ctx.Err() == nil; {
		taken, err := w.sayHello(ctx)
		if taken || err != nil {
			return err
		}
		if w.third() > 0 { // it has answered
			wire.Pause(ctx, w.third())
			continue
		}
		if !told && time.Since(begun) > joinTime {
			told = true
			w.options.Say("the server is there, but no league answers; this is tried again")
		}
		wire.Pause(ctx, 200*time.Millisecond)
	}
	return context.Cause(ctx)
}

// sayHello sends a beat. It returns whether the league has taken the worker, and an error if it is not
// wanted.
func (w *worker) sayHello(ctx context.Context) (bool, error) {
	said := wire.Beat{Slots: w.options.Slots, About: w.options.About}
	w.mu.Lock()
	for key := range w.playing {
		said.Playing = append(said.Playing, key)
	}
	w.mu.Unlock()
	text, err := json.Marshal(said)
	if err != nil {
		return false, err
	}
	m, err := w.request(ctx, w.names.Beat(w.id), text)
	if err != nil {
		return false, nil //nolint:nilerr // the league may be starting: the next beat will tell
	}
	var a wire.Answer
	if err := json.Unmarshal(m.Data, &a); err != nil || a.AckWait < wire.MinAckWait {
		return false, errors.New("the league's answer can't be read; it has another version of the arena")
	}
	if a.Refused != "" {
		return false, hint.New("", a.Refused.String(), "").Because(wire.ErrNotAdmitted)
	}
	w.mu.Lock()
	already := w.full
	w.wait, w.full = a.AckWait, a.Full > 0
	w.mu.Unlock()
	if a.Full > 0 && !already {
		w.options.Say(fmt.Sprintf(
			"the league is full, with %s; this one waits until there is room", safe.Count(a.Full, "worker")))
	}
	return a.Full == 0, nil
}

// request asks and waits for the answer, [wire.CallTime] at most; as long for a connection that broke.
func (w *worker) request(ctx context.Context, subject string, body []byte) (*nats.Msg, error) {
	if err := wire.Await(ctx, w.conn); err != nil {
		return nil, err
	}
	ctx, cancel := w.call(ctx)
	defer cancel()
	return w.conn.RequestWithContext(ctx, subject, body)
}

// third returns how long the worker may be silent.
func (w *worker) third() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wait / 3
}

// beats sends beats until ctx is done.
func (w *worker) beats(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.again:
		case <-time.After(w.third()):
		}
		if _, err := w.sayHello(ctx); err != nil {
			w.leave(err)
			return
		}
	}
}

package broker

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/members"
)

// Task is a job that a worker is to play.
type Task struct {
	Key    Key
	Body   []byte // as the league gave it
	worker *worker
}

// Play plays a match, and returns what the league is to get: at most [MostResult] bytes. The league
// is told of an error, and gives the match to another worker; see [ErrUnable].
type Play func(ctx context.Context, t *Task) ([]byte, error)

// JoinOptions are how a worker works.
type JoinOptions struct {
	Slots int    // how many matches are played at a time, from 1 to [MostSlots]
	About []byte // what the league is told of this worker, at most 4 kB; see [Options.Admit]
	Play  Play   // called by so many goroutines at a time
	// Joined, if not nil, is called when the league has taken the worker.
	Joined func()
	// Say, if not nil, gets a sentence for the user now and then.
	Say func(sentence string)
	// External, if not nil, is the server that the league uses; its address in the invitation is
	// not used then.
	External *External
}

// worker is a connection to a league.
type worker struct {
	names
	id         string
	invitation members.Invitation
	options    JoinOptions
	conn       *nats.Conn
	link       *link
	js         jetstream.JetStream
	leave      context.CancelCauseFunc
	again      bell          // wakes the beats up
	room       chan struct{} // has one of it for each match that is played

	large sync.Mutex // is kept while a result is sent in parts
	sent  seen       // jobs whose results the server has

	mu      sync.Mutex
	wait    time.Duration
	playing map[Key]bool // the matches that it has, also one that waits for a slot
}

// call returns the context of a call of the server: it is done after callTime, or when the
// connection breaks.
func (w *worker) call(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	stop := context.AfterFunc(w.link.unbroken(), cancel)
	return ctx, func() { stop(); cancel() }
}

// joinTime is how long a worker waits for its first answer.
const joinTime = 30 * time.Second

// Join plays matches of a league until ctx is done, and then returns nil after the matches that are
// being played. It returns an error if it can't join, or the league does not want it any more. A
// league that goes away and comes back is waited for.
func Join(ctx context.Context, i members.Invitation, o JoinOptions) error {
	if i.Submits {
		return hint.New(
			"", "this invitation is for submitting bots, not for a worker",
			"ask the league for an invitation of a worker",
		)
	}
	if o.Slots < 1 || o.Slots > MostSlots {
		return fmt.Errorf("%d matches at a time: from 1 to %d are possible", o.Slots, MostSlots)
	}
	if len(o.About) > mostAbout {
		return fmt.Errorf("%d bytes about the worker are more than %d", len(o.About), mostAbout)
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	w := &worker{
		names: names{defaultPrefix}, id: i.ID(), invitation: i, options: o, leave: leave, link: newLink(),
		again: newBell(), room: make(chan struct{}, o.Slots), playing: make(map[Key]bool),
	}
	if err := w.connect(); err != nil {
		return err
	}
	defer w.conn.Close()
	if err := w.introduce(ctx); err != nil {
		return err
	}
	if o.Joined != nil {
		o.Joined()
	}
	w.work(ctx)
	if why := context.Cause(ctx); !errors.Is(why, context.Canceled) && !errors.Is(why, context.DeadlineExceeded) {
		return why
	}
	return nil
}

// connect connects to the server.
func (w *worker) connect() (err error) {
	options := append(
		lasting("arena worker", w.id), nats.ReconnectWait(500*time.Millisecond),
		nats.ReconnectHandler(func(*nats.Conn) { w.options.Say("connected again"); w.again.ring() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if w.link.breaks(); err != nil {
				w.options.Say("the connection to the league broke; this is tried again")
			}
		}),
		nats.ClosedHandler(func(c *nats.Conn) { w.leave(explain(c.LastError())) }),
	)
	at := w.invitation.Address
	if e := w.options.External; e != nil {
		at, w.names = e.Place(), e.names()
		w.conn, err = e.connect(options...)
	} else {
		w.conn, err = dial(w.invitation, options...)
	}
	if err != nil {
		return whyNot(at, err)
	}
	w.js, err = jetstream.New(w.conn)
	return err
}

// lasting are the options of a connection that comes back as often as it breaks, with replies that go to
// nobody else.
func lasting(name, id string) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.CustomInboxPrefix(inbox(id)), nats.IgnoreDiscoveredServers(),
		nats.MaxReconnects(-1), nats.Timeout(10 * time.Second), nats.PingInterval(10 * time.Second),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // what matters is returned by calls
	}
}

// dial connects with an invitation.
func dial(i members.Invitation, options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect(
		"tls://"+i.Address, append(options, nats.Nkey(i.ID(), i.Key().Sign), nats.Secure(i.TLS()),
			nats.TLSHandshakeFirst())...)
}

// explain puts an error of the connection into our words.
func explain(err error) error {
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) ||
		errors.Is(err, nats.ErrAuthRevoked) {
		return ErrRevoked
	}
	return err
}

// whyNot tells why there is no connection to a league.
func whyNot(at string, err error) error {
	switch err := explain(err); {
	case errors.Is(err, ErrRevoked):
		return hint.New(at, err.Error(), "ask the league for a new invitation").Because(err)
	case errors.Is(err, members.ErrCertificate):
		return hint.New(
			at, members.ErrCertificate.Error(), "this is another league, or somebody in between; ask the league",
		).Because(err)
	case errors.As(err, new(tls.RecordHeaderError)):
		return hint.New(
			at, "something answers there, but no league",
			"ask the organiser for the port: it is that of --listen, not of --http",
		).Because(err)
	default:
		reason := fmt.Sprintf("no league answers: %v", err)
		if errors.Is(err, nats.ErrNoServers) {
			reason = "nothing answers there"
		}
		return hint.New(
			at, reason,
			"ask the organiser whether the league is served there, with --listen, and whether a firewall stops you",
		).Because(err)
	}
}

// introduce waits until the league has answered for the first time.
func (w *worker) introduce(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, joinTime, errors.New("the server is there, but no league answers"))
	defer cancel()
	for {
		switch answered, err := w.sayHello(ctx); {
		case err != nil:
			return err
		case answered:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		pause(ctx, 200*time.Millisecond)
	}
}

// sayHello sends a beat. It returns whether there was an answer, and an error if the worker is not
// wanted.
func (w *worker) sayHello(ctx context.Context) (bool, error) {
	said := beat{Slots: w.options.Slots, About: w.options.About}
	w.mu.Lock()
	for key := range w.playing {
		said.Playing = append(said.Playing, key)
	}
	w.mu.Unlock()
	text, err := json.Marshal(said)
	if err != nil {
		return false, err
	}
	m, err := w.request(ctx, w.beat(w.id), text)
	if err != nil {
		return false, nil //nolint:nilerr // the league may be starting: the next beat will tell
	}
	var a answer
	if err := json.Unmarshal(m.Data, &a); err != nil || a.AckWait < MinAckWait {
		return false, errors.New("the league's answer can't be read; it has another version of the arena")
	}
	if a.Refused != "" {
		return false, hint.New("", a.Refused, "").Because(ErrNotAdmitted)
	}
	w.mu.Lock()
	w.wait = a.AckWait
	w.mu.Unlock()
	return true, nil
}

// request asks and waits for the answer, callTime at most.
func (w *worker) request(ctx context.Context, subject string, body []byte) (*nats.Msg, error) {
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

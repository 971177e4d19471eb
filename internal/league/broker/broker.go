package broker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/connlimit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Options are how a league talks to its workers.
type Options struct {
	// Folder is where the server keeps its files: the certificate, the list of workers and the
	// queues. It is made if it is not there. The caller makes sure that no other process uses it.
	Folder string
	// Listen is the address that workers connect to, as "127.0.0.1:4222"; port 0 chooses one.
	Listen string
	// External, if not nil, is a server that is used instead of one in this process.
	External *wire.External
	// AckWait is how long a worker may be silent before its matches go to others; from 1 s, 30 s
	// if it is 0.
	AckWait time.Duration
	// MostWorkers is how many workers play at the same time; others wait. 0 means [UsualWorkers].
	MostWorkers int
	// Admit, if not nil, returns an error that says why a worker is not wanted, from what it tells
	// about itself. It may be called by several goroutines at once.
	Admit func(id string, about []byte) error
	// Say, if not nil, gets a sentence for the user now and then.
	Say func(sentence string)
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	unheard unheard // beats, and requests of workers
}

// Limits of who may be there.
const (
	UsualWorkers = 240    // that play at the same time, if a league says nothing else
	MostWorkers  = 10_000 // the most that a league may say
)

// Broker is a league's connection to its workers. Its methods may be called by several goroutines.
type Broker struct {
	names   wire.Names
	options Options
	now     func() time.Time
	members *members.List

	server   *server.Server  // nil if it is external
	door     *connlimit.Door // of the server
	broken   atomic.Bool     // its queues can't be written
	clients  *authenticator
	identity members.Identity
	conn     *nats.Conn
	link     *wire.Link
	js       jetstream.JetStream
	queue    jetstream.Stream // JOBS
	before   uint64           // results up to this one were there when the broker was opened

	parts   parts     // of results; used by the goroutine that receives
	given   wire.Seen // results that the league was given
	taken   taken     // how far it has come with them
	mu      sync.Mutex
	matches *scheduler.Assignments
	askers  map[string]*asker
	replies string              // what the subjects begin with on which the server answers what workers asked
	piece   [wire.PartSize]byte // of a program that is sent

	results chan scheduler.Delivered
	wake    wire.Bell // of dispatch
	stop    context.CancelFunc
	done    <-chan struct{} // closed by stop
	working sync.WaitGroup
}

// Open starts the server, or connects to an external one, and takes over what an earlier league
// has left in the queues. What it starts runs until [Broker.Close], or ctx is done.
func Open(ctx context.Context, o Options) (*Broker, error) {
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	if o.MostWorkers == 0 {
		o.MostWorkers = UsualWorkers
	}
	if o.MostWorkers < 1 || o.MostWorkers > MostWorkers {
		return nil, fmt.Errorf("MostWorkers: %d is not from 1 to %d", o.MostWorkers, MostWorkers)
	}
	if o.unheard == (unheard{}) {
		o.unheard = unheard{messages: 16_384, bytes: 16 << 20}
	}
	if o.AckWait < wire.MinAckWait {
		return nil, fmt.Errorf("AckWait: %v is less than %v", o.AckWait, wire.MinAckWait)
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	if o.Admit == nil {
		o.Admit = func(string, []byte) error { return nil }
	}
	b := &Broker{
		options: o, now: o.Now, names: wire.Named(""), link: wire.NewLink(),
		matches: scheduler.New(o.AckWait), askers: make(map[string]*asker),
		results: make(chan scheduler.Delivered), wake: wire.NewBell(),
	}
	if b.now == nil {
		b.now = time.Now
	}
	ctx, b.stop = context.WithCancel(ctx)
	b.done = ctx.Done()
	if err := b.open(ctx); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx) // whatever it has ended
		}
		b.stop()
		b.disconnect()
		b.shut()
		return nil, err
	}
	return b, nil
}

func (b *Broker) open(ctx context.Context) (err error) {
	if err := os.MkdirAll(b.options.Folder, 0o700); err != nil {
		return err
	}
	if b.members, err = members.Load(b.options.Folder); err != nil {
		return err
	}
	if b.options.External != nil {
		err = b.connect(ctx)
	} else if b.identity, err = members.LoadIdentity(b.options.Folder); err == nil {
		err = b.serve(ctx)
	}
	if err != nil {
		return err
	}
	if err := b.takeOver(ctx); err != nil {
		return err
	}
	if err := b.hear(b.names.Beat("*"), b.options.unheard, func(m *nats.Msg) { b.heard(ctx, m) }); err != nil {
		return err
	}
	if err := b.serveWorkers(); err != nil {
		return err
	}
	if err := b.flush(ctx); err != nil {
		return err
	}
	if b.door != nil {
		b.door.Open(b.server.InProcessConn)
	}
	if err := members.Folder(b.options.Folder).Served(b.Address()); err != nil {
		return err
	}
	var delivering sync.WaitGroup
	delivering.Go(func() { b.dispatch(ctx) })
	delivering.Go(func() { b.receive(ctx) })
	b.working.Go(func() {
		delivering.Wait()
		close(b.results)
	})
	b.working.Go(func() { b.watchMembers(ctx) })
	if b.server != nil {
		b.working.Go(func() { b.watchQueues(ctx) })
	}
	return nil
}

// flush waits until the server has taken all that was sent to it: else nothing would hear the first beat of a worker
// that comes at once, and the worker waits for its next.
func (b *Broker) flush(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, wire.CallTime)
	defer stop()
	return b.conn.FlushWithContext(ctx)
}

// connect connects to a server that runs elsewhere.
func (b *Broker) connect(ctx context.Context) (err error) {
	e := b.options.External
	b.names = e.Names()
	b.conn, err = e.Connect(append(wire.Lasting("arena league", time.Second), nats.ReconnectHandler(b.isBack))...)
	if err != nil {
		return hint.New(
			e.Place(), strings.ReplaceAll(err.Error(), e.URL, e.Place()),
			"start the server, or look at the file with its credentials",
		).Because(err)
	}
	return b.makeStreams(ctx)
}

// isBack notes that the connection to the server broke, and is there again.
func (b *Broker) isBack(*nats.Conn) {
	b.link.Breaks()
	b.hurry()
}

// Invite makes a key for a worker, and returns what its owner needs to join. With an external
// server the worker needs credentials of that server as well.
func (b *Broker) Invite(name string) (members.Invitation, error) {
	return b.members.Invite(members.Member{Name: name}, b.Address(), b.identity, b.now())
}

// Address returns the host and port that workers connect to. If the server listens on all
// networks, it is an address of this machine in one of them.
func (b *Broker) Address() string {
	if b.door != nil {
		return members.Reachable(b.door.Addr().String())
	}
	return b.conn.ConnectedAddr()
}

// Revoke ends a worker's membership: its connections are closed, and others get its matches. A
// worker that is unknown or revoked already is no error.
func (b *Broker) Revoke(ctx context.Context, id, why string) error {
	now, err := b.members.Revoke(id, why)
	b.shutOut(ctx, id)
	if now {
		b.options.Say(fmt.Sprintf("worker %s %s: its key is revoked", b.Name(id), why))
	}
	return err
}

// shutOut closes the connections of a worker whose key counts no more, and takes its matches.
func (b *Broker) shutOut(ctx context.Context, id string) {
	if b.clients != nil {
		b.clients.shutOut(id)
	}
	b.mu.Lock()
	sequences := b.matches.Dismiss(id)
	b.mu.Unlock()
	for _, sequence := range sequences {
		b.unqueue(ctx, sequence)
	}
	b.hurry()
}

// watchMembers notes who is there, and shuts out those whom another process has revoked, until ctx is
// done.
func (b *Broker) watchMembers(ctx context.Context) {
	folder := members.Folder(b.options.Folder)
	defer folder.NotServed()
	look := time.NewTicker(members.PresenceTime)
	defer look.Stop()
	for said := false; ; {
		err := folder.SetPresent(b.whoIsThere(), b.now())
		if err != nil && !said {
			b.complain("who is there can't be written down: " + err.Error())
		}
		said = err != nil
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		b.mu.Lock()
		known := b.matches.Known()
		b.mu.Unlock()
		if b.clients != nil {
			b.stopFloods(ctx)
			known = append(known, b.clients.keys()...)
		}
		for _, id := range known {
			if !b.members.Admits(id) {
				b.shutOut(ctx, id)
			}
		}
	}
}

// Members returns all who were invited, in the order of their invitations.
func (b *Broker) Members() []members.Member { return b.members.All() }

// Name returns the name of a worker, or its ID if it has none.
func (b *Broker) Name(id string) string {
	if name := b.members.Name(id); name != "" {
		return name
	}
	return id
}

// Present returns the IDs of the workers that are there, with how many matches each has.
func (b *Broker) Present() map[string]int {
	present := make(map[string]int)
	for _, w := range b.whoIsThere() {
		present[w.ID] = w.Given
	}
	return present
}

// whoIsThere returns the workers that are there, in the order of their IDs.
func (b *Broker) whoIsThere() []members.PresentWorker {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.matches.Present(b.now())
}

// Close stops everything that Open has started, and waits for it.
func (b *Broker) Close() error {
	b.stop()
	b.working.Wait()
	err := b.conn.FlushTimeout(5 * time.Second) // Done sends without waiting
	if errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrConnectionReconnecting) {
		err = nil // lost messages come again
	}
	b.disconnect()
	b.shut()
	return err
}

// shut shuts the door, if there is one.
func (b *Broker) shut() {
	if b.door != nil {
		_ = b.door.Close() // nobody listens any more, whatever it says
	}
}

// disconnect ends the connection, and the server if it is in this process.
func (b *Broker) disconnect() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

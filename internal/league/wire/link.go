package wire

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// CallTime is how long the server may take for an answer; calls of JetStream end after it by themselves.
const CallTime = 5 * time.Second

// errBroken is why a call got no answer.
var errBroken = errors.New("the connection broke")

// Link tells those who wait for something on a connection that it broke: what they wait for does not come.
type Link struct {
	mu     sync.Mutex
	intact context.Context //nolint:containedctx // done when the connection breaks: it lives as long
	broke  context.CancelCauseFunc
}

// NewLink returns the link of a new connection.
func NewLink() *Link {
	l := &Link{}
	l.intact, l.broke = context.WithCancelCause(context.Background())
	return l
}

// Breaks ends all that was begun before.
func (l *Link) Breaks() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broke(errBroken)
	l.intact, l.broke = context.WithCancelCause(context.Background())
}

// Unbroken returns a context that is done when the connection breaks.
func (l *Link) Unbroken() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.intact
}

// Lasting are the options of a connection that comes back as often as it breaks. Meanwhile no message is kept for
// later: one that is tried again and again would come as often.
func Lasting(name string, again time.Duration) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(again), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // what matters is returned by calls
	}
}

// Await waits until a connection is intact, [CallTime] at most.
func Await(ctx context.Context, conn *nats.Conn) error {
	const look = 50 * time.Millisecond
	for end := time.Now().Add(CallTime); !conn.IsConnected(); Pause(ctx, look) {
		if ctx.Err() != nil || time.Now().After(end) {
			return errBroken
		}
	}
	return nil
}

// Bell wakes up a goroutine: a ring that nobody has heard yet stands for all that follow.
type Bell chan struct{}

// NewBell returns a bell that has not rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring never waits.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// Pause waits, or until ctx is done.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

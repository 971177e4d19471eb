package broker

import (
	"context"
	"errors"
	"sync"
)

// errBroken is why a call got no answer.
var errBroken = errors.New("the connection broke")

// link tells those who wait for something on a connection that it broke: what they wait for does not come.
type link struct {
	mu     sync.Mutex
	intact context.Context //nolint:containedctx // done when the connection breaks: it lives as long
	broke  context.CancelCauseFunc
}

func newLink() *link {
	l := &link{}
	l.intact, l.broke = context.WithCancelCause(context.Background())
	return l
}

// breaks ends all that was begun before.
func (l *link) breaks() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broke(errBroken)
	l.intact, l.broke = context.WithCancelCause(context.Background())
}

// unbroken returns a context that is done when the connection breaks.
func (l *link) unbroken() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.intact
}

// bell wakes up a goroutine: a ring that nobody has heard yet stands for all that follow.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

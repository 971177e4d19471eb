package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// knockTime is after how long a league that lets nobody in is asked again.
const knockTime = 2 * time.Second

// mostRefusals is how often a league must say that a key does not count before this is believed. One that had far more
// to do than it could has said so of keys that did.
const mostRefusals = 3

// connect makes a connection with some more options.
type connect func(more ...nats.Option) (*nats.Conn, error)

// knock connects to a league. While it can't be reached, or has no room, this is tried again, until ctx
// is done or for a limited time, if that is not 0; it is said once.
func knock(ctx context.Context, at string, limit time.Duration, say func(string), do connect) (*nats.Conn, error) {
	d := &dialer{}
	var giveUp context.CancelFunc
	d.ctx, giveUp = context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { giveUp(); d.hangUp() })
	told, refusals := false, 0
	for begun := time.Now(); ; wire.Pause(ctx, knockTime) {
		conn, err := do(nats.SetCustomDialer(d))
		if err == nil && stop() {
			return conn, nil // which dials again when it breaks, though ctx is done
		}
		switch {
		case err == nil:
			conn.Close()
			return nil, context.Cause(ctx)
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case isRefusal(err) && refusals+1 < mostRefusals:
			refusals++
		case !mayPass(err), limit > 0 && time.Since(begun) > limit:
			stop()
			giveUp()
			return nil, whyNot(at, err)
		case !told:
			why := whyNot(at, err)
			say(fmt.Sprintf("%v; this is tried again. If it lasts, %s", why, hint.Of(why)))
			told = true
		}
	}
}

// dialer connects until its context is done, and can be stopped in what follows: the library knows no
// contexts.
type dialer struct {
	ctx context.Context //nolint:containedctx // of all that it dials

	mu   sync.Mutex
	last net.Conn
}

// dialTime is how long a connection may take, and how long what comes before the first message.
var dialTime = 10 * time.Second

// Dial implements [nats.CustomDialer].
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{Timeout: dialTime}).DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.ctx.Err(); err != nil { // it was stopped before it knew of this one
		_ = c.Close()
		return nil, err
	}
	d.last = c
	return c, nil
}

// hangUp ends the last connection.
func (d *dialer) hangUp() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil {
		_ = d.last.Close()
	}
}

// mayPass reports whether a league may be reached later though it is not now.
func mayPass(err error) bool {
	for _, passes := range []error{
		nats.ErrNoServers, nats.ErrTimeout, nats.ErrMaxConnectionsExceeded, nats.ErrConnectionClosed,
		io.EOF, io.ErrUnexpectedEOF, os.ErrDeadlineExceeded,
	} {
		if errors.Is(err, passes) {
			return true
		}
	}
	return errors.As(err, new(*net.OpError)) || errors.As(err, new(*net.DNSError)) || isSlow(err)
}

// isSlow reports whether a server took so long to look at a key that it asked before whether its client is there. The
// library has no other name for that.
func isSlow(err error) bool { return strings.Contains(err.Error(), "expected 'PONG', got 'PING'") }

// isRefusal reports whether a league says that a key does not count.
func isRefusal(err error) bool { return errors.Is(explain(err), wire.ErrRevoked) }

// explain puts an error of the connection into our words.
func explain(err error) error {
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) ||
		errors.Is(err, nats.ErrAuthRevoked) {
		return wire.ErrRevoked
	}
	return err
}

// whyNot tells why there is no connection to a league.
func whyNot(at string, err error) error {
	switch err := explain(err); {
	case isRefusal(err):
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
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return hint.New(
			at, "it ends the connection, as a league does that has no room", "ask the organiser whether it is full",
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

//go:build !windows

package trust

import (
	"context"
	"io"
	"net"
	"os"
	"time"
)

func dialAgent(ctx context.Context) (io.ReadWriteCloser, error) {
	path := os.Getenv("SSH_AUTH_SOCK")
	if path == "" {
		return nil, ErrNoAgent
	}
	connection, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, ErrNoAgent
	}
	stop := context.AfterFunc(ctx, func() { _ = connection.SetDeadline(time.Now()) })
	if err := connection.SetDeadline(time.Now().Add(longestAgent)); err != nil {
		stop()
		_ = connection.Close()
		return nil, err
	}
	return &watchedAgent{connection, stop}, nil
}

// watchedAgent is a connection that ends with its context.
type watchedAgent struct {
	net.Conn
	unwatch func() bool
}

func (w *watchedAgent) Close() error {
	w.unwatch()
	return w.Conn.Close()
}

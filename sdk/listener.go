//go:build !wasip1 && !windows

package sdk

import (
	"net"
	"sync"
)

// listener accepts one connection, then waits until it is closed.
type listener struct {
	conn   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newListener(conn net.Conn) *listener {
	l := &listener{conn: make(chan net.Conn, 1), closed: make(chan struct{})}
	l.conn <- conn
	return l
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conn:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

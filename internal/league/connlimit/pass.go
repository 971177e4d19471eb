package connlimit

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"
)

// PassTime is how long a client may take to receive 16 kB.
const PassTime = 30 * time.Second

// accompany carries what a visitor and the server say to each other, until one of them leaves.
func (d *Door) accompany(v *Visitor, inside func() (net.Conn, error)) {
	defer func() {
		_ = v.conn.Close()
		d.mu.Lock()
		defer d.mu.Unlock()
		if !v.known && !v.sent && !d.closed {
			d.turned.Keyless++
		}
		d.forget(v)
	}()
	hello := make([]byte, 4<<10) // clients speak first: those that are silent don't cost the server anything
	n, err := v.conn.Read(hello)
	if err != nil {
		return
	}
	server, err := inside()
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	if err := introduceTo(server, v.alias(), hello[:n]); err != nil {
		return
	}
	var asking sync.WaitGroup
	asking.Go(func() { pass(server, v.conn) })
	pass(v.conn, server)
	asking.Wait()
}

// introduceTo tells the server who comes, by the PROXY protocol, and what it has said.
func introduceTo(server net.Conn, alias netip.Addr, hello []byte) error {
	if err := server.SetWriteDeadline(time.Now().Add(PassTime)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(server, "PROXY TCP6 %s %[1]s 1 1\r\n%[2]s", alias, hello)
	return err
}

// pass carries what comes from one side to the other until one of them ends, and then ends both.
func pass(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	for part := make([]byte, 16<<10); ; {
		n, err := from.Read(part)
		if n > 0 {
			if to.SetWriteDeadline(time.Now().Add(PassTime)) != nil {
				return
			}
			if _, err := to.Write(part[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

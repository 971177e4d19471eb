package broker

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/league/uploads"
)

// Limits of those who have not shown a key yet. The server itself counts connections before it knows
// whose they are, so strangers could take all its places.
const (
	mostGuests = 256
	guestTime  = 10 * time.Second
)

// passTime is how long somebody may take to receive what was sent, 16 kB at a time.
const passTime = 30 * time.Second

// door is the listener in front of the server. It knows who has shown a key. Of the others it lets in
// mostGuests at a time; beyond that, the oldest one goes from the address that has most.
type door struct {
	net.Listener

	patience time.Duration

	mu       sync.Mutex
	came     uint64     // how many have
	visitors []*visitor // the oldest one first
	closed   bool
	turned   turned
	working  sync.WaitGroup
}

// visitor is a connection.
type visitor struct {
	net.Conn

	number uint64 // of those who came
	home   netip.Prefix
	known  bool // it has shown a key
	sent   bool // it was sent away, and counted
}

// listen makes a door that is still shut: who comes waits.
func listen(ctx context.Context, address string) (*door, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &door{Listener: l, patience: guestTime}, nil
}

// open lets visitors in until the door is closed; inside connects to the server.
func (d *door) open(inside func() (net.Conn, error)) {
	d.working.Go(func() {
		for {
			c, err := d.Accept()
			switch {
			case err == nil:
				if v := d.enter(c); v != nil {
					d.working.Go(func() { d.accompany(v, inside) })
				}
			case d.isClosed():
				return
			default: // as when too many files are open
				time.Sleep(50 * time.Millisecond)
			}
		}
	})
}

func (d *door) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

// alias returns the address by which the server knows a visitor, and which nobody else ever has. Their own would not
// do: who has gone leaves it to others, and a busy server may look at the key of the one and be told about the other.
func (v *visitor) alias() netip.Addr {
	a := [16]byte{0: 0xfd} // one that is in no other network
	binary.BigEndian.PutUint64(a[8:], v.number)
	return netip.AddrFrom16(a)
}

// visitor returns whom the server knows by an address, or nil if it has gone.
func (d *door) visitor(alias net.Addr) *visitor {
	at, err := netip.ParseAddrPort(alias.String())
	if err != nil {
		return nil
	}
	bytes := at.Addr().As16()
	number := binary.BigEndian.Uint64(bytes[8:])
	d.mu.Lock()
	defer d.mu.Unlock()
	i, here := slices.BinarySearchFunc(d.visitors, number, func(v *visitor, number uint64) int {
		return cmp.Compare(v.number, number)
	})
	if !here {
		return nil
	}
	return d.visitors[i]
}

// enter notes a connection. It returns nil if that was closed.
func (d *door) enter(c net.Conn) *visitor {
	v := &visitor{Conn: c, home: uploads.Home(c.RemoteAddr())}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || c.SetReadDeadline(time.Now().Add(d.patience)) != nil {
		_ = c.Close()
		return nil
	}
	if longest := tooMany(d.visitors); longest != nil {
		_ = longest.Close()
		longest.sent = true
		d.turned.crowded.Add(1)
		d.forget(longest)
	}
	d.came++
	v.number = d.came
	d.visitors = append(d.visitors, v)
	return v
}

// tooMany returns who must go before another one comes, or nil.
func tooMany(visitors []*visitor) (longest *visitor) {
	count, most := make(map[netip.Prefix]int), 0
	guests := 0
	for _, v := range visitors {
		if !v.known {
			guests++
			count[v.home]++
			most = max(most, count[v.home])
		}
	}
	if guests < mostGuests {
		return nil
	}
	return visitors[slices.IndexFunc(visitors, func(v *visitor) bool { return !v.known && count[v.home] == most })]
}

func (d *door) forget(v *visitor) {
	d.visitors = slices.DeleteFunc(d.visitors, func(other *visitor) bool { return other == v })
}

// admit notes that a visitor has shown a key. It returns false if it went.
func (d *door) admit(v *visitor) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v.SetReadDeadline(time.Time{}) != nil {
		return false
	}
	v.known = true
	return true
}

// turnAway ends the connection of a visitor without a word: the server would say that its key does not
// count. Who has one tries again.
func (d *door) turnAway(v *visitor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = v.Close()
	if !v.sent {
		v.sent = true
		d.turned.full.Add(1)
	}
}

// cut breaks all connections: who has a key comes back.
func (d *door) cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.visitors {
		_ = v.Close()
	}
}

// Close ends all connections, and waits until they have ended.
func (d *door) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	err := d.Listener.Close()
	d.cut()
	d.working.Wait()
	return err
}

// accompany carries what a visitor and the server say to each other, until one of them leaves.
func (d *door) accompany(v *visitor, inside func() (net.Conn, error)) {
	defer func() {
		_ = v.Close()
		d.mu.Lock()
		defer d.mu.Unlock()
		if !v.known && !v.sent && !d.closed {
			d.turned.keyless.Add(1)
		}
		d.forget(v)
	}()
	hello := make([]byte, 4<<10) // clients speak first: those that are silent don't cost the server anything
	n, err := v.Read(hello)
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
	asking.Go(func() { pass(server, v) })
	pass(v, server)
	asking.Wait()
}

// introduceTo tells the server who comes, by the PROXY protocol, and what it has said.
func introduceTo(server net.Conn, alias netip.Addr, hello []byte) error {
	if err := server.SetWriteDeadline(time.Now().Add(passTime)); err != nil {
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
			if to.SetWriteDeadline(time.Now().Add(passTime)) != nil {
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

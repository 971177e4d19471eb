package connlimit

import (
	"cmp"
	"encoding/binary"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
)

// Limits of guests: how many there are at a time, unless the system allows few files, and how long each may take to
// show a key.
const (
	MostGuests = 256
	GuestTime  = 10 * time.Second
)

// Door is the way to a server. It is made by [New]. Its methods may be called by several goroutines.
type Door struct {
	listener net.Listener
	patience time.Duration
	most     int // guests

	mu       sync.Mutex
	came     uint64     // how many have
	visitors []*Visitor // the oldest one first
	closed   bool
	turned   Count // whom it has sent away; who is there is counted when somebody asks
	working  sync.WaitGroup
}

// New makes a door that is still shut: who comes to the listener waits.
func New(l net.Listener) *Door {
	return &Door{listener: l, patience: GuestTime, most: crowd.Share(MostGuests, 8)}
}

// Addr returns where the door is.
func (d *Door) Addr() net.Addr { return d.listener.Addr() }

// Open lets visitors in until the door is closed; inside connects to the server.
func (d *Door) Open(inside func() (net.Conn, error)) {
	d.working.Go(func() {
		for {
			c, err := d.listener.Accept()
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

func (d *Door) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

// Visitor returns whom the server knows by an address, or nil if it has gone.
func (d *Door) Visitor(alias net.Addr) *Visitor {
	at, err := netip.ParseAddrPort(alias.String())
	if err != nil {
		return nil
	}
	bytes := at.Addr().As16()
	number := binary.BigEndian.Uint64(bytes[8:])
	d.mu.Lock()
	defer d.mu.Unlock()
	i, here := slices.BinarySearchFunc(d.visitors, number, func(v *Visitor, number uint64) int {
		return cmp.Compare(v.number, number)
	})
	if !here {
		return nil
	}
	return d.visitors[i]
}

// enter notes a connection. It returns nil if that was closed.
func (d *Door) enter(c net.Conn) *Visitor {
	v := &Visitor{conn: c, home: crowd.HomeOf(c.RemoteAddr().String())}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || c.SetReadDeadline(time.Now().Add(d.patience)) != nil {
		_ = c.Close()
		return nil
	}
	if longest := tooMany(d.visitors, d.most); longest != nil {
		_ = longest.conn.Close()
		longest.sent = true
		d.turned.Crowded++
		d.forget(longest)
	}
	d.came++
	v.number = d.came
	d.visitors = append(d.visitors, v)
	return v
}

// tooMany returns who must go before another one comes, or nil.
func tooMany(visitors []*Visitor, most int) *Visitor {
	guests := slices.DeleteFunc(slices.Clone(visitors), func(v *Visitor) bool { return v.known })
	if len(guests) < most {
		return nil
	}
	longest, _ := crowd.Leaver(guests, (*Visitor).Home)
	return longest
}

func (d *Door) forget(v *Visitor) {
	d.visitors = slices.DeleteFunc(d.visitors, func(other *Visitor) bool { return other == v })
}

// Admit notes that a visitor has shown a key. It returns false if it went.
func (d *Door) Admit(v *Visitor) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v.conn.SetReadDeadline(time.Time{}) != nil {
		return false
	}
	v.known = true
	return true
}

// TurnAway ends the connection of a visitor without a word: the server would say that its key does not
// count. Who has one tries again.
func (d *Door) TurnAway(v *Visitor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = v.conn.Close()
	if !v.sent {
		v.sent = true
		d.turned.Full++
	}
}

// Cut breaks all connections: who has a key comes back.
func (d *Door) Cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.visitors {
		_ = v.conn.Close()
	}
}

// Close ends all connections, and waits until they have ended.
func (d *Door) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	err := d.listener.Close()
	d.Cut()
	d.working.Wait()
	return err
}

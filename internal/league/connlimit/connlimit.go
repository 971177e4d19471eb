// Package connlimit stands in front of a server that strangers can reach. The server itself counts connections before
// it knows whose they are, so strangers could take all its places.
//
// Somebody who has shown no key yet is a guest. A guest must be quick, and there are few at a time: beyond
// [MostGuests], the oldest one goes from the address that has most. What a key is the door does not know: it is told
// who has one, by [Door.Admit], and for whom there is no room, by [Door.TurnAway].
//
// It connects each visitor to the server anew, and introduces it by a line of the PROXY protocol, under an address
// that nobody else ever has. [Door.Visitor] returns who has such an address.
//
// [Limiters] limit how often somebody does something, such as to connect or to upload a file.
package connlimit

import (
	"cmp"
	"encoding/binary"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

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

// Visitor is a connection.
type Visitor struct {
	conn   net.Conn
	home   netip.Prefix
	number uint64 // of those who came
	known  bool   // it has shown a key
	sent   bool   // it was sent away, and counted
}

// Home returns where a visitor comes from; see [crowd.HomeOf].
func (v *Visitor) Home() netip.Prefix { return v.home }

// alias returns the address by which the server knows a visitor, and which nobody else ever has. Their own would not
// do: who has gone leaves it to others, and a busy server may look at the key of the one and be told about the other.
func (v *Visitor) alias() netip.Addr {
	a := [16]byte{0: 0xfd} // one that is in no other network
	binary.BigEndian.PutUint64(a[8:], v.number)
	return netip.AddrFrom16(a)
}

// Limiters limit how often something may come from each place. They are for one goroutine at a time.
type Limiters[K comparable] struct {
	every rate.Limit
	burst int
	all   map[K]*rate.Limiter
}

// mostLimiters is how many places are remembered. Beyond, nobody new may do anything.
const mostLimiters = 4096

// NewLimiters returns limiters that allow one after each time, and so many at once.
func NewLimiters[K comparable](every time.Duration, burst int) *Limiters[K] {
	return &Limiters[K]{rate.Every(every), burst, make(map[K]*rate.Limiter)}
}

// Allow reports whether one more may come from a place.
func (l *Limiters[K]) Allow(from K, now time.Time) bool {
	limiter := l.all[from]
	if limiter == nil {
		if len(l.all) >= mostLimiters && !l.forget(now) {
			return false
		}
		limiter = rate.NewLimiter(l.every, l.burst)
		l.all[from] = limiter
	}
	return limiter.AllowN(now, 1)
}

// forget forgets places from which nothing has come for long, and reports whether there are any.
func (l *Limiters[K]) forget(now time.Time) bool {
	for from, limiter := range l.all {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.all, from)
		}
	}
	return len(l.all) < mostLimiters
}

// Count says who is at a door, and whom it has sent away since it was opened.
type Count struct {
	Guests  int    // connections that have not shown a key yet
	Known   int    // that have
	Keyless uint64 // showed no key that counts
	Crowded uint64 // were too many from their address
	Full    uint64 // there was no room for the holder of the key
}

// Count returns who is there now, and whom the door has sent away.
func (d *Door) Count() Count {
	d.mu.Lock()
	defer d.mu.Unlock()
	count := d.turned
	for _, v := range d.visitors {
		if v.known {
			count.Known++
		} else {
			count.Guests++
		}
	}
	return count
}

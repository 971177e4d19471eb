package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/botarena/arena/internal/base/crowd"
)

// mostGuests is how many connections a site has at a time, and filesPart which part of the files that there may be
// it has at most. Half of them may come from one address: all of them do behind a web server.
const (
	mostGuests = 1024
	filesPart  = 8
)

// door is a listener with room for some. Beyond, whoever comes takes the place of another one from where most are: of
// the oldest that asks for nothing, if there is one.
type door struct {
	net.Listener
	most int

	mu  sync.Mutex
	all []*guest // the oldest first
}

// guest is a connection.
type guest struct {
	net.Conn
	door *door
	home netip.Prefix
	busy bool // a request is read or answered
}

func newDoor(l net.Listener) *door {
	return &door{Listener: l, most: crowd.Share(mostGuests, filesPart)}
}

// Accept implements [net.Listener].
func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{Conn: c, door: d, home: crowd.HomeOf(c.RemoteAddr().String())}
	d.mu.Lock()
	defer d.mu.Unlock()
	if other := d.leaver(g.home); other != nil {
		_ = other.Conn.Close()
		d.forget(other)
	}
	d.all = append(d.all, g)
	return g, nil
}

// leaver returns who goes before one from a home comes, or nil.
func (d *door) leaver(home netip.Prefix) *guest {
	homeOf := func(g *guest) netip.Prefix { return g.home }
	own := slices.DeleteFunc(slices.Clone(d.all), func(g *guest) bool { return g.home != home })
	from := d.all
	switch {
	case len(own) >= (d.most+1)/2:
		from = own
	case len(d.all) < d.most:
		return nil
	}
	first, _ := crowd.Leaver(from, homeOf)
	idle := slices.IndexFunc(from, func(g *guest) bool { return g.home == first.home && !g.busy })
	if idle >= 0 {
		return from[idle]
	}
	return first
}

func (d *door) forget(g *guest) {
	d.all = slices.DeleteFunc(d.all, func(other *guest) bool { return other == g })
}

// Close implements [net.Conn].
func (g *guest) Close() error {
	g.door.mu.Lock()
	g.door.forget(g)
	g.door.mu.Unlock()
	return g.Conn.Close()
}

// note notes whether a guest asks for something. A server calls it.
func (d *door) note(c net.Conn, state http.ConnState) {
	if g, is := c.(*guest); is {
		d.mu.Lock()
		defer d.mu.Unlock()
		g.busy = state == http.StateActive
	}
}

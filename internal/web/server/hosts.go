package server

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

// hosts are the names of the server. A foreign web page can make its own host name point
// to this machine. The browser then takes our answers for a part of that page, and only
// the name in the Host header gives it away.
type hosts struct {
	names map[string]bool
	port  string
	any   bool            // it listens on all addresses of the machine
	given map[string]bool // names by which it is reached at whatever port, as a web server stands in front
}

// AlsoAt makes names lead to the site, too, at whatever port, as that of a web server in front of it. It is called
// before Serve.
func (s *Site) AlsoAt(names []string) {
	s.hosts.given = make(map[string]bool)
	for _, name := range names {
		s.hosts.given[strings.ToLower(name)] = true
	}
}

// hostName is what AlsoAt takes: no address, no port.
var hostName = late.Regexp(`^(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?))*$`)

// IsHostName reports whether a text is the name of a host, as [Site.AlsoAt] takes it.
func IsHostName(name string) bool {
	_, err := netip.ParseAddr(name)
	return err != nil && len(name) <= 253 && hostName().MatchString(name)
}

func newHosts(listen string, at net.Addr) hosts {
	host, _, _ := net.SplitHostPort(listen)
	actual, port, _ := net.SplitHostPort(at.String())
	h := hosts{names: map[string]bool{"127.0.0.1": true, "::1": true, "localhost": true}, port: port}
	for _, name := range []string{host, actual} {
		if address, err := netip.ParseAddr(name); name == "" || err == nil && address.IsUnspecified() {
			h.any = true
			continue
		}
		h.names[strings.ToLower(name)] = true
	}
	if name, err := os.Hostname(); err == nil && h.any {
		h.names[strings.ToLower(name)] = true
	}
	return h
}

// allow reports whether a Host header means this server.
func (h hosts) allow(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80" // which browsers leave out
	}
	if h.isGiven(host) {
		return true
	}
	if port != h.port {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil && h.any {
		return true // a foreign name can point here, a foreign address can't
	}
	return h.names[strings.ToLower(host)]
}

func (h hosts) isGiven(host string) bool { return h.given[strings.ToLower(host)] }

// from returns a request as that of whoever asks, where a web server in front of the site says for whom it asks. Only
// one of this machine is believed, and only the last that it says: what is before it may come from the visitor.
func (s *Site) from(r *http.Request) *http.Request {
	said := r.Header.Values("X-Forwarded-For")
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if len(said) == 0 || len(s.hosts.given) == 0 || err != nil || !peer.Addr().Unmap().IsLoopback() {
		return r
	}
	all := strings.Split(said[len(said)-1], ",")
	visitor, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1]))
	if err != nil {
		return r
	}
	in := *r
	in.RemoteAddr = netip.AddrPortFrom(visitor, 0).String()
	return &in
}

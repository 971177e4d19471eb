package server

import (
	"net"
	"net/netip"
	"os"
	"strings"
)

// hosts are the names of the server. A foreign web page can make its own host name point
// to this machine. The browser then takes our answers for a part of that page, and only
// the name in the Host header gives it away.
type hosts struct {
	names map[string]bool
	port  string
	any   bool // it listens on all addresses of the machine
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
	if port != h.port {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil && h.any {
		return true // a foreign name can point here, a foreign address can't
	}
	return h.names[strings.ToLower(host)]
}

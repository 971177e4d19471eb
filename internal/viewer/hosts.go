package viewer

import (
	"net"
	"net/netip"
	"os"
	"strings"
)

// hosts says which names the server has. A page of somebody else can have its own
// name point to this machine; the browser then believes that what it gets here is
// that page's, and the name is all that tells.
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

// allow says whether the server is meant by a Host header.
func (h hosts) allow(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80" // the one that browsers leave out
	}
	if port != h.port {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil && h.any {
		return true // an address is nobody's name
	}
	return h.names[strings.ToLower(host)]
}

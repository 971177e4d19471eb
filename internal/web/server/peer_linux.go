package server

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// isOwn reports whether a process of our own user sent a request. Another one may have read
// the arguments of the browser and be faster.
func isOwn(r *http.Request) bool {
	at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if at == nil {
		return false
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	to, errTo := netip.ParseAddrPort(at.String())
	if err != nil || errTo != nil {
		return false
	}
	found := 0
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		own, others := owners(table, from.Port(), to.Port())
		if others > 0 {
			return false
		}
		found += own
	}
	return found > 0
}

// owners counts the connections from a port to another one, whatever their addresses, in a
// table of the system's: those of our own user, and those of others.
func owners(table string, from, to uint16) (own, others int) {
	file, err := os.Open(table)
	if err != nil {
		return 0, 0 // a system without IPv6 has no table of it
	}
	defer func() { _ = file.Close() }()
	near, far, me := fmt.Sprintf(":%04X", from), fmt.Sprintf(":%04X", to), strconv.Itoa(os.Getuid())
	for lines := bufio.NewScanner(file); lines.Scan(); {
		const local, remote, user = 1, 2, 7
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) <= user || !strings.HasSuffix(fields[local], near) || !strings.HasSuffix(fields[remote], far):
		case fields[user] == me:
			own++
		default:
			others++
		}
	}
	return own, others
}

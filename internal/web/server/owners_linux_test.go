package server

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhoseConnectionsAreCounted: those from one port to the other, and not the way back.
func TestWhoseConnectionsAreCounted(t *testing.T) {
	const from, to = 0xABCD, 0x1F90
	line := func(local, remote, user int) string {
		return fmt.Sprintf("   0: 0100007F:%04X 0100007F:%04X 01 00000000:00000000 00:00000000 00000000 %5d        0 4711 1 0 20 4 30 10 -1", local, remote, user)
	}
	me, other := os.Getuid(), os.Getuid()+1
	table := filepath.Join(t.TempDir(), "tcp")
	require.NoError(t, os.WriteFile(table, []byte(strings.Join([]string{
		"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
		line(from, to, me), line(from, to, other), line(from, to, other), line(from, to, me),
		line(from, to, me), line(to, from, other), line(from, to+1, other), line(from+1, to, other), "",
		"   9: 0100007F:ABCD 0100007F:1F90 01",
	}, "\n")), 0o600))
	own, others := owners(table, from, to)
	require.Equal(t, 3, own)
	require.Equal(t, 2, others)
	own, others = owners(table+"6", from, to)
	require.Zero(t, own+others, "there is no such table")
}

// TestARequestOfNobodysIsNotOurs: what no table has may be anybody's.
func TestARequestOfNobodysIsNotOurs(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "127.0.0.1:1"
	require.False(t, isOwn(r), "nobody knows where it came to")
	r = r.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2})))
	require.False(t, isOwn(r), "there is no such connection")
}

package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestWhoseConnectionsAreCounted: those from one port to the other, and not the way back.
func TestWhoseConnectionsAreCounted(t *testing.T) {
	const from, to = 0xABCD, 0x1F90
	line := func(local, remote, user int) string {
		return fmt.Sprintf(
			"   0: 0100007F:%04X 0100007F:%04X 01 00000000:00000000 00:00000000 00000000 %5d        0 4711 1 0 20 4 30 10 -1",
			local, remote, user)
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
	r = r.WithContext(
		context.WithValue(t.Context(), http.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2})))
	require.False(t, isOwn(r), "there is no such connection")
}

// TestAConnectionOfOursHidesNobodysElse: one between the same ports, of other addresses, does not make a stranger's
// ours.
func TestAConnectionOfOursHidesNobodysElse(t *testing.T) {
	if os.Getuid() != 0 {
		tier.Lacks(t, "it must be root to be another user")
	}
	site, at := served(t, "127.0.0.1:0")
	port := at.(*net.TCPAddr).Port
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.2:%d", port))
	require.NoError(t, err)
	defer func() { require.NoError(t, listener.Close()) }()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	ours, err := dialer.DialContext(t.Context(), "tcp", listener.Addr().String())
	require.NoError(t, err)
	defer func() { require.NoError(t, ours.Close()) }()

	runtime.LockOSThread() // whose sockets are the user's
	defer runtime.UnlockOSThread()
	_, err = unix.SetfsuidRetUid(65534)
	require.NoError(t, err)
	defer func() { _, _ = unix.SetfsuidRetUid(0) }()
	conn, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	theirs := os.NewFile(uintptr(conn), "socket")
	defer func() { require.NoError(t, theirs.Close()) }()
	same := ours.LocalAddr().(*net.TCPAddr).Port
	require.NoError(t, unix.Bind(conn, &unix.SockaddrInet4{Port: same, Addr: [4]byte{127, 0, 0, 3}}))
	require.NoError(t, unix.Connect(conn, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}))
	_, err = fmt.Fprintf(theirs, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", site.Ticket(), at)
	require.NoError(t, err)
	r, err := http.ReadResponse(bufio.NewReader(theirs), nil)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusForbidden, r.StatusCode)
}

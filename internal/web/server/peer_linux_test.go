package server

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestAnotherUserCantUseTheTicket: not even who has read it before the browser could use it.
func TestAnotherUserCantUseTheTicket(t *testing.T) {
	if os.Getuid() != 0 {
		tier.Lacks(t, "it must be root to be another user")
	}
	site, at := served(t, "127.0.0.1:0")
	ticket := site.Ticket()
	require.Equal(t, http.StatusForbidden, askAs(t, 65534, at, ticket))
	require.Equal(t, http.StatusOK, askAs(t, 65534, at, site.Path()), "who knows it may come from anywhere")
	require.Equal(t, http.StatusFound, askAs(t, 0, at, ticket), "it is still good for its owner")
	require.Equal(t, http.StatusForbidden, askAs(t, 0, at, ticket))
}

// askAs sends a request over a socket of a user's.
func askAs(t *testing.T, user int, at net.Addr, path string) int {
	t.Helper()
	runtime.LockOSThread() // whose sockets are the user's
	defer runtime.UnlockOSThread()
	_, err := unix.SetfsuidRetUid(user)
	require.NoError(t, err)
	defer func() { _, _ = unix.SetfsuidRetUid(0) }()
	conn, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	require.NoError(t, err)
	file := os.NewFile(uintptr(conn), "socket")
	defer func() { _ = file.Close() }()
	require.NoError(t, unix.Connect(conn, &unix.SockaddrInet4{Port: at.(*net.TCPAddr).Port, Addr: [4]byte{127, 0, 0, 1}}))
	_, err = fmt.Fprintf(file, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, at)
	require.NoError(t, err)
	r, err := http.ReadResponse(bufio.NewReader(file), nil)
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	return r.StatusCode
}

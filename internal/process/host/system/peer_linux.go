package system

import (
	"net"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/base/botwire"
)

// isServedBy relies on this: a session, which the process of a bot leads, can't be joined.
func isServedBy(conn net.Conn, leader int) bool {
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return false
	}
	pid, err := botwire.Peer(socket)
	if err != nil {
		return false
	}
	session, err := unix.Getsid(pid)
	return err == nil && session == leader
}

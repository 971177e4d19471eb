package host

import (
	"net"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/base/botwire"
)

// isServedBy reports whether the process at the other end of a Unix socket belongs to
// the session of a bot, which is led by the bot's process and can't be joined.
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

package botwire

import (
	"net"

	"golang.org/x/sys/unix"
)

// Peer returns the number of the process at the other end of a Unix socket: of the one
// that connected, or of the one that serves it. A process in a PID namespace that we do
// not see has number 0.
func Peer(socket *net.UnixConn) (pid int, err error) {
	raw, err := socket.SyscallConn()
	if err != nil {
		return 0, err
	}
	controlErr := raw.Control(func(fd uintptr) {
		var credentials *unix.Ucred
		if credentials, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			pid = int(credentials.Pid)
		}
	})
	if controlErr != nil {
		return 0, controlErr
	}
	return pid, err
}

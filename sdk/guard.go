//go:build !wasip1 && !windows

package sdk

import (
	"errors"
	"net"
	"os"
	"strconv"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/botarena/arena/internal/base/botwire"
)

// guard lets nobody but the arena connect to a bot's socket. Other bots run as the same
// user, and could end this one or play a match with it.
type guard struct {
	credentials.TransportCredentials     // of connections without encryption
	arena                            int // its process; 0: not known
}

func newGuard() guard {
	arena, _ := strconv.Atoi(os.Getenv(botwire.ArenaVariable))
	return guard{insecure.NewCredentials(), arena}
}

func (g guard) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	if socket, ok := conn.(*net.UnixConn); ok && g.arena > 0 {
		// A peer outside of our PID namespace has number 0: no bot is there.
		if pid, err := botwire.Peer(socket); err == nil && pid != 0 && pid != g.arena {
			_ = conn.Close()
			return nil, nil, errors.New("sdk: only the arena may connect")
		}
	}
	return g.TransportCredentials.ServerHandshake(conn)
}

func (g guard) Clone() credentials.TransportCredentials {
	return guard{g.TransportCredentials.Clone(), g.arena}
}

//go:build !linux

package botwire

import (
	"errors"
	"net"
)

// Peer returns an error: this system does not tell.
func Peer(*net.UnixConn) (int, error) { return 0, errors.ErrUnsupported }

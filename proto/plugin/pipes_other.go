//go:build !linux

package plugin

import "net"

func newPipes(p pipes) net.Conn { return &p }

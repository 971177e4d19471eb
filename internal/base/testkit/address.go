package testkit

import (
	"fmt"
	"math/rand/v2"
	"net"
)

// Address chooses among these ports. Systems give higher ones to programs that ask for any.
const (
	firstPort = 20_000
	manyPorts = 5_000
)

// Address returns an address of this machine for a server that must be known before it listens there, or that comes
// back to it: nobody else is given it before the test ends, which cleanup waits for, as that of a testing.T does.
func Address(cleanup func(func())) string {
	for range manyPorts {
		port := firstPort + rand.IntN(manyPorts)
		taken, err := net.ListenPacket("udp", at(port+manyPorts)) // tells other tests that the port is in use
		if err != nil {
			continue
		}
		if free, err := net.Listen("tcp", at(port)); err == nil {
			_ = free.Close()
			cleanup(func() { _ = taken.Close() })
			return at(port)
		}
		_ = taken.Close()
	}
	panic("no program can listen on this machine")
}

func at(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

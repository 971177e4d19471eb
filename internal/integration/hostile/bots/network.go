//go:build linux

package main

import (
	"context"
	"net"
	"time"

	"golang.org/x/sys/unix"
)

var networkAttempts = map[string]func() error{
	"tcp":       func() error { return dial("tcp", target("tcp")) },
	"tcp6":      func() error { return socket(unix.AF_INET6, unix.SOCK_STREAM) },
	"udp":       func() error { return dial("udp", target("udp")) },
	"dns":       dns,
	"ping":      func() error { return socket(unix.AF_INET, unix.SOCK_RAW) },
	"listens":   listens,
	"netlink":   func() error { return socket(unix.AF_NETLINK, unix.SOCK_RAW) },
	"vsock":     func() error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM) },
	"packet":    func() error { return socket(unix.AF_PACKET, unix.SOCK_RAW) },
	"alg":       func() error { return socket(unix.AF_ALG, unix.SOCK_SEQPACKET) },
	"path":      func() error { return dial("unix", target("path")) },
	"abstract":  func() error { return dial("unix", "@"+target("path")) },
	"datagram":  func() error { return dial("unixgram", target("path")+".datagrams") },
	"seqpacket": func() error { return socket(unix.AF_UNIX, unix.SOCK_SEQPACKET) },
}

func socket(domain, kind int) error {
	fd, err := unix.Socket(domain, kind, 0)
	if err == nil {
		_ = unix.Close(fd)
	}
	return err
}

// dial connects, and says something, which the other end need not wait for.
func dial(network, address string) error {
	conn, err := net.DialTimeout(network, address, time.Second)
	if err == nil {
		_, _ = conn.Write([]byte("hello"))
		_ = conn.Close()
	}
	return err
}

// dns asks the test's own server, which never answers.
func dns() error {
	asked := false
	resolver := net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		conn, err := net.Dial("udp", target("udp"))
		asked = err == nil
		return conn, err
	}}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := resolver.LookupHost(ctx, "example.com")
	if asked {
		return nil
	}
	return err
}

// listens offers its folder to everybody.
func listens() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		_ = listener.Close()
	}
	return err
}

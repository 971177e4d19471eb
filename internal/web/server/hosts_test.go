package server

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesOfTheServer(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 5), Port: 8080}
	for _, c := range []struct {
		listen, host string
		allowed      bool
	}{
		{"box.local:8080", "box.local:8080", true},
		{"box.local:8080", "Box.Local:8080", true},
		{"box.local:8080", "10.0.0.5:8080", true},
		{"box.local:8080", "10.0.0.6:8080", false},
		{"box.local:8080", "box.local:8081", false},
		{"0.0.0.0:8080", "10.9.9.9:8080", true},
		{":8080", "[fe80::1]:8080", true},
		{"0.0.0.0:8080", "evil.example:8080", false},
		{"0.0.0.0:8080", "", false},
		{"0.0.0.0:8080", ":8080", false},
		{"127.0.0.1:8080", "localhost", false}, // which is port 80
	} {
		require.Equal(t, c.allowed, newHosts(c.listen, at).allow(c.host), "%s at %s", c.host, c.listen)
	}
	at.Port = 80
	require.True(t, newHosts("127.0.0.1:80", at).allow("localhost"))
	require.True(t, newHosts("127.0.0.1:80", at).allow("[::1]"))
}

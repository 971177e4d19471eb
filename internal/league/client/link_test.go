package client

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

// TestNothingIsKeptForAServerThatIsAway: what is sent 200 times meanwhile would come 200 times.
func TestNothingIsKeptForAServerThatIsAway(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	leave := make(chan struct{})
	go func() { served <- serveOne(l, leave) }()
	conn, err := nats.Connect("nats://"+l.Addr().String(), lasting("a worker", "a", time.Hour)...)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.Publish("there", nil))
	close(leave)
	require.NoError(t, <-served)
	testkit.Await(t, "the connection breaks", conn.IsReconnecting)
	for range 200 {
		require.Error(t, conn.Publish("away", nil))
	}
}

// serveOne is a server for one client, until it is to leave.
func serveOne(l net.Listener, leave <-chan struct{}) error {
	c, err := l.Accept()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(c, "INFO {\"server_id\":\"brief\",\"max_payload\":1024,\"headers\":true}\r\n"); err != nil {
		return err
	}
	for from := bufio.NewReader(c); ; {
		line, err := from.ReadString('\n')
		if err != nil {
			return err
		}
		if strings.HasPrefix(line, "PING") {
			if _, err := io.WriteString(c, "PONG\r\n"); err != nil {
				return err
			}
			break
		}
	}
	<-leave
	if err := l.Close(); err != nil {
		return err
	}
	return c.Close()
}

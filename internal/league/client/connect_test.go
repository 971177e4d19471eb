package client

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/wire"
)

func init() { dialTime = time.Hour } // whoever waits for it is found

func TestARefusalIsBelievedWhenItLasts(t *testing.T) {
	for refused, taken := range map[int]bool{0: true, 1: true, 2: true, 3: false, 100: false} {
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			conn, err := knock(t.Context(), "there", 0, func(said string) { t.Error(said) },
				func(...nats.Option) (*nats.Conn, error) {
					if tries++; tries <= refused {
						return nil, nats.ErrAuthorization
					}
					return &nats.Conn{}, nil
				})
			require.Equal(t, min(refused+1, mostRefusals), tries)
			if taken {
				require.NoError(t, err)
				require.NotNil(t, conn)
				return
			}
			require.ErrorIs(t, err, wire.ErrRevoked)
			require.ErrorContains(t, err, "there: the league does not know this key, or has revoked it")
		})
	}
}

// TestASlowServerIsAskedAgain: one that asks whether its client is there before it has looked at the key.
func TestASlowServerIsAskedAgain(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // who was there has gone
	ended := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, err = io.WriteString(c, "INFO {\"server_id\":\"slow\",\"max_payload\":1024}\r\nPING\r\n")
			_, _ = io.Copy(io.Discard, c) // until the client goes
		}
		ended <- err
	}()
	_, err = nats.Connect("nats://" + l.Addr().String())
	require.Error(t, err)
	require.True(t, mayPass(err), err)
	require.NoError(t, <-ended)
	require.False(t, mayPass(nats.ErrAuthorization))
}

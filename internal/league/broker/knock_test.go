package broker

import (
	"testing"
	"testing/synctest"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/wire"
)

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

package broker_test

import (
	"crypto/tls"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
)

// vitals returns what an operator watches when it is as it should be.
func (l *league) vitals(t testing.TB, want func(broker.Vitals) bool) broker.Vitals {
	t.Helper()
	var v broker.Vitals
	testkit.Await(t, "what the operator sees", func() bool {
		v = l.Vitals(t.Context())
		return want(v)
	})
	return v
}

// TestVitalsOfABroker: who is there, who is not, what waits, and who stood at the door.
func TestVitalsOfABroker(t *testing.T) {
	t.Parallel()
	l := open(t, silent(t.TempDir()))
	require.NoError(t, l.Trouble())
	require.Equal(t, broker.Vitals{Most: broker.UsualWorkers}, l.Vitals(t.Context()))

	anna := l.invite(t, "anna")
	revoked := l.invite(t, "mallory")
	require.NoError(t, l.Revoke(t.Context(), revoked.ID(), "lies"))
	require.Equal(t, 1, l.Vitals(t.Context()).Away, "who was revoked counts no more")
	end := join(t, anna, client.JoinOptions{Play: echo})
	v := l.vitals(t, func(v broker.Vitals) bool { return v.There == 1 && v.Door.Known > 0 })
	require.Zero(t, v.Away)
	require.Zero(t, v.Door.Guests)
	l.give(t, 1)
	d := l.next(t)
	require.Equal(t, 1, l.vitals(t, func(v broker.Vitals) bool { return v.Results == 1 }).Results)
	d.Done()
	l.vitals(t, func(v broker.Vitals) bool { return v.Results == 0 && v.Jobs == 0 })
	_ = end()
	l.vitals(t, func(v broker.Vitals) bool { return v.There == 0 && v.Away == 1 && v.Door.Known == 0 })

	before := l.Vitals(t.Context()).Door.Keyless
	c, err := new(tls.Dialer).DialContext(t.Context(), "tcp", l.Address()) // which does not know the certificate
	require.Error(t, err)
	require.Nil(t, c)
	l.vitals(t, func(v broker.Vitals) bool { return v.Door.Keyless == before+1 && v.Door.Guests == 0 })
}

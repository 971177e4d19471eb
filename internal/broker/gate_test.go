package broker

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"
)

// TestNoteRevoked: a key that is revoked between the check and the connection does not get in.
func TestNoteRevoked(t *testing.T) {
	m, err := loadMembers(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, m.put(Member{ID: "anna"}))
	g := newGate(names{defaultPrefix}, m, "league", time.Now)
	g.workers = &server.Account{}
	require.NotNil(t, g.note("anna", 1))
	_, err = m.revoke("anna", "left the club")
	require.NoError(t, err)
	require.Nil(t, g.note("anna", 2))
	require.Equal(t, []string{"anna"}, g.here())
}

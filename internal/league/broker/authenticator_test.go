package broker

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/members"
)

// TestNoteRevoked: a key that is revoked between the check and the connection does not get in.
func TestNoteRevoked(t *testing.T) {
	m, err := members.Load(t.TempDir())
	require.NoError(t, err)
	i, err := m.Invite(members.Member{Name: "anna"}, "127.0.0.1:1", members.Identity{}, time.Now())
	require.NoError(t, err)
	g := newAuthenticator(names{defaultPrefix}, m, "league", time.Now)
	g.workers = &server.Account{}
	require.NotNil(t, g.note(i.ID(), 1))
	_, err = m.Revoke(i.ID(), "left the club")
	require.NoError(t, err)
	require.Nil(t, g.note(i.ID(), 2))
	require.Equal(t, []string{i.ID()}, g.here())
}

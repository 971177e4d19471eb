package broker

import (
	"encoding/base64"
	"net"
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
	g := newAuthenticator(names{defaultPrefix}, m, "league", 8, time.Now)
	g.workers = &server.Account{}
	account, what := g.note(i.ID(), 1)
	require.Equal(t, admitted, what)
	require.Equal(t, g.workers, account)
	_, err = m.Revoke(i.ID(), "left the club")
	require.NoError(t, err)
	_, what = g.note(i.ID(), 2)
	require.Equal(t, refused, what)
	require.Equal(t, []string{i.ID()}, g.here())
}

// vanished is a visitor with a key who has gone while it was looked at.
type vanished struct {
	server.ClientAuthentication
	id, signature string
	nonce         []byte
}

func (v *vanished) GetOpts() *server.ClientOpts {
	return &server.ClientOpts{Nkey: v.id, Sig: v.signature}
}
func (v *vanished) GetNonce() []byte        { return v.nonce }
func (v *vanished) RemoteAddress() net.Addr { return nil }

// TestWhoHasGoneIsNotLetIn, and nothing else happens.
func TestWhoHasGoneIsNotLetIn(t *testing.T) {
	m, err := members.Load(t.TempDir())
	require.NoError(t, err)
	i, err := m.Invite(members.Member{Name: "anna"}, "127.0.0.1:1", members.Identity{}, time.Now())
	require.NoError(t, err)
	nonce := []byte("nonce")
	signature, err := i.Key().Sign(nonce)
	require.NoError(t, err)
	g := newAuthenticator(names{defaultPrefix}, m, "league", 8, time.Now)
	require.False(t, g.Check(&vanished{
		id: i.ID(), signature: base64.RawURLEncoding.EncodeToString(signature), nonce: nonce,
	}))
	require.Empty(t, g.here())
}

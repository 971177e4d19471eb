package broker

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/connlimit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// TestWhoIsRevokedMeanwhileDoesNotGetIn: a key that is revoked between the check and the connection does not get in.
func TestWhoIsRevokedMeanwhileDoesNotGetIn(t *testing.T) {
	m, err := members.Load(t.TempDir())
	require.NoError(t, err)
	i, err := m.Invite(members.Member{Name: "anna"}, "127.0.0.1:1", members.Identity{}, time.Now())
	require.NoError(t, err)
	g := newAuthenticator(wire.Named(""), m, "league", 8, time.Now)
	g.server = &server.Server{}
	require.Equal(t, admitted, g.admit(&connection{number: 1, key: i.ID()}))
	_, err = m.Revoke(i.ID(), "left the club")
	require.NoError(t, err)
	require.Equal(t, refused, g.admit(&connection{number: 2, key: i.ID()}))
	require.Equal(t, []string{i.ID()}, g.keys())
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
	g := newAuthenticator(wire.Named(""), m, "league", 8, time.Now)
	require.False(t, g.Check(&vanished{
		id: i.ID(), signature: base64.RawURLEncoding.EncodeToString(signature), nonce: nonce,
	}))
	require.Empty(t, g.keys())
}

// looked is a visitor whose key the server looks at.
type looked struct {
	server.ClientAuthentication
	opts server.ClientOpts
	from net.Addr
}

func (l *looked) GetOpts() *server.ClientOpts { return &l.opts }
func (l *looked) GetNonce() []byte            { return []byte("nonce") }
func (l *looked) RemoteAddress() net.Addr     { return l.from }
func (l *looked) RegisterUser(*server.User)   {}
func (l *looked) GetID() uint64               { return 1 }

// street is where those come from who go to a door, all from one place.
type street chan net.Conn

func (s street) Accept() (net.Conn, error) {
	if c, open := <-s; open {
		return placed{c}, nil
	}
	return nil, net.ErrClosed
}

func (s street) Close() error {
	close(s)
	return nil
}

func (s street) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4222} }

// placed is a connection from the place that all have who come by a street.
type placed struct{ net.Conn }

func (placed) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40_000} }

// TestWhoComesFromThePlaceOfAnotherIsNotTakenForIt: a worker that was not waited for leaves its port to the next one,
// and the server may look at both keys only then. That the league does not know the second one would be false.
func TestWhoComesFromThePlaceOfAnotherIsNotTakenForIt(t *testing.T) {
	m, err := members.Load(t.TempDir())
	require.NoError(t, err)
	i, err := m.Invite(members.Member{Name: "anna"}, "127.0.0.1:1", members.Identity{}, time.Now())
	require.NoError(t, err)
	signature, err := i.Key().Sign([]byte("nonce"))
	require.NoError(t, err)
	came, inside := make(street), make(chan net.Conn, 1)
	d := connlimit.New(came)
	d.Open(func() (net.Conn, error) { return <-inside, nil })
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	g := newAuthenticator(wire.Named(""), m, "league", 8, time.Now)
	g.door, g.server = d, &server.Server{}
	// comes lets a worker say hello to the server, which does not look at it yet.
	comes := func() (_ *looked, goes func()) {
		worker, outside := net.Pipe()
		connected, of := net.Pipe()
		inside <- connected
		came <- outside
		_, err := worker.Write([]byte("hello"))
		require.NoError(t, err)
		line, err := bufio.NewReader(of).ReadString('\n')
		require.NoError(t, err)
		var alias string
		_, err = fmt.Sscanf(line, "PROXY TCP6 %s", &alias)
		require.NoError(t, err)
		from := &net.TCPAddr{IP: net.ParseIP(alias), Port: 1}
		opts := server.ClientOpts{Nkey: i.ID(), Sig: base64.RawURLEncoding.EncodeToString(signature)}
		return &looked{opts: opts, from: from}, func() {
			_ = worker.Close()
			testkit.Await(t, "the door forgets who has gone", func() bool { return d.Visitor(from) == nil })
		}
	}
	first, goes := comes()
	goes()
	second, goes := comes()
	t.Cleanup(goes)
	require.False(t, g.Check(first), "it has gone")
	require.True(t, g.Check(second))
}

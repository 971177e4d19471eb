package broker_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// intruder is a plain client with the key of a worker, who knows the names of all subjects.
type intruder struct {
	*nats.Conn
	id string
}

// seedOf returns the secret key of an invitation.
func seedOf(i members.Invitation) string {
	seed, err := i.Key().Seed()
	if err != nil {
		panic(err)
	}
	return string(seed)
}

// withSeed returns an invitation with another key.
func withSeed(t testing.TB, i members.Invitation, seed string) members.Invitation {
	i, err := members.ParseInvitation(strings.ReplaceAll(i.String(), seedOf(i), seed))
	require.NoError(t, err)
	return i
}

// intrude connects with the key of an invitation.
func intrude(t testing.TB, i members.Invitation) *intruder {
	conn, err := intrudeWith(i, seedOf(i))
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return &intruder{conn, i.ID()}
}

// intrudeAtMost connects as often as a key is good for at a time, and returns the first connection.
func intrudeAtMost(t testing.TB, i members.Invitation) *intruder {
	first := intrude(t, i)
	for range 3 {
		intrude(t, i)
	}
	return first
}

func intrudeWith(i members.Invitation, seed string) (*nats.Conn, error) {
	key, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return nil, err
	}
	id, err := key.PublicKey()
	if err != nil {
		return nil, err
	}
	insecure := &tls.Config{InsecureSkipVerify: true}
	return nats.Connect("tls://"+i.Address, nats.Nkey(id, key.Sign), nats.Secure(insecure), nats.TLSHandshakeFirst(),
		nats.CustomInboxPrefix("_INBOX_"+id), nats.MaxReconnects(0), nats.Timeout(time.Minute),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
}

// may reports whether the server lets the intruder publish to a subject.
func (i *intruder) may(t testing.TB, subject string) bool {
	require.NoError(t, i.Publish(subject, []byte("{}")))
	return i.unblamed(t)
}

// mayHear reports whether the server lets the intruder subscribe to a subject.
func (i *intruder) mayHear(t testing.TB, subject string) bool {
	_, err := i.SubscribeSync(subject)
	require.NoError(t, err)
	return i.unblamed(t)
}

// unblamed reports whether the server has found no fault with what was sent before.
func (i *intruder) unblamed(t testing.TB) bool {
	require.NoError(t, i.FlushTimeout(time.Minute))
	err := i.LastError()
	if err == nil {
		return true
	}
	require.ErrorContains(t, err, "ermissions")
	return false
}

// TestPermissions: with its key a worker may do this, and nothing else.
func TestPermissions(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	mine, other := l.invite(t, "anna"), l.invite(t, "bert")
	me, them := mine.ID(), other.ID()
	for subject, allowed := range map[string]bool{
		"arena.results." + me:                            true,
		"arena.beats." + me:                              true,
		"arena.next." + me:                               true,
		"arena.said." + me:                               true,
		"arena.parts." + me:                              true,
		"$JS.API.CONSUMER.INFO.arena_JOBS." + me:         false,
		"$JS.API.CONSUMER.MSG.NEXT.arena_JOBS." + me:     false,
		"$JS.ACK.arena_JOBS." + me + ".1.1.1.1.1":        false,
		"$JS.API.DIRECT.GET.OBJ_arena_BOTS":              false,
		"arena.next." + them:                             false,
		"arena.said." + them:                             false,
		"arena.parts." + them:                            false,
		"arena.results." + them:                          false,
		"arena.results.*":                                false,
		"arena.beats." + them:                            false,
		"arena.jobs." + me:                               false,
		"$O.arena_BOTS.C.x":                              false,
		"$O.arena_BOTS.M.x":                              false,
		"$JS.API.INFO":                                   false,
		"$JS.API.STREAM.NAMES":                           false,
		"$JS.API.STREAM.INFO.arena_RESULTS":              false,
		"$JS.API.STREAM.DELETE.arena_JOBS":               false,
		"$JS.API.STREAM.PURGE.arena_RESULTS":             false,
		"$JS.API.STREAM.MSG.GET.arena_RESULTS":           false,
		"$JS.API.DIRECT.GET.arena_RESULTS":               false,
		"$JS.API.CONSUMER.CREATE.OBJ_arena_BOTS.x":       false,
		"$JS.API.CONSUMER.INFO.arena_JOBS." + them:       false,
		"$JS.API.CONSUMER.MSG.NEXT.arena_JOBS." + them:   false,
		"$JS.API.CONSUMER.MSG.NEXT.arena_RESULTS.league": false,
		"$JS.API.CONSUMER.DELETE.arena_JOBS." + me:       false,
		"$JS.ACK.arena_JOBS." + them + ".1.1.1.1.1":      false,
		"$JS.ACK.arena_RESULTS.league.1.1.1.1.1":         false,
		"$SYS.REQ.SERVER.PING":                           false,
		"_INBOX_" + them + ".x":                          false,
		"$KV.x.y":                                        false,
		strings.Repeat("x.", 20) + "a":                   false,
		"$JS.API.DIRECT.GET.arena_JOBS":                  false,
	} {
		t.Run(subject, func(t *testing.T) {
			require.Equal(t, allowed, intrude(t, mine).may(t, subject))
		})
	}
	for subject, allowed := range map[string]bool{
		"_INBOX_" + me + ".x":   true,
		"_INBOX_" + me + ".>":   true,
		"_INBOX_" + them + ".>": false,
		"_INBOX.>":              false,
		">":                     false,
		"arena.results.*":       false,
		"arena.results." + them: false,
		"arena.jobs.*":          false,
		"arena.jobs." + me:      false,
		"$JS.ACK.>":             false,
		"$SYS.>":                false,
	} {
		t.Run("hear "+subject, func(t *testing.T) {
			require.Equal(t, allowed, intrude(t, mine).mayHear(t, subject))
		})
	}
}

// TestStrangers: who has no key, or another server's certificate, or no TLS, gets nowhere.
func TestStrangers(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i := l.invite(t, "anna")

	key, err := nkeys.CreateUser()
	require.NoError(t, err)
	seed, err := key.Seed()
	require.NoError(t, err)
	_, err = intrudeWith(i, string(seed))
	require.ErrorIs(t, err, nats.ErrAuthorization, "unknown key")

	insecure := nats.Secure(&tls.Config{InsecureSkipVerify: true})
	_, err = nats.Connect("tls://"+i.Address, insecure, nats.TLSHandshakeFirst())
	require.ErrorIs(t, err, nats.ErrAuthorization, "no key")
	_, err = nats.Connect("tls://"+i.Address, insecure, nats.TLSHandshakeFirst(), nats.Nkey(i.ID(), key.Sign))
	require.ErrorIs(t, err, nats.ErrAuthorization, "signed by another key")
	_, err = nats.Connect("tls://"+i.Address, insecure, nats.TLSHandshakeFirst(), nats.UserInfo("league", ""))
	require.ErrorIs(t, err, nats.ErrAuthorization, "a name only")

	old := &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12}
	_, err = nats.Connect("tls://"+i.Address, nats.Secure(old), nats.TLSHandshakeFirst())
	require.ErrorContains(t, err, "protocol version")

	conn, err := net.Dial("tcp", i.Address)
	require.NoError(t, err)
	defer conn.Close() //nolint:errcheck // a test
	_, err = conn.Write([]byte("CONNECT {}\r\nPING\r\n"))
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	answer := make([]byte, 256)
	n, _ := conn.Read(answer)
	require.NotContains(t, string(answer[:n]), "INFO", "plain TCP")

	join := func(i members.Invitation) error {
		return client.Join(t.Context(), i, client.JoinOptions{Slots: 1, Play: echo})
	}
	other := open(t, options(t.TempDir())).invite(t, "anna")
	other.Address = i.Address
	err = join(other)
	require.ErrorContains(t, err, "another certificate")
	require.NotEmpty(t, hint.Of(err))
	require.ErrorIs(t, join(withSeed(t, i, string(seed))), wire.ErrRevoked)
}

// TestRepliesElsewhere: the server sends replies wherever a request says, also where the worker may
// not send. None of that does harm.
func TestRepliesElsewhere(t *testing.T) {
	t.Parallel()
	l := open(t, silent(t.TempDir()))
	mine, victim := l.invite(t, "anna"), l.invite(t, "bert")
	require.NoError(t, l.PutBot(digestOf("{}"), strings.NewReader("{}"), 2))
	me := intrude(t, mine)
	me.hello(t)
	testkit.Await(t, "room for a match", func() bool { return l.Room() > 0 })
	l.give(t, 3)
	for _, reply := range []string{
		"arena.results." + victim.ID(), "arena.jobs." + victim.ID(), "arena.beats." + victim.ID(),
		"$JS.API.STREAM.PURGE.arena_JOBS", "$JS.API.STREAM.DELETE.arena_JOBS", "$JS.API.STREAM.DELETE.arena_RESULTS",
		"$JS.API.CONSUMER.DELETE.arena_RESULTS.league", "$JS.API.INFO",
	} {
		for subject, body := range map[string]string{
			"arena.beats." + me.id:   `{"Slots":1}`,
			"arena.results." + me.id: `{}`,
			"arena.next." + me.id:    "",
			"arena.said." + me.id:    "$JS.ACK.arena_JOBS." + me.id + ".1.1.1.1.1 +ACK",
			"arena.parts." + me.id:   string(wire.PartText(digestOf("{}"), 0)),
		} {
			require.NoError(t, me.PublishRequest(subject, reply, []byte(body)))
		}
		require.NoError(t, me.FlushTimeout(time.Minute))
	}
	me.Close()
	// All that happened to the victim and the league: nothing.
	join(t, victim, client.JoinOptions{Play: echo})
	for _, id := range l.collect(t, 3) {
		require.Equal(t, victim.ID(), id)
	}
	for _, m := range l.Members() {
		require.Empty(t, m.Revoked)
	}
}

// hello says what a worker says when it joins.
func (i *intruder) hello(t testing.TB) {
	_, err := i.RequestWithContext(testkit.Patiently(t), "arena.beats."+i.id, []byte(`{"Slots":1}`))
	require.NoError(t, err)
}

// confirm says that a job is done.
func (i *intruder) confirm(t testing.TB, job string) {
	require.NoError(t, i.Publish("arena.said."+i.id, wire.SaidText(wire.JobDone, job)))
}

// take takes that many jobs, and never plays them. It returns their names. As a worker, it asks again if no answer
// comes.
func (i *intruder) take(t testing.TB, count int) (all []string) {
	ctx := testkit.Patiently(t)
	for len(all) < count {
		once, stop := context.WithTimeout(ctx, wire.FetchTime+wire.CallTime)
		m, err := i.RequestWithContext(once, "arena.next."+i.id, nil)
		stop()
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		require.NoError(t, err)
		if job := m.Header.Get(wire.HeaderJob); job != "" {
			all = append(all, job)
		}
	}
	return all
}

func digestOf(program string) wire.Digest { return sha256.Sum256([]byte(program)) }

package broker_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// inbox keeps what was submitted to a league of a test.
type inbox struct {
	folder, incoming string

	mu      sync.Mutex
	took    map[wire.Digest][]byte
	backlog uploads.Backlog
	looked  int // for the backlog
}

// taking opens a league that takes submissions, and invites authors.
func taking(t testing.TB) (*league, *inbox, members.Invitation) {
	folder := t.TempDir()
	l := open(t, options(folder))
	box := &inbox{
		folder: t.TempDir(), incoming: filepath.Join(t.TempDir(), "incoming"),
		took: make(map[wire.Digest][]byte),
	}
	require.NoError(
		t,
		l.Submissions(
			t.Context(), broker.Submissions{Incoming: box.incoming, Take: box.take, Backlog: box.now, Fate: box.fate}))
	i, err := members.Folder(folder).InviteAuthors("class 4b", "")
	require.NoError(t, err)
	return l, box, i
}

func (b *inbox) take(path string, digest wire.Digest) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.took[digest] = content
	return os.Remove(path)
}

func (b *inbox) now() uploads.Backlog {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.looked++
	return b.backlog
}

func (b *inbox) looks() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.looked
}

func (b *inbox) fate(digest wire.Digest) wire.Fate {
	return wire.Fate{State: wire.Waits, Before: int(digest[0])}
}

// growing returns how many files there are in the folder in which submissions grow.
func (b *inbox) growing(t testing.TB) int {
	files, err := os.ReadDir(b.incoming)
	require.NoError(t, err)
	return len(files)
}

func visit(t testing.TB, i members.Invitation) *client.Author {
	a, err := client.Visit(t.Context(), i, func(string) {})
	require.NoError(t, err)
	t.Cleanup(a.Close)
	return a
}

func content(t testing.TB, size int) []byte {
	c := make([]byte, size)
	_, err := rand.Read(c)
	require.NoError(t, err)
	return c
}

func TestSubmissionComesWhole(t *testing.T) {
	t.Parallel()
	_, box, i := taking(t)
	for _, size := range []int{1, 512 << 10, 512<<10 + 1, 3 << 20} {
		a, c := visit(t, i), content(t, size)
		last := int64(0)
		receipt, err := a.Send(t.Context(), bytes.NewReader(c), int64(size), func(sent int64) {
			require.Greater(t, sent, last)
			last = sent
		})
		require.NoError(t, err)
		require.Equal(t, int64(size), last)
		digest := wire.Digest(sha256.Sum256(c))
		require.True(t, bytes.Equal(c, box.took[digest]))
		fate, err := visit(t, i).Fate(t.Context(), receipt)
		require.NoError(t, err, "of another connection")
		require.Equal(t, wire.Fate{State: wire.Waits, Before: int(digest[0])}, fate)
		fate, err = a.Fate(t.Context(), "guessed")
		require.NoError(t, err)
		require.Equal(t, wire.Fate{State: wire.Unknown}, fate)
	}
	require.Zero(t, box.growing(t))
}

func TestSubmissionIsRefused(t *testing.T) {
	t.Parallel()
	_, box, i := taking(t)
	a := visit(t, i)
	_, err := a.Send(t.Context(), bytes.NewReader(nil), 0, nil)
	require.ErrorIs(t, err, client.ErrDeclined)
	require.ErrorContains(t, err, "it has 0 bytes; from 1 to 256 MB are possible")
	changing := &changes{first: content(t, 100), then: content(t, 100)}
	_, err = a.Send(t.Context(), changing, 100, nil)
	require.ErrorContains(t, err, "it came damaged, or has changed meanwhile")
	require.Zero(t, box.growing(t))
	require.Empty(t, box.took)
}

// changes is a file that changes after it was read once.
type changes struct {
	first, then []byte
	read        bool
}

func (c *changes) ReadAt(into []byte, from int64) (int, error) {
	now := c.first
	if c.read {
		now = c.then
	}
	c.read = true
	return bytes.NewReader(now).ReadAt(into, from)
}

// thief is a plain client with the invitation of authors.
type thief struct {
	*nats.Conn
	session string
	problem chan error
}

func sneak(t testing.TB, i members.Invitation, session string) (*thief, error) {
	problem := make(chan error, 100)
	conn, err := nats.Connect("tls://"+i.Address, nats.Nkey(i.ID(), i.Key().Sign), nats.UserInfo(session, ""),
		nats.Secure(i.TLS()),
		nats.TLSHandshakeFirst(), nats.CustomInboxPrefix("_INBOX_"+ownSession), nats.NoReconnect(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { problem <- err }))
	if err != nil {
		return nil, err
	}
	t.Cleanup(conn.Close)
	return &thief{conn, session, problem}, nil
}

const ownSession = "0123456789abcdef0123456789abcdef"

// TestAuthorsMayOnlySubmit: nothing else, and not in the name of another.
func TestAuthorsMayOnlySubmit(t *testing.T) {
	t.Parallel()
	_, box, i := taking(t)
	me, err := sneak(t, i, ownSession)
	require.NoError(t, err)
	other := "fedcba9876543210fedcba9876543210"
	for _, subject := range []string{
		">", "arena.>", "arena.submits.>", "arena.results.*", "arena.beats.*", "_INBOX_>", "_INBOX_*.>",
		"_INBOX_" + other + ".>", "$SYS.>", "$JS.>",
	} {
		_, err := me.SubscribeSync(subject)
		require.NoError(t, err)
		require.NoError(t, me.Flush())
		require.ErrorIs(t, <-me.problem, nats.ErrPermissionViolation, subject)
	}
	for _, subject := range []string{
		"arena.submits." + other + ".begin", "arena.submits." + ownSession, "arena.submits." + ownSession + ".begin.more",
		"arena.beats." + i.ID(), "arena.results." + i.ID(),
		"$O.arena_BOTS.M.x", "$JS.API.DIRECT.GET.OBJ_arena_BOTS", "$JS.API.STREAM.DELETE.OBJ_arena_BOTS", "$JS.API.INFO",
		"_INBOX_" + other + ".x",
	} {
		require.NoError(t, me.Publish(subject, []byte("{}")))
		require.NoError(t, me.Flush())
		require.ErrorIs(t, <-me.problem, nats.ErrPermissionViolation, subject)
	}
	for _, session := range []string{
		"", "*", ">", "short", "*123456789abcdef0123456789abcdef", ownSession + ".>",
		i.ID(),
	} {
		_, err := sneak(t, i, session)
		require.ErrorIs(t, err, nats.ErrAuthorization, "%q", session)
	}
	// An answer goes where the request says: it ends in the account of authors.
	m := nats.NewMsg("arena.submits." + ownSession + ".fate")
	m.Reply, m.Data = "$JS.API.STREAM.DELETE.OBJ_arena_BOTS", []byte("x")
	require.NoError(t, me.PublishMsg(m))
	m.Reply = "arena.submits." + ownSession + ".fate"
	require.NoError(t, me.PublishMsg(m))
	_, err = visit(t, i).Send(t.Context(), bytes.NewReader([]byte("mine")), 4, nil)
	require.NoError(t, err)
	require.Len(t, box.took, 1)
}

// TestInvitationsAreForOneThing: neither does for the other.
func TestInvitationsAreForOneThing(t *testing.T) {
	t.Parallel()
	l, _, authors := taking(t)
	worker := l.invite(t, "anna")
	require.Contains(t, authors.String(), "/submit#")
	read, err := members.ParseInvitation(authors.String())
	require.NoError(t, err)
	require.Equal(t, authors, read)

	err = client.Join(t.Context(), authors, client.JoinOptions{Slots: 1, Play: echo})
	require.ErrorContains(t, err, "this invitation is for submitting bots, not for a worker")
	_, err = client.Visit(t.Context(), worker, nil)
	require.ErrorContains(t, err, "this invitation is for a worker, not for submitting bots")

	forged := authors
	forged.Submits = false // as one could edit the line
	err = client.Join(testkit.Patiently(t), forged, client.JoinOptions{Slots: 1, Play: echo})
	require.ErrorIs(t, err, wire.ErrRevoked)
	require.Zero(t, l.Room())
	forged = worker
	forged.Submits = true
	me, err := sneak(t, forged, ownSession)
	require.NoError(t, err)
	require.NoError(t, me.Publish("arena.submits."+ownSession+".begin", []byte("{}")))
	require.ErrorIs(t, testkit.Receive(t, "what the server has against it", me.problem), nats.ErrPermissionViolation)

	require.NoError(t, l.Revoke(t.Context(), authors.ID(), "was posted in public"))
	_, err = client.Visit(t.Context(), authors, nil)
	require.ErrorIs(t, err, wire.ErrRevoked)
}

// TestRevokedAuthorsAreSentAway also when they are connected.
func TestRevokedAuthorsAreSentAway(t *testing.T) {
	t.Parallel()
	l, _, i := taking(t)
	me, err := sneak(t, i, ownSession)
	require.NoError(t, err)
	require.NoError(t, l.Revoke(t.Context(), i.ID(), "was posted in public"))
	testkit.Await(t, "it is sent away", me.IsClosed)
}

// TestAuthorsWhomAnotherProcessRevokesAreSentAway, who have no match by which the league knows them.
func TestAuthorsWhomAnotherProcessRevokesAreSentAway(t *testing.T) {
	t.Parallel()
	folder := members.Folder(t.TempDir())
	l := open(t, options(string(folder)))
	i, err := folder.InviteAuthors("class 4b", l.Address())
	require.NoError(t, err)
	me, err := sneak(t, i, ownSession)
	require.NoError(t, err)
	found, err := folder.Revoke("class 4b", "was posted in public")
	require.NoError(t, err)
	require.True(t, found)
	testkit.Await(t, "it is sent away", me.IsClosed)
}

// TestNonsenseEndsTheConnection, and leaves nothing.
func TestNonsenseEndsTheConnection(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(me *thief) *nats.Msg{
		"no JSON":   func(*thief) *nats.Msg { return &nats.Msg{Data: []byte("{")} },
		"no digest": func(*thief) *nats.Msg { return &nats.Msg{Data: []byte(`{"Size":7}`)} },
	} {
		_, box, i := taking(t)
		me, err := sneak(t, i, ownSession)
		require.NoError(t, err)
		for range 30 {
			m := send(me)
			m.Subject = "arena.submits." + ownSession + ".begin"
			_ = me.PublishMsg(m)
		}
		testkit.Await(t, name, me.IsClosed)
		require.Zero(t, box.growing(t))
	}
}

// TestFloodOfRequests ends with the connection, and others go on.
func TestFloodOfRequests(t *testing.T) {
	t.Parallel()
	_, box, i := taking(t)
	me, err := sneak(t, i, ownSession)
	require.NoError(t, err)
	digest := sha256.Sum256([]byte("mine"))
	text, err := json.Marshal(map[string]any{"Size": 1 << 20, "SHA256": digest[:]})
	require.NoError(t, err)
	for range 200_000 {
		if me.Publish("arena.submits."+ownSession+".begin", text) != nil {
			break
		}
	}
	testkit.Await(t, "the connection ends", me.IsClosed)
	require.LessOrEqual(t, box.growing(t), 1)
}

// TestBusyLeagueIsWaitedFor by the author.
func TestBusyLeagueIsWaitedFor(t *testing.T) {
	t.Parallel()
	_, box, i := taking(t)
	box.mu.Lock()
	box.backlog.Files = 256
	box.mu.Unlock()
	var said sentences
	sent := make(chan error, 1)
	a, err := client.Visit(t.Context(), i, said.say)
	require.NoError(t, err)
	t.Cleanup(a.Close)
	go func() {
		_, err := a.Send(t.Context(), bytes.NewReader([]byte("mine")), 4, nil)
		sent <- err
	}()
	testkit.Await(t, "the league looks how much there is", func() bool { return box.looks() > 0 })
	testkit.Await(t, "the author hears of it", func() bool { return len(said.get()) > 0 })
	require.Equal(t, []string{"the league is busy with the files of others; this one waits until there is room"},
		said.get())
	require.Empty(t, box.took)
	box.mu.Lock()
	box.backlog.Files = 0
	box.mu.Unlock()
	require.NoError(t, testkit.Receive(t, "the end of the submission", sent))
	require.Len(t, box.took, 1)
}

// TestClosedLeagueLeavesNoParts of what was on its way.
func TestClosedLeagueLeavesNoParts(t *testing.T) {
	t.Parallel()
	l, box, i := taking(t)
	file := bytes.NewReader(content(t, 2<<20))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	a := visit(t, i)
	go func() {
		_, err := a.Send(ctx, file, 2<<20, func(int64) { stop() })
		ended <- err
	}()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Equal(t, 1, box.growing(t))
	require.NoError(t, l.Close())
	require.Zero(t, box.growing(t))
}

package broker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// openFor opens a broker whose clock stands, and has something to fetch, and invites a worker.
func openFor(t *testing.T, program string) (b *Broker, i members.Invitation, digest wire.Digest) {
	return openWith(t, program, unheard{})
}

// openWith opens one that keeps no more than that which it has not heard.
func openWith(t *testing.T, program string, most unheard) (b *Broker, i members.Invitation, digest wire.Digest) {
	now := time.Now()
	b, err := Open(t.Context(), Options{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", AckWait: time.Minute, Now: func() time.Time { return now },
		unheard: most,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	digest = sha256.Sum256([]byte(program))
	require.NoError(t, b.PutBot(digest, strings.NewReader(program), int64(len(program))))
	i, err = b.Invite("anna")
	require.NoError(t, err)
	return b, i, digest
}

// comeIn connects a guest as the worker of an invitation.
func comeIn(t *testing.T, i members.Invitation, more ...nats.Option) *guest {
	g, err := come(i, "127.0.0.1", append(more, nats.CustomInboxPrefix(wire.Inbox(i.ID())))...)
	require.NoError(t, err)
	t.Cleanup(g.Close)
	return g
}

// bytesLeft returns how many bytes of programs a worker may fetch at once.
func (b *Broker) bytesLeft(id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return int(b.asker(id).bytes.TokensAt(b.now()))
}

// TestTheListHasEverySubject: the comment of the package says what each can cost to which somebody outside may send,
// and there is none of JetStream, which may be asked to load and send whatever it has.
func TestTheListHasEverySubject(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	var told []string
	for _, row := range regexp.MustCompile(`(?m)^//   - (arena\.\S+):`).FindAllSubmatch(text, -1) {
		told = append(told, string(row[1]))
	}
	n := wire.Named("")
	require.ElementsMatch(t, told, workerPermissions(n, "ID").Publish.Allow)
}

// TestJetStreamIsAskedByTheLeagueAlone: requests of few bytes had it load all programs for each, or send without end.
func TestJetStreamIsAskedByTheLeagueAlone(t *testing.T) {
	t.Parallel()
	b, i, _ := openFor(t, "program")
	g := comeIn(t, i)
	_, err := g.RequestWithContext(testkit.Patiently(t), b.names.Beat(i.ID()), []byte(`{"Slots":1}`))
	require.NoError(t, err)
	answers, err := g.SubscribeSync(wire.Inbox(i.ID()) + ".x")
	require.NoError(t, err)
	ask := func(subject, text string) {
		require.NoError(t, g.PublishRequest(subject, answers.Subject, []byte(text)))
	}
	const endless = `{"batch":64,"expires":3600000000000,"idle_heartbeat":1}`
	for range 240 {
		ask("$JS.API.DIRECT.GET."+b.names.JobStream(), `{"seq":1,"batch":1000000,"max_bytes":1099511627776}`)
		ask(b.names.NextJob(i.ID()), endless)
		ask(b.names.Receipts(i.ID())+"1.1.1.1.1", "+NXT "+endless)
	}
	require.NoError(t, g.FlushTimeout(time.Minute))
	require.ErrorContains(t, g.LastError(), "ermissions")
	for range 240 {
		ask(b.names.Said(i.ID()), b.names.Receipts(i.ID())+"1.1.1.1.1 +NXT "+endless)
		ask(b.names.Next(i.ID()), endless)
	}
	m, err := answers.NextMsgWithContext(testkit.Patiently(t))
	require.NoError(t, err)
	require.Equal(t, "408", m.Header.Get("Status"), "there is no job")
	require.NoError(t, g.FlushTimeout(time.Minute))
	more, _, err := answers.Pending()
	require.NoError(t, err)
	require.Less(t, more, 100, "one for each of the time that a request waits")
	c, err := b.queue.Consumer(t.Context(), i.ID())
	require.NoError(t, err)
	require.LessOrEqual(t, c.CachedInfo().NumWaiting, 1)
}

// TestRequestsThatWaitAreBounded: while the league is busy, it keeps no more of them than it may, however many come. A
// later one is heard again.
func TestRequestsThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	b, i, digest := openWith(t, "program", unheard{messages: 4, bytes: 1 << 20})
	g := comeIn(t, i)
	answers, err := g.SubscribeSync(wire.Inbox(i.ID()) + ".x")
	require.NoError(t, err)
	ask := func(from int64) {
		require.NoError(t, g.PublishRequest(b.names.Part(i.ID()), answers.Subject, wire.PartText(digest, from)))
	}
	b.mu.Lock() // it hears nobody until this is free
	for range 50 {
		ask(0)
	}
	came, busy := g.FlushTimeout(time.Minute), b.conn.FlushTimeout(time.Minute)
	b.mu.Unlock()
	require.NoError(t, came)
	require.NoError(t, busy, "what came before the answer to this waits, or is lost")
	next := func() string {
		m, err := answers.NextMsgWithContext(testkit.Patiently(t))
		require.NoError(t, err)
		return string(m.Data)
	}
	for range 4 {
		require.Equal(t, "program", next())
	}
	ask(1)
	last := next()
	if last == "program" {
		last = next() // one was heard already, and four waited
	}
	require.Equal(t, "rogram", last)
}

// TestProgramsAreCountedByKey: who has had all that there is waits for more, also by another connection.
func TestProgramsAreCountedByKey(t *testing.T) {
	t.Parallel()
	program := strings.Repeat("program ", wire.PartSize/8) + "end"
	b, i, digest := openFor(t, program)
	ask := func(from int64) *nats.Msg {
		m, err := comeIn(t, i).RequestWithContext(testkit.Patiently(t), b.names.Part(i.ID()), wire.PartText(digest, from))
		require.NoError(t, err)
		return m
	}
	first := ask(0)
	require.Equal(t, program[:wire.PartSize], string(first.Data))
	require.Equal(t, "524291", first.Header.Get(wire.HeaderSize))
	require.Equal(t, "end", string(ask(wire.PartSize).Data))
	require.Empty(t, ask(2*wire.PartSize).Data)
	left := b.bytesLeft(i.ID())
	require.Equal(t, partBurst-3*wire.PartSize, left)
	require.True(t, b.asker(i.ID()).bytes.AllowN(b.now(), left))
	m := ask(0)
	require.Empty(t, m.Header, "later")
	require.Empty(t, m.Data)
}

// deaf is a connection that does not read for a while.
type deaf struct {
	net.Conn
	is   *atomic.Bool
	ends <-chan struct{}
}

// Dial implements [nats.CustomDialer].
func (d deaf) Dial(network, address string) (net.Conn, error) {
	var err error
	d.Conn, err = net.Dial(network, address)
	return d, err
}

func (d deaf) Read(b []byte) (int, error) {
	if d.is.Load() {
		<-d.ends
	}
	return d.Conn.Read(b)
}

// TestWhoDoesNotReadGetsNoMore, so that the league keeps little of it in memory.
func TestWhoDoesNotReadGetsNoMore(t *testing.T) {
	t.Parallel()
	const count = 200 // much more than what is in buffers of the system
	b, i, digest := openFor(t, strings.Repeat("program ", wire.PartSize/8))
	ends := make(chan struct{})
	is := new(atomic.Bool)
	g := comeIn(t, i, nats.SetCustomDialer(deaf{is: is, ends: ends}))
	t.Cleanup(func() { close(ends) })
	_, err := g.SubscribeSync(wire.Inbox(i.ID()) + ".x")
	require.NoError(t, err)
	require.NoError(t, g.Flush())
	is.Store(true)
	for range count {
		require.NoError(t, g.PublishRequest(b.names.Part(i.ID()), wire.Inbox(i.ID())+".x", wire.PartText(digest, 0)))
	}
	testkit.Await(t, "all were heard", func() bool { return b.bytesLeft(i.ID()) == partBurst-count*wire.PartSize })
	unread := b.clients.unread(i.ID())
	t.Logf("%d bytes", unread)
	require.Positive(t, unread)
	require.Less(t, unread, mostUnread+4*wire.PartSize)
}

// TestAProgramThatCantBeReadIsAskedForAgain, as when too many files are open.
func TestAProgramThatCantBeReadIsAskedForAgain(t *testing.T) {
	t.Parallel()
	b, i, digest := openFor(t, "program")
	require.NoError(t, os.Remove(b.program(digest)))
	require.NoError(t, os.Mkdir(b.program(digest), 0o700))
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	fetch := func(ctx context.Context, task *client.Task) ([]byte, error) {
		program := new(bytes.Buffer)
		err := task.Bot(ctx, digest, program)
		return program.Bytes(), err
	}
	go func() { ended <- client.Join(ctx, i, client.JoinOptions{Slots: 1, Play: fetch}) }()
	require.NoError(t, b.Give(t.Context(), scheduler.Job{Key: scheduler.Key{1}, Wall: time.Minute}))
	testkit.Await(t, "it is asked for", func() bool { return b.bytesLeft(i.ID()) < partBurst })
	require.NoError(t, os.Remove(b.program(digest)))
	require.NoError(t, b.PutBot(digest, strings.NewReader("program"), 7))
	d := testkit.Receive(t, "the result", b.Results())
	require.Equal(t, "program", string(d.Body), d.Err)
	d.Done()
	stop()
	require.NoError(t, <-ended)
}

// TestWhatIsNoRequestGetsNothing.
func TestWhatIsNoRequestGetsNothing(t *testing.T) {
	for _, text := range []string{
		"", "x", strings.Repeat("0", 64), strings.Repeat("0", 64) + " -1", strings.Repeat("0", 64) + " x",
		strings.Repeat("0", 62) + " 0", strings.Repeat("0", 64) + " 99999999999999999999",
	} {
		_, _, err := wire.ReadPartText([]byte(text))
		require.Error(t, err, text)
	}
	for _, text := range []string{
		"", "job", "job +NXT", `job +NXT {"batch":1000}`, `job -NAK {"delay":1}`, "job +ACK more",
		strings.Repeat("x", 300) + " +ACK",
	} {
		_, _, err := wire.ReadSaidText([]byte(text))
		require.Error(t, err, text)
	}
}

// TestNobodySpeaksOfTheJobOfAnother.
func TestNobodySpeaksOfTheJobOfAnother(t *testing.T) {
	t.Parallel()
	b, i, _ := openFor(t, "program")
	g := comeIn(t, i)
	heard, err := b.conn.SubscribeSync("$JS.ACK.>")
	require.NoError(t, err)
	require.NoError(t, b.conn.Flush())
	own := b.names.Receipts(i.ID()) + "1.2.3.4.5"
	for _, name := range []string{
		"$JS.ACK.arena_JOBS.other.1.2.3.4.5", "$JS.API.STREAM.PURGE.arena_JOBS", b.names.Receipts(i.ID()) + "*",
		b.names.Receipts(i.ID()) + ">", own,
	} {
		require.NoError(t, g.Publish(b.names.Said(i.ID()), wire.SaidText(wire.JobWorks, name)))
	}
	m, err := heard.NextMsgWithContext(testkit.Patiently(t))
	require.NoError(t, err)
	require.Equal(t, own, m.Subject)
	require.Equal(t, "+WPI", string(m.Data))
}

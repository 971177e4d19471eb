package broker

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io/fs"
	mathrand "math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// wild is a league whose workers send and want to hear whatever they can think of.
type wild struct {
	*mathrand.Rand
	b       *Broker
	quiet   []*enemy // who asks for nothing
	enemies []*enemy
	ends    chan struct{} // of who does not read
	came    int
	jobs    byte

	mu       sync.Mutex
	reached  map[string]string // what each of them may reach, by the mark of its messages
	wrong    []string
	passed   int // messages of theirs that the league got
	answered atomic.Int64
}

// enemy is a client with a key. Its mark is in all that it sends.
type enemy struct {
	*guest
	invitation members.Invitation
	mark       string
	who        string // its ID
}

const (
	wildSteps  = 300
	mostGrowth = 256 << 20 // bytes that the process of the league and of all its enemies may take more
)

// TestNothingElseGetsThrough of whatever workers send than what docs/league.md allows, and nobody hears
// what is for others. The league is as it was, and takes no more memory or disk than it may.
func TestNothingElseGetsThrough(t *testing.T) {
	tier.Long(t, "sends thousands of random messages")
	for i := range *runs { // one after the other, as memory is measured
		seed := *from + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWild(t, mathrand.New(mathrand.NewPCG(seed, 0)))
			streams, before, most := w.streams(t), heap(), uint64(0)
			for step := range wildSteps {
				w.step(t)
				if step%50 == 0 {
					most = max(most, heap())
				}
			}
			require.Less(t, int64(most-before), int64(mostGrowth))
			for _, e := range w.enemies {
				e.Close()
			}
			w.works(t)
			w.mu.Lock()
			defer w.mu.Unlock()
			t.Logf("%d clients, %d messages reached the league, %d answers, %d MB", w.came, w.passed, w.answered.Load(),
				int64(most-before)>>20)
			require.Empty(t, w.wrong)
			require.Greater(t, w.passed, wildSteps/4)
			require.Positive(t, w.answered.Load())
			require.ElementsMatch(t, streams, w.streams(t))
			require.Less(t, sizeOf(t, w.b.options.Folder), int64(mostResults))
		})
	}
}

func newWild(t *testing.T, draw *mathrand.Rand) *wild {
	t.Helper()
	w := &wild{Rand: draw, reached: make(map[string]string), ends: make(chan struct{})}
	b, err := Open(t.Context(), Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", AckWait: time.Second})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	w.b = b
	program := strings.Repeat("program ", wire.PartSize/8)
	require.NoError(t, b.PutBot(digestOfText(program), strings.NewReader(program), int64(len(program))))
	tap, err := b.conn.Subscribe(">", w.tapped)
	require.NoError(t, err)
	require.NoError(t, tap.SetPendingLimits(-1, -1))
	var reading sync.WaitGroup
	reading.Go(func() {
		for d := range b.Results() {
			d.Done()
		}
	})
	t.Cleanup(func() {
		close(w.ends)
		require.NoError(t, b.Close())
		reading.Wait()
	})
	for range 2 {
		e := w.comes(t)
		require.NotNil(t, e)
		_, err := e.Subscribe(wire.Inbox(e.who)+".>", w.told) // answers come there if somebody else says so
		require.NoError(t, err)
		require.NoError(t, e.Flush())
		w.quiet = append(w.quiet, e)
	}
	return w
}

func digestOfText(text string) wire.Digest { return sha256.Sum256([]byte(text)) }

func (w *wild) report(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.wrong) < 20 {
		w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
	}
}

// tapped looks at all that comes to the league. What an enemy has sent must be what it may send.
func (w *wild) tapped(m *nats.Msg) {
	mark := m.Header.Get("Mark")
	if mark == "" {
		mark, _, _ = strings.Cut(string(m.Data[:min(len(m.Data), 40)]), " ")
	}
	w.mu.Lock()
	may, is := w.reached[mark]
	if is {
		w.passed++
	}
	w.mu.Unlock()
	if is && !strings.Contains(may, " "+m.Subject+" ") {
		w.report("%s has sent to %q", mark, m.Subject)
	}
}

// told looks at what comes to who asks for nothing.
func (w *wild) told(m *nats.Msg) {
	if text := string(m.Data) + fmt.Sprint(m.Header); strings.Contains(text, "mark-") {
		w.report("%q has %.200q of somebody else", m.Subject, text)
	}
}

// comes connects a new client, or returns nil if it is turned away.
func (w *wild) comes(t *testing.T) *enemy {
	t.Helper()
	w.came++
	name := fmt.Sprint(w.came)
	i, err := w.b.Invite(name)
	require.NoError(t, err)
	e := &enemy{invitation: i, mark: "mark-" + rand.Text() + "-" + name, who: i.ID()}
	n := w.b.names
	may := strings.Join([]string{n.Result(e.who), n.Beat(e.who), n.Next(e.who), n.Said(e.who), n.Part(e.who)}, " ")
	w.mu.Lock()
	w.reached[e.mark] = " " + may + " "
	w.mu.Unlock()
	more := []nats.Option{nats.CustomInboxPrefix(wire.Inbox(e.who))}
	is := new(atomic.Bool)
	if len(w.quiet) == 2 && w.IntN(4) == 0 {
		more = append(more, nats.SetCustomDialer(deaf{is: is, ends: w.ends}))
	}
	if e.guest, err = come(i, places()[w.IntN(len(places()))], more...); err != nil {
		return nil
	}
	t.Cleanup(e.Close)
	is.Store(true)
	return e
}

// step does something at random.
func (w *wild) step(t *testing.T) {
	t.Helper()
	for at, e := range w.enemies {
		if e.IsClosed() { // it was sent away
			w.enemies = append(w.enemies[:at], w.enemies[at+1:]...)
			break
		}
	}
	if w.b.Room() > 0 && w.IntN(4) == 0 {
		w.jobs++
		given := scheduler.Job{Key: scheduler.Key{w.jobs}, Body: []byte("match"), Wall: time.Second}
		require.NoError(t, w.b.Give(t.Context(), given))
	}
	if len(w.enemies) < 3 || w.IntN(20) == 0 && len(w.enemies) < 12 {
		if e := w.comes(t); e != nil {
			w.enemies = append(w.enemies, e)
			w.hears(e, wire.Inbox(e.who)+".>")
		}
		return
	}
	e := w.enemies[w.IntN(len(w.enemies))]
	switch w.IntN(12) {
	case 0:
		e.Close()
	case 1, 2:
		w.hears(e, w.subject(e))
	default:
		for range 1 + w.IntN(20) {
			_ = e.PublishMsg(w.message(e)) // what it may not send fails later, or not at all
		}
	}
	_ = e.FlushTimeout(50 * time.Millisecond) // one that does not read never has an answer
}

// hears makes an enemy listen to something. All that it may hear is for itself.
func (w *wild) hears(e *enemy, subject string) {
	own := wire.Inbox(e.who) + "."
	_, _ = e.Subscribe(subject, func(m *nats.Msg) {
		if w.answered.Add(1); !strings.HasPrefix(m.Subject, own) {
			w.report("%s hears %q", e.mark, m.Subject)
		}
	})
}

// message returns one of an enemy.
func (w *wild) message(e *enemy) *nats.Msg {
	m := nats.NewMsg(w.subject(e))
	if w.IntN(6) == 0 {
		whole := wire.Result{Key: scheduler.Key{byte(w.IntN(8))}, Body: []byte(e.mark + " result")}
		if signed, err := whole.Split()[0].Message(m.Subject, e.invitation.Key()); err == nil {
			m = signed
		}
	} else {
		m.Data = []byte(w.body(e))
	}
	m.Header.Set("Mark", e.mark)
	for range w.IntN(3) {
		m.Header.Set(w.pick(
			"Nats-Msg-Id", "Nats-Rollup", "Nats-TTL", "Nats-Expected-Stream", "Nats-Schedule", "Nats-Schedule-Target",
			"Nats-Request-Info", "Nats-Batch-Id", "Nats-Marker-Reason", "Nats-Incr", "Status", "Arena-Key", "Arena-Part",
			"Arena-Failed", wire.HeaderJob, wire.HeaderSize,
		), w.pick("all", "1", "never", "@every 1s", "@at 2026-01-01T00:00:00Z", "arena_JOBS", "0/0", "7/3", "1/36",
			w.b.names.Job(w.other(e)), "-1", strings.Repeat("x", 1<<w.IntN(14))))
	}
	if w.IntN(4) == 0 {
		m.Header = nil // then its mark is in its body, or it has none
		m.Data = append([]byte(e.mark+" "), m.Data...)
	}
	switch w.IntN(4) {
	case 0:
		m.Reply = w.subject(e)
	case 1, 2:
		m.Reply = wire.Inbox(e.who) + ".x"
	}
	return m
}

// other returns whom an enemy means: itself, the quiet ones, or any other.
func (w *wild) other(e *enemy) string {
	all := append(append([]*enemy{e, e}, w.quiet...), w.enemies...)
	return all[w.IntN(len(all))].who
}

// subject returns one of those of the league, of the server, or none.
func (w *wild) subject(e *enemy) string {
	n, id, kind := w.b.names, w.other(e), w.IntN(6)
	if kind == 0 {
		id = e.who
	} else if w.IntN(3) == 0 {
		id = w.pick("*", ">", "league", "x")
	}
	ours := []string{
		n.Result(id), n.Beat(id), n.Next(id), n.Said(id), n.Part(id), n.Job(id), n.NextJob(id), n.Receipts(id) + "1.1.1.1.1",
		wire.Inbox(id) + ".x", wire.Inbox(id) + ".>",
	}
	switch kind {
	case 0, 1:
		return w.pick(ours[:5]...)
	case 2:
		return w.pick(ours...)
	case 3:
		return "$JS.API." + w.pick(
			"STREAM.DELETE.", "STREAM.PURGE.", "STREAM.UPDATE.", "STREAM.CREATE.", "STREAM.INFO.", "STREAM.MSG.GET.",
			"STREAM.MSG.DELETE.", "DIRECT.GET.", "STREAM.SNAPSHOT.", "STREAM.RESTORE.", "CONSUMER.CREATE.", "CONSUMER.LIST.",
			"CONSUMER.DURABLE.CREATE.", "CONSUMER.MSG.NEXT.", "CONSUMER.PAUSE.", "STREAM.LEADER.STEPDOWN.", "ACCOUNT.PURGE.",
		) + w.pick(n.JobStream(), n.ResultStream(), "*", ">", "x") + w.pick("", "", "."+id, "."+n.Job(id), ".>")
	case 4:
		return w.pick(accountInfo, "$JS.API.STREAM.NAMES", "$JS.API.>", "$JS.>", "$JS.ACK.>", "$JS.FC."+n.JobStream()+".x",
			"$SYS.REQ.SERVER.PING", "$SYS.REQ.SERVER.PING.CONNZ", "$SYS.REQ.USER.INFO", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.>",
			"$SYS._INBOX.x", "$SYS.ACCOUNT."+workersAccount+".CONNECT", "_R_.x", "_R_.>", "$SRV.PING", "$KV.x.y",
			"$O.arena_BOTS.C.x", "$G.x", "$NRG.AE.x", "$GNR.x", "_INBOX.>", ">", "*.*", "*.*.*")
	}
	var words []string
	for range 1 + w.IntN(6) {
		words = append(words, w.pick(
			"arena", "results", "beats", "next", "*", ">", "$JS", "$SYS", "x", "", "\u202e", id))
	}
	return strings.Join(words, ".")
}

// body returns what may mean something to the league or to the server.
func (w *wild) body(e *enemy) string {
	digest := digestOfText(strings.Repeat("program ", wire.PartSize/8))
	switch w.IntN(7) {
	case 0:
		return `{"Slots":` + w.pick("0", "1", "64", "-1", "99999999999") + `,"About":"` + w.pick("", "e30=", "x") + `"}`
	case 1:
		return string(wire.PartText(digest, int64(w.IntN(3)-1)*wire.PartSize))
	case 2:
		return string(wire.SaidText(wire.Said(w.pick(string(wire.JobDone), string(wire.JobReturns), "+NXT", "-NAK {}")),
			w.b.names.Receipts(w.other(e))+"1.1.1.1.1"))
	case 3:
		return w.pick(`{"seq":1,"batch":1000000,"max_bytes":1099511627776}`, `{"batch":1000000,"expires":3600000000000}`,
			`{"expires":3600000000000,"idle_heartbeat":1}`, `{"multi_last":["arena.>"],"batch":1000}`, `{"last_by_subj":">"}`,
			`{"name":"x","subjects":[">"],"storage":"memory"}`, `{"purge":true,"filter":">"}`, `{"no_erase":false,"seq":1}`)
	case 4:
		return strings.Repeat("x", w.IntN(maxPayload-1024))
	case 5:
		return strings.Repeat("[", w.IntN(1<<16))
	}
	return w.pick("", "\x00", "+ACK", "{}", "-ERR 'x'\r\n", rand.Text())
}

func (w *wild) pick(all ...string) string { return all[w.IntN(len(all))] }

// works requires that a new worker gets a match.
func (w *wild) works(t *testing.T) {
	t.Helper()
	i, err := w.b.Invite("anna")
	require.NoError(t, err)
	g := comeIn(t, i)
	ctx := testkit.Patiently(t)
	_, err = g.RequestWithContext(ctx, w.b.names.Beat(i.ID()), []byte(`{"Slots":1}`))
	require.NoError(t, err)
	testkit.Await(t, "it gets a match", func() bool {
		if w.b.Room() > 0 {
			w.jobs++
			_ = w.b.Give(ctx, scheduler.Job{Key: scheduler.Key{w.jobs, 1}, Body: []byte("match"), Wall: time.Minute})
		}
		_, _ = g.RequestWithContext(ctx, w.b.names.Beat(i.ID()), []byte(`{"Slots":1}`))
		m, err := g.RequestWithContext(ctx, w.b.names.Next(i.ID()), nil)
		return err == nil && m.Header.Get(wire.HeaderJob) != ""
	})
}

// streams returns how the server was told to keep what.
func (w *wild) streams(t *testing.T) (all []server.StreamConfig) {
	t.Helper()
	for _, name := range []string{server.DEFAULT_GLOBAL_ACCOUNT, workersAccount} {
		account, err := w.b.server.LookupAccount(name)
		require.NoError(t, err)
		if !account.JetStreamEnabled() {
			continue
		}
		found, err := w.b.server.Jsz(&server.JSzOptions{Account: name, Streams: true, Config: true})
		require.NoError(t, err)
		for _, one := range found.AccountDetails {
			for _, stream := range one.Streams {
				all = append(all, *stream.Config)
			}
		}
	}
	require.NotEmpty(t, all)
	return all
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

func sizeOf(t *testing.T, folder string) (size int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if info, gone := entry.Info(); err == nil && gone == nil {
			size += info.Size()
		}
		return nil
	}))
	return size
}

package broker_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// revoked returns why a worker's key was revoked, or "".
func (l *league) revoked(i members.Invitation) string {
	for _, m := range l.Members() {
		if m.ID == i.ID() {
			return m.Revoked
		}
	}
	return "unknown"
}

// resultMessage returns the message of a result as a worker with that invitation sends it.
func resultMessage(i members.Invitation, key scheduler.Key, body []byte) *nats.Msg {
	whole := wire.Result{Key: key, Body: body}
	m, err := whole.Split()[0].Message(wire.Named("").Result(i.ID()), i.Key())
	if err != nil {
		panic(err)
	}
	return m
}

// sends sends a message to a stream, and returns its error.
func (i *intruder) sends(t testing.TB, m *nats.Msg) error {
	js, err := jetstream.New(i.Conn)
	require.NoError(t, err)
	_, err = js.PublishMsg(testkit.Patiently(t), m)
	return err
}

// room waits until there is room for that many matches.
func (l *league) room(t testing.TB, count int) {
	testkit.Await(t, "room for matches", func() bool { return l.Room() >= count })
}

func TestResultTwice(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i := l.invite(t, "anna")
	me := intrude(t, i)
	me.hello(t)
	l.room(t, 1)
	l.give(t, 1)
	taken := me.take(t, 1)[0]
	result := resultMessage(i, key(0), []byte("mine"))
	require.NoError(t, me.sends(t, result))
	require.NoError(t, me.sends(t, result))
	me.confirm(t, taken)
	d := l.next(t)
	d.Done()
	require.Equal(t, "mine", string(d.Body))
	for range 300 { // as who was away for long
		require.NoError(t, me.PublishMsg(result))
	}
	require.NoError(t, l.Give(t.Context(), job(1)))
	me.take(t, 1)
	testkit.Await(t, "room for a result behind those of its own", func() bool {
		return me.sends(t, resultMessage(i, key(1), nil)) == nil
	})
	require.Equal(t, key(1), l.next(t).Key, "the others come no more")
	require.Empty(t, l.revoked(i))
}

// TestManyBeats are not all answered, and cost no key, however long the league can't look after its workers.
func TestManyBeats(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i := l.invite(t, "anna")
	me := intrude(t, i)
	answers, err := me.SubscribeSync(wire.Inbox(i.ID()) + ".beats")
	require.NoError(t, err)
	for range 1000 {
		require.NoError(t, me.PublishRequest("arena.beats."+i.ID(), answers.Subject, []byte(`{"Slots":1}`)))
	}
	require.NoError(t, me.FlushTimeout(time.Minute))
	require.NoError(t, l.Give(t.Context(), job(0)))
	me.take(t, 1)
	require.NoError(t, me.sends(t, resultMessage(i, key(0), nil)))
	require.Equal(t, key(0), l.next(t).Key)
	answered, _, err := answers.Pending()
	require.NoError(t, err)
	require.Less(t, answered, 500)
	require.Empty(t, l.revoked(i))
}

// TestBeatsThatWaitAreBounded: while the league is busy, it keeps no more of them than it may, however many come. A
// later one is heard again.
func TestBeatsThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	beat := fmt.Appendf(nil, `{"Slots":1}%2000s`, "")
	for name, o := range map[string]broker.Options{
		"by number": options(t.TempDir()).Unheard(4, 1<<20),
		"by size":   options(t.TempDir()).Unheard(1000, 9500),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, busy := make(chan struct{}, 100), make(chan struct{})
			o.Admit = func(string, []byte) error {
				asked <- struct{}{}
				<-busy
				return nil
			}
			l := open(t, o)
			free := sync.OnceFunc(func() { close(busy) })
			t.Cleanup(free)
			i := l.invite(t, "anna")
			me := intrude(t, i)
			answers, err := me.SubscribeSync(wire.Inbox(i.ID()) + ".beats")
			require.NoError(t, err)
			send := func() { require.NoError(t, me.PublishRequest("arena.beats."+i.ID(), answers.Subject, beat)) }
			send()
			testkit.Receive(t, "the first beat", asked)
			for range 50 {
				send()
			}
			require.NoError(t, me.FlushTimeout(time.Minute))
			require.Zero(t, l.Queued(), "what came before the answer to this is there, or lost")
			free()
			for range 4 { // with the one that it heard
				_, err := answers.NextMsg(time.Minute)
				require.NoError(t, err)
			}
			send()
			_, err = answers.NextMsg(time.Minute)
			require.NoError(t, err)
			require.Len(t, asked, 4, "of the three that waited, and of the last one")
		})
	}
}

// TestFalseResults: what is not signed by its sender, or was given to another, is thrown away.
func TestFalseResults(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i, other := l.invite(t, "anna"), l.invite(t, "bert")
	me := intrude(t, i)
	me.hello(t)
	l.room(t, 2)
	l.give(t, 2)
	me.take(t, 2)
	good := resultMessage(i, key(0), []byte("mine"))
	for name, change := range map[string]func(m *nats.Msg){
		"other body":   func(m *nats.Msg) { m.Data = []byte("more") },
		"other match":  func(m *nats.Msg) { m.Header.Set("Arena-Match", key(2).String()) },
		"no match":     func(m *nats.Msg) { m.Header.Del("Arena-Match") },
		"no signature": func(m *nats.Msg) { m.Header.Del("Arena-Signature") },
		"failure":      func(m *nats.Msg) { m.Header.Set("Arena-Failed", "1") },
		"another's":    func(m *nats.Msg) { m.Header = resultMessage(other, key(0), m.Data).Header },
		"not asked":    func(m *nats.Msg) { *m = *resultMessage(i, key(7), []byte("mine")) },
	} {
		m := nats.NewMsg(good.Subject)
		m.Data = good.Data
		for header := range good.Header {
			m.Header.Set(header, good.Header.Get(header))
		}
		change(m)
		require.NoError(t, me.sends(t, m), name)
	}
	them := intrude(t, other)
	require.NoError(t, them.sends(t, resultMessage(other, key(0), []byte("theirs"))))
	require.NoError(t, me.sends(t, resultMessage(i, key(1), nil)))
	require.Equal(t, key(1), l.next(t).Key, "the others were thrown away")
	require.NoError(t, me.sends(t, good))
	require.Equal(t, "mine", string(l.next(t).Body))
}

// TestFifthConnection: a key is good for a few connections at a time.
func TestFifthConnection(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i := l.invite(t, "anna")
	first := intrudeAtMost(t, i)
	_, err := intrudeWith(i, seedOf(i))
	require.Error(t, err)
	require.NotErrorIs(t, err, nats.ErrAuthorization, "that would say that the key does not count")
	first.Close()
	testkit.Await(t, "there is room for another one", func() bool {
		again, err := intrudeWith(i, seedOf(i))
		if err == nil {
			again.Close()
		}
		return err == nil
	})
}

// TestHeaders: what a header could do to a stream, it does not.
func TestHeaders(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i, other := l.invite(t, "anna"), l.invite(t, "bert")
	me, them := intrude(t, i), intrude(t, other)
	them.hello(t)
	l.room(t, 1)
	l.give(t, 1)
	them.take(t, 1)
	theirs := resultMessage(other, key(0), []byte("theirs"))
	theirs.Header.Set(nats.MsgIdHdr, "1")
	for header, value := range map[string]string{
		"Nats-Rollup": "all", "Nats-TTL": "1s", "Nats-Schedule": "@at 2020-01-01T00:00:00Z", "Nats-Batch-Id": "x",
	} {
		m := resultMessage(i, key(0), nil)
		m.Header.Set(header, value)
		_ = me.sends(t, m)
	}
	require.NoError(t, them.sends(t, theirs))
	require.Equal(t, "theirs", string(l.next(t).Body))
}

// TestFlood: results that nobody asked for do not fill the disk, and end with the worker's key.
func TestFlood(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	l.floodedBy(t, "nobody asked for", func(me *intruder, i members.Invitation, number int) error {
		return me.PublishMsg(resultMessage(i, key(number), make([]byte, 100)))
	})
}

// floodedBy lets a worker send until it can't, or a million times, and requires that it loses its key for that, and
// that others play on.
func (l *league) floodedBy(
	t *testing.T, why string, send func(me *intruder, i members.Invitation, number int) error,
) {
	t.Helper()
	i, honest := l.invite(t, "anna"), l.invite(t, "bert")
	me := intrude(t, i)
	closed := make(chan struct{})
	me.SetClosedHandler(func(*nats.Conn) { close(closed) })
	for number := range 1_000_000 {
		if send(me, i, number) != nil {
			t.Logf("%d messages", number)
			break
		}
	}
	testkit.Receive(t, "the end of the worker's connection", closed)
	require.Contains(t, l.revoked(i), why)
	_, err := intrudeWith(i, seedOf(i))
	require.ErrorIs(t, err, nats.ErrAuthorization)
	join(t, honest, client.JoinOptions{Play: echo})
	l.give(t, 20)
	l.collect(t, 20)
}

// TestWaitingResultsAreBounded: while the league does not read, a worker can leave no more than
// some results, and they don't take the room of others.
func TestWaitingResultsAreBounded(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i, honest := l.invite(t, "anna"), l.invite(t, "bert")
	me := intrude(t, i)
	me.hello(t)
	l.room(t, 5)
	l.give(t, 5)
	me.take(t, 5)
	refused := 0
	for number := range 1000 { // the first is not taken by the league, so it reads no more
		if me.sends(t, resultMessage(i, key(min(number, 4)), nil)) != nil {
			refused++
		}
	}
	require.Greater(t, refused, 500)
	them := intrude(t, honest)
	require.NoError(t, them.sends(t, resultMessage(honest, key(0), nil)))
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	me := intrude(t, l.invite(t, "anna"))
	require.ErrorIs(t, me.Publish("arena.results."+me.id, make([]byte, 2<<20)), nats.ErrMaxPayload,
		"our client asks the server first")

	big := client.JoinOptions{Play: func(context.Context, *client.Task) ([]byte, error) {
		return make([]byte, wire.MostResult+1), nil
	}}
	join(t, l.invite(t, "bert"), big)
	l.give(t, 1)
	require.ErrorContains(t, l.next(t).Err, "the result has 33554433 bytes, more than")
}

// TestHoarder: a worker that takes jobs, acknowledges some, and sends no results, loses its matches to others. A slow
// one looks the same, so it keeps its key.
func TestHoarder(t *testing.T) {
	t.Parallel()
	l := open(t, silent(t.TempDir()))
	i, honest := l.invite(t, "anna"), l.invite(t, "bert")
	me := intrude(t, i)
	me.hello(t)
	l.room(t, 5)
	l.give(t, 5)
	jobs := me.take(t, 5)
	me.confirm(t, jobs[0])
	me.confirm(t, jobs[1])
	me.stays(t)
	join(t, honest, client.JoinOptions{Play: echo})
	for _, id := range l.collect(t, 5) {
		require.Equal(t, honest.ID(), id)
	}
	require.Empty(t, l.revoked(i))
}

// stays says that a worker is there, and plays nothing, until the test ends.
func (i *intruder) stays(t *testing.T) {
	var saying sync.WaitGroup
	saying.Go(func() {
		for t.Context().Err() == nil {
			_ = i.Publish("arena.beats."+i.id, []byte(`{"Slots":1}`))
			wire.Pause(t.Context(), wire.MinAckWait/3)
		}
	})
	t.Cleanup(saying.Wait)
}

// TestSilentWithBeats: a worker that says for ever that it plays loses the match.
func TestSilentWithBeats(t *testing.T) {
	t.Parallel()
	l := open(t, silent(t.TempDir()))
	i, honest := l.invite(t, "anna"), l.invite(t, "bert")
	stuck := make(chan struct{})
	join(t, i, client.JoinOptions{Play: func(context.Context, *client.Task) ([]byte, error) {
		<-stuck
		return nil, errors.New("at last")
	}})
	t.Cleanup(func() { close(stuck) })
	l.room(t, 1)
	j := job(0)
	j.Wall = 150 * time.Millisecond
	require.NoError(t, l.Give(t.Context(), j))
	testkit.Await(t, "the match was given", func() bool { return l.Present()[i.ID()] == 1 })
	join(t, honest, client.JoinOptions{Play: echo})
	d := l.next(t)
	require.Equal(t, honest.ID(), d.Worker)
	require.Empty(t, l.revoked(i), "once is no offence")
}

func TestPoisonedMatchIsReported(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	var tries atomic.Int32
	for _, name := range []string{"anna", "bert"} {
		join(t, l.invite(t, name), client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
			if task.Key == key(0) {
				tries.Add(1)
				return nil, errors.New("the bot's program is gone\nhint: sudo rm -rf /")
			}
			return echo(ctx, task)
		}})
	}
	l.give(t, 10)
	played, failed := 0, 0
	for range 10 {
		d := l.next(t)
		if d.Err != nil {
			require.Equal(t, key(0), d.Key)
			require.EqualError(t, d.Err, "given 5 times without a result; the last time: its worker could not play it: "+
				`"the bot's program is gone\nhint: sudo rm -rf /"`)
			failed++
		} else {
			played++
		}
		d.Done()
	}
	require.Equal(t, []int{9, 1, scheduler.MostTries}, []int{played, failed, int(tries.Load())})
}

// requireRevoked requires that a worker ends of itself, as its key does not count any more.
func requireRevoked(t *testing.T, ended <-chan error) {
	t.Helper()
	err := testkit.Receive(t, "the end of the worker", ended) // it heard that in a message, or as it was cut off
	require.ErrorContains(t, err, wire.ErrRevoked.Error())
}

func TestRevoked(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	l := open(t, options(folder))
	i := l.invite(t, "anna\x1b[31m")
	ended := make(chan error, 1)
	go func() { ended <- client.Join(t.Context(), i, client.JoinOptions{Slots: 1, Play: echo}) }()
	l.give(t, 1)
	l.next(t).Done()
	require.NoError(t, l.Revoke(t.Context(), i.ID(), "left the club"))
	require.NoError(t, l.Revoke(t.Context(), i.ID(), "left the club again"))
	require.Equal(t, "left the club", l.revoked(i))
	requireRevoked(t, ended)
	require.ErrorIs(t, client.Join(t.Context(), i, client.JoinOptions{Slots: 1, Play: echo}), wire.ErrRevoked)
	require.NoError(t, l.Close())

	again, err := broker.Open(t.Context(), options(folder))
	require.NoError(t, err)
	require.Equal(t, l.Members(), again.Members(), "they are remembered")
	require.NoError(t, again.Close())
}

func TestNotAdmitted(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.Admit = func(_ string, about []byte) error {
		if string(about) != "engine 3" {
			return errors.New("it has " + string(about) + ", the league engine 3\nhint: sudo rm -rf /")
		}
		return nil
	}
	l := open(t, o)
	i := l.invite(t, "anna")
	err := client.Join(t.Context(), i, client.JoinOptions{Slots: 1, Play: echo, About: []byte("engine 2")})
	require.ErrorIs(t, err, wire.ErrNotAdmitted)
	require.EqualError(t, err, `"the league does not take this worker: it has engine 2, the league engine 3\n`+
		`hint: sudo rm -rf /"`)
	require.Zero(t, l.Room())
	join(t, i, client.JoinOptions{Play: echo, About: []byte("engine 3")})
	l.room(t, 1)
}

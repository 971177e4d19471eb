package broker_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// key returns the key of the match with a number.
func key(number int) scheduler.Key {
	return sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(number)))
}

// job returns the match with a number. Its body is what workers of these tests send back.
func job(number int) scheduler.Job {
	return scheduler.Job{Key: key(number), Body: binary.BigEndian.AppendUint64(nil, uint64(number)), Wall: time.Minute}
}

// sentences collects what the user is told.
type sentences struct {
	mu  sync.Mutex
	all []string
}

func (s *sentences) say(sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, sentence)
}

func (s *sentences) get() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.all...)
}

// league is a broker, and what it has told.
type league struct {
	*broker.Broker
	said sentences
}

// options are those of a league in which nobody is taken for silent in the time of a test, however busy the machine.
func options(folder string) broker.Options {
	return broker.Options{Folder: folder, Listen: "127.0.0.1:0", AckWait: time.Minute}
}

// silent are the options of a league whose workers may be silent for a second, for tests of what happens then.
func silent(folder string) broker.Options {
	o := options(folder)
	o.AckWait = wire.MinAckWait
	return o
}

// open opens a broker that is closed with the test.
func open(t testing.TB, o broker.Options) *league {
	l := &league{}
	o.Say = l.said.say
	var err error
	l.Broker, err = broker.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

// invite returns an invitation.
func (l *league) invite(t testing.TB, name string) members.Invitation {
	i, err := l.Invite(name)
	require.NoError(t, err)
	return i
}

// join lets a worker play until the test ends. It returns a function that stops the worker and
// returns how Join ended.
func join(t testing.TB, i members.Invitation, o client.JoinOptions) func() error {
	ctx, stop := context.WithCancel(t.Context())
	if o.Slots == 0 {
		o.Slots = 1
	}
	ended := make(chan error, 1)
	go func() { ended <- client.Join(ctx, i, o) }()
	end := sync.OnceValue(func() error {
		stop()
		return testkit.Receive(t, "the end of a worker", ended)
	})
	t.Cleanup(func() { _ = end() })
	return end
}

// echo plays a match by sending back the job.
func echo(_ context.Context, t *client.Task) ([]byte, error) { return t.Body, nil }

// give gives the matches with the numbers from 0.
func (l *league) give(t testing.TB, count int) {
	for number := range count {
		require.NoError(t, l.Give(t.Context(), job(number)))
	}
}

// next returns the next result.
func (l *league) next(t testing.TB) scheduler.Delivered {
	t.Helper()
	d := testkit.Receive(t, "a result", l.Results())
	require.NotNil(t, d.Done, "the league has ended: %q", l.said.get())
	return d
}

// collect takes that many results, stores them, and returns who played which.
func (l *league) collect(t testing.TB, count int) map[scheduler.Key]string {
	players := make(map[scheduler.Key]string)
	for len(players) < count {
		d := l.next(t)
		require.NoError(t, d.Err)
		require.NotContains(t, players, d.Key, "a result comes once")
		players[d.Key] = d.Worker
		d.Done()
	}
	return players
}

// nothingElse requires that no other result comes before that of a match which is given now.
func (l *league) nothingElse(t testing.TB) {
	t.Helper()
	const last = 1 << 30
	require.NoError(t, l.Give(t.Context(), job(last)))
	d := l.next(t)
	require.Equal(t, key(last), d.Key, "a result came that nobody waits for")
	d.Done()
}

func TestTwoWorkers(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	require.Zero(t, l.Room(), "nobody is there")
	a, b := l.invite(t, "anna"), l.invite(t, "bert")
	given := make(chan struct{})
	play := func(ctx context.Context, t *client.Task) ([]byte, error) {
		<-given // a match that has its result could be given again
		return echo(ctx, t)
	}
	for _, i := range []members.Invitation{a, b} {
		join(t, i, client.JoinOptions{Play: play, Slots: 2})
	}
	testkit.Await(t, "both are there", func() bool { return len(l.Present()) == 2 })
	require.Positive(t, l.Room())
	const count = 100
	l.give(t, count)
	l.give(t, count) // twice is harmless
	close(given)
	players := map[string]int{}
	for _, id := range l.collect(t, count) {
		players[id]++
	}
	require.Greater(t, players[a.ID()], 10)
	require.Greater(t, players[b.ID()], 10)
	l.nothingElse(t)
	require.Empty(t, l.said.get())
	require.Equal(t, "anna", l.Name(a.ID()))
}

// TestNextMatchIsThere when one ends: a worker begins it without asking. It plays no more at a time
// than it said, and what it has not begun when it leaves it does not play.
func TestNextMatchIsThere(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.Listen = testkit.Address(t.Cleanup)
	o.AckWait = 10 * time.Second // after which the server gives again what came as the worker left
	l := open(t, o)
	invitation := l.invite(t, "anna")
	begun, end := make(chan scheduler.Key, 3), make(chan struct{})
	var playing atomic.Int32
	joined, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	play := func(_ context.Context, t *client.Task) ([]byte, error) {
		if playing.Add(1) > 1 {
			return nil, errors.New("plays two matches at a time")
		}
		begun <- t.Key
		<-end
		playing.Add(-1)
		return t.Body, nil
	}
	go func() { left <- client.Join(joined, invitation, client.JoinOptions{Slots: 1, Play: play}) }()
	l.give(t, 3)
	wait := func(number int) {
		t.Helper()
		require.Equal(t, key(number), testkit.Receive(t, "a match that begins", begun))
	}
	wait(0)
	testkit.Await(t, "the next one comes meanwhile", func() bool { return l.Untaken(invitation.ID()) == 1 })
	require.NoError(t, l.Close())
	end <- struct{}{}
	wait(1) // with nobody to ask
	again := open(t, o)
	first := again.next(t)
	require.NoError(t, first.Err)
	require.Equal(t, key(0), first.Key)
	first.Done()
	testkit.Await(t, "the third comes meanwhile", func() bool { return again.Untaken(invitation.ID()) == 0 })
	leave()
	end <- struct{}{}
	second := again.next(t)
	require.Equal(t, key(1), second.Key)
	second.Done()
	require.NoError(t, testkit.Receive(t, "the end of the worker", left))
	require.Empty(t, begun, "the third was not begun")
	join(t, invitation, client.JoinOptions{Play: echo})
	third := again.next(t)
	require.Equal(t, key(2), third.Key)
	third.Done()
}

func TestBodiesComeWhole(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	big := make([]byte, wire.MostBody)
	big[len(big)-1] = 7
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: echo})
	require.NoError(t, l.Give(t.Context(), scheduler.Job{Key: key(1), Body: big}))
	d := l.next(t)
	require.Equal(t, key(1), d.Key)
	require.Equal(t, big, d.Body)
	d.Done()
	require.ErrorContains(t, l.Give(t.Context(), scheduler.Job{Key: key(2), Body: append(big, 1)}), "larger than")
}

func TestBots(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	var wanted atomic.Pointer[wire.Digest]
	got := make(chan []byte, 1)
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		var program writer
		if err := task.Bot(ctx, wire.Digest{}, &program); err == nil {
			return []byte("a bot that nobody put"), nil
		}
		err := task.Bot(ctx, *wanted.Load(), &program)
		got <- program
		return nil, err
	}})
	for _, size := range []int{0, 1, 512 << 10, 3<<20 + 17} {
		path := filepath.Join(t.TempDir(), "bot")
		program := make([]byte, size)
		for i := range program {
			program[i] = byte(i >> 9)
		}
		require.NoError(t, os.WriteFile(path, program, 0o600))
		file, err := os.Open(path)
		require.NoError(t, err)
		t.Cleanup(func() { _ = file.Close() })
		digest := wire.Digest(sha256.Sum256(program))
		require.NoError(t, l.PutBot(digest, file, int64(size)))
		require.NoError(t, l.PutBot(digest, file, int64(size)), "it is there already")
		other := digest
		other[0]++
		require.ErrorContains(t, l.PutBot(other, file, int64(size)), "its digest is")

		wanted.Store(&digest)
		require.NoError(t, l.Give(t.Context(), job(size)))
		d := l.next(t)
		require.NoError(t, d.Err)
		require.Empty(t, d.Body)
		d.Done()
		require.Equal(t, program, append([]byte{}, <-got...))
	}
}

// TestNoOtherBot than the one that was asked for is taken, even from a league that sends one.
func TestNoOtherBot(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	digest := wire.Digest(sha256.Sum256([]byte("zorg")))
	require.NoError(t, l.PutAs(digest, []byte("evil")))
	took := make(chan error, 1)
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		took <- task.Bot(ctx, digest, new(writer))
		return nil, nil
	}})
	l.give(t, 1)
	l.next(t).Done()
	require.ErrorContains(t, <-took, "came damaged")
}

type writer []byte

func (w *writer) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}

// TestResultsAreLeft: what one league did not store, the next one gets, and need not have played
// again.
func TestResultsAreLeft(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, err := broker.Open(t.Context(), options(folder))
	require.NoError(t, err)
	i, err := first.Invite("anna")
	require.NoError(t, err)
	me := intrude(t, i)
	me.hello(t)
	require.NoError(t, first.Give(t.Context(), job(0)))
	taken := me.take(t, 1)[0]
	require.NoError(t, me.sends(t, resultMessage(i, key(0), []byte("mine"))))
	me.confirm(t, taken)
	testkit.Await(t, "the job is off the queue", func() bool { return first.Queued() == 0 })
	require.Equal(t, "mine", string((<-first.Results()).Body), "but not Done")
	require.NoError(t, first.Close())

	for range 2 {
		l, err := broker.Open(t.Context(), options(folder))
		require.NoError(t, err)
		d := (&league{Broker: l}).next(t)
		require.Equal(t, key(0), d.Key)
		require.Equal(t, i.ID(), d.Worker)
		require.Equal(t, "mine", string(d.Body))
		require.NoError(t, l.Close())
	}
}

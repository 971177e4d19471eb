package league

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

// failure is an error that the store of a test answers with.
type failure struct {
	mu  sync.Mutex
	err error
}

func (f *failure) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *failure) get() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// newHealth returns the health of a league of two bots, of which one has left, and what its store answers with.
func newHealth(t *testing.T) (h *Health, fails *failure) {
	t.Helper()
	gone := 3
	fails = new(failure)
	h = NewHealth(Folder(t.TempDir()), func(context.Context) (store.Tournament, error) {
		return store.Tournament{Matches: 7, Entrants: []store.Entrant{{}, {Gone: &gone}}}, fails.get()
	})
	h.free = func(string) (uint64, bool) { return LeastRoom, true }
	return h, fails
}

func TestHealthOfALeague(t *testing.T) {
	h, fails := newHealth(t)
	_, err := h.State()
	require.EqualError(t, err, "the league begins")
	_, err = h.folder.Health(time.Now())
	require.ErrorIs(t, err, ErrNotServed)

	asked := func(want, ill string) {
		t.Helper()
		_, _ = h.Look(t.Context())
		here, errHere := h.State()
		there, errThere := h.folder.Health(time.Now())
		require.Equal(t, want, here)
		require.Equal(t, want, there)
		if ill == "" {
			require.NoError(t, errors.Join(errHere, errThere))
			return
		}
		require.EqualError(t, errHere, ill)
		require.EqualError(t, errThere, ill)
	}
	asked("1 bot, 7 matches", "")
	fails.set(errors.New("/home/anna/league.db: disk image is malformed"))
	asked("", "its store can't be read")
	fails.set(nil)
	h.free = func(string) (uint64, bool) { return LeastRoom - 1, true }
	asked("", "no room on its disk: 63 MB of 64 MB at least")
	h.free = func(string) (uint64, bool) { return 0, false }
	asked("1 bot, 7 matches", "")
}

// TestALeagueWhoseQueuesAreInTroubleIsIll, or whose queues have no room on a disk of their own.
func TestALeagueWhoseQueuesAreInTroubleIsIll(t *testing.T) {
	h, _ := newHealth(t)
	var trouble error
	h.Queues(func() error { return trouble })
	ill, _ := h.Look(t.Context())
	require.NoError(t, ill)
	require.Equal(t, HealthCheck{Bots: 1, Matches: 7, Store: LeastRoom, Queues: LeastRoom}, h.Seen())
	trouble = errors.New("its queues can't be written")
	ill, _ = h.Look(t.Context())
	require.Equal(t, HealthError("its queues can't be written"), ill)
	_, err := h.folder.Health(time.Now())
	require.Equal(t, ill, err, "others are told")
	trouble = nil
	h.free = func(folder string) (uint64, bool) {
		if folder == h.folder.Workers() {
			return 1 << 20, true
		}
		return LeastRoom, true
	}
	ill, _ = h.Look(t.Context())
	require.Equal(t, HealthError("no room on the disk of its queues: 1 MB of 64 MB at least"), ill)
	require.Equal(t, int64(1<<20), h.Seen().Queues)
	h.free = func(string) (uint64, bool) { return 1 << 20, true }
	ill, _ = h.Look(t.Context())
	require.Equal(t, HealthError("no room on its disk: 1 MB of 64 MB at least"), ill, "one disk is told once")
}

func TestAFolderThatCantBeWrittenIsIll(t *testing.T) {
	h, _ := newHealth(t)
	require.NoError(t, os.Mkdir(h.folder.healthFile(), 0o700))
	ill, cause := h.Look(t.Context())
	require.EqualError(t, ill, "its folder can't be written")
	require.ErrorContains(t, cause, h.folder.healthFile())
	_, err := h.State()
	require.Equal(t, ill, err)
}

func TestALeagueThatIsStuckIsIll(t *testing.T) {
	h, _ := newHealth(t)
	_, _ = h.Look(t.Context())
	h.at = h.at.Add(-silentTime - time.Second)
	_, err := h.State()
	require.EqualError(t, err, "is stuck: it has not looked after itself for 31s")
	for _, late := range []time.Duration{silentTime + time.Minute, -silentTime - time.Minute} { // the clock was set
		_, err = h.folder.Health(time.Now().Add(late))
		require.ErrorContains(t, err, "is stuck: ")
		require.ErrorContains(t, err, "or was killed")
	}
}

func TestAHealthThatIsDamaged(t *testing.T) {
	for _, text := range []string{"", "fine", "\x00\x00"} {
		f := Folder(t.TempDir())
		require.NoError(t, os.WriteFile(f.healthFile(), []byte(text), 0o600))
		_, err := f.Health(time.Now())
		require.ErrorContains(t, err, "is not what an arena has written")
	}
}

// TestHealthIsWatched until the league ends, and each illness is told once.
func TestHealthIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, fails := newHealth(t)
		var told []string
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.Watch(ctx, func(ill error) { told = append(told, ill.Error()) })
		}()
		synctest.Wait()
		require.FileExists(t, filepath.Join(string(h.folder), "health"))
		for _, now := range []error{errors.New("one"), errors.New("two"), nil, errors.New("three")} {
			fails.set(now)
			time.Sleep(healthTime)
			synctest.Wait()
		}
		stop()
		<-ended
		require.Equal(t, []string{"its store can't be read: one", "its store can't be read: three"}, told)
		entries, err := os.ReadDir(string(h.folder))
		require.NoError(t, err)
		require.Empty(t, entries)
	})
}

// TestAClockThatIsSetMakesNoLeagueIllForLong: until it has looked after itself the next time.
func TestAClockThatIsSetMakesNoLeagueIllForLong(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -time.Hour} {
		h, _ := newHealth(t)
		_, _ = h.Look(t.Context())
		before := time.Now().Add(-jump)
		require.NoError(t, os.Chtimes(h.folder.healthFile(), before, before))
		_, err := h.folder.Health(time.Now())
		require.ErrorContains(t, err, "or was killed", "whoever asks can't know")
		_, err = h.State()
		require.NoError(t, err, "it knows itself how long it was silent")
		_, _ = h.Look(t.Context())
		state, err := h.folder.Health(time.Now())
		require.NoError(t, err)
		require.Equal(t, "1 bot, 7 matches", state)
	}
}

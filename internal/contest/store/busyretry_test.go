package store_test

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

// TestNobodyWaitsAfterASignal: for a store that another process holds, whatever is wanted of it.
func TestNobodyWaitsAfterASignal(t *testing.T) {
	path := whole(t)
	execute(t, path, "pragma wal_checkpoint(truncate); pragma journal_mode = delete")
	release := hold(t, path)
	for name, do := range map[string]func(context.Context) error{
		"read": func(ctx context.Context) error {
			_, err := store.Open(ctx, path, store.Options{ReadOnly: true})
			return err
		},
		"write": func(ctx context.Context) error {
			_, err := store.Open(ctx, path, store.Options{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) { requireEnds(t, do) })
	}
	release()

	f := begin(t)
	release = hold(t, f.path)
	defer release()
	requireEnds(t, func(ctx context.Context) error {
		_, err := f.add(ctx, 0, nil)
		return err
	})
}

// hold keeps a store from everybody else, until the function is called that it returns.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	db, err := sql.Open("sqlite", address.String())
	require.NoError(t, err)
	holder, err := db.Conn(t.Context())
	require.NoError(t, err)
	_, err = holder.ExecContext(t.Context(), "begin exclusive")
	require.NoError(t, err)
	return func() {
		_ = holder.Close()
		_ = db.Close()
	}
}

// requireEnds requires that what waits ends soon after its context.
func requireEnds(t *testing.T, do func(context.Context) error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- do(ctx) }()
	time.Sleep(500 * time.Millisecond) // it may wait by now; if it does not yet, it ends as well
	stop()
	err := testkit.Receive(t, "the end of who waits", ended)
	require.ErrorIs(t, err, context.Canceled)
}

// TestWhoWaitsForAStoreGetsIt: as soon as the other one is done.
func TestWhoWaitsForAStoreGetsIt(t *testing.T) {
	f := begin(t)
	release := hold(t, f.path)
	var released atomic.Bool
	time.AfterFunc(700*time.Millisecond, func() {
		released.Store(true)
		release()
	})
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.True(t, released.Load())
}

// TestWhatIsSavedHardlyWaits: after a signal. It is saved if nobody holds the store.
func TestWhatIsSavedHardlyWaits(t *testing.T) {
	f := begin(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := f.add(store.Saving(ctx), 0, nil)
	require.NoError(t, err)
	release := hold(t, f.path)
	_, busy := f.add(store.Saving(ctx), 1, nil)
	require.ErrorContains(t, busy, "another program is writing it")
	release()
	for _, signal := range []time.Duration{0, time.Second} { // when it comes
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			begun := time.Now()
			time.AfterFunc(signal, stop)
			require.Equal(t, busy, store.Waits(store.Saving(ctx), time.Minute, func() error { return busy }))
			require.Greater(t, time.Since(begun), signal+100*time.Millisecond, "a moment is waited for")
			require.Less(t, time.Since(begun), signal+time.Second)
		})
	}
}

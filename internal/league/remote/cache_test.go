package remote

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// botOf returns the archive of a bot, with its digest.
func botOf(t testing.TB, number int) (d digest, fetch func(io.Writer) error) {
	folder := t.TempDir()
	write(t, folder, "bot"+strconv.Itoa(number))
	file, err := os.Create(filepath.Join(t.TempDir(), "archive"))
	require.NoError(t, err)
	d, err = packFolder(folder, "bot"+strconv.Itoa(number), file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return d, func(to io.Writer) error {
		text, err := os.ReadFile(file.Name())
		if err == nil {
			_, err = to.Write(text)
		}
		return err
	}
}

func openCache(t testing.TB, folder string, most int64) *Cache {
	c, err := OpenCache(folder, most)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

var errUnwanted = errors.New("it was to be here")

func unwanted(io.Writer) error { return errUnwanted }

func TestBotsAreFetchedOnce(t *testing.T) {
	top := t.TempDir()
	c := openCache(t, top, MostCache)
	d, fetch := botOf(t, 1)
	var fetched atomic.Int64
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			folder, release, err := c.Use(t.Context(), d, func(to io.Writer) error { fetched.Add(1); return fetch(to) }, unpack)
			require.NoError(t, err)                              //nolint:testifylint // ends this goroutine only
			require.FileExists(t, filepath.Join(folder, "bot1")) //nolint:testifylint // see above
			release()
		})
	}
	users.Wait()
	require.EqualValues(t, 1, fetched.Load())

	other := openCache(t, top, MostCache)
	_, _, err := other.Use(t.Context(), d, unwanted, unpack)
	require.ErrorIs(t, err, errUnwanted, "a second worker has its own")
	require.NoError(t, c.Close())
	again := openCache(t, top, MostCache)
	_, release, err := again.Use(t.Context(), d, unwanted, unpack)
	require.NoError(t, err, "what an earlier worker has fetched is there")
	release()
}

// TestCacheKeepsWhatWasUsedLast, and all that is being used.
func TestCacheKeepsWhatWasUsedLast(t *testing.T) {
	top := t.TempDir()
	c := openCache(t, top, 3*4000)
	var all []digest
	for number := range 5 {
		d, fetch := botOf(t, number)
		all = append(all, d)
		_, release, err := c.Use(t.Context(), d, fetch, unpack)
		require.NoError(t, err)
		if number != 1 {
			release()
		}
		time.Sleep(2 * time.Millisecond)
	}
	here := func(c *Cache, want ...bool) {
		for number, d := range all {
			_, err := os.Stat(filepath.Join(c.folder, d.String()))
			require.Equal(t, want[number], err == nil, number)
		}
	}
	here(c, false, true, false, true, true)
	require.NoError(t, c.Close())
	require.NoError(t, os.Mkdir(filepath.Join(c.folder, unfinished+"1"), 0o700))
	here(openCache(t, top, 4000), false, false, false, false, true)
	left, err := os.ReadDir(c.folder)
	require.NoError(t, err)
	require.Len(t, left, 2, "the bot and the lock")
}

// TestFetchThatFails leaves nothing, and may succeed the next time.
func TestFetchThatFails(t *testing.T) {
	c := openCache(t, t.TempDir(), MostCache)
	d, fetch := botOf(t, 1)
	for _, wrong := range []func(io.Writer) error{
		unwanted,
		func(to io.Writer) error { _, err := to.Write([]byte("no archive")); return err },
		func(io.Writer) error { return syscall.ENOSPC },
	} {
		_, _, err := c.Use(t.Context(), d, wrong, unpack)
		require.Error(t, err)
		left, err := os.ReadDir(c.folder)
		require.NoError(t, err)
		require.Len(t, left, 1, "the lock")
	}
	_, release, err := c.Use(t.Context(), d, fetch, unpack)
	require.NoError(t, err)
	release()
	require.NoError(t, c.Drop(d))
	require.NoError(t, c.Drop(d))
	_, _, err = c.Use(t.Context(), d, unwanted, unpack)
	require.ErrorIs(t, err, errUnwanted)
}

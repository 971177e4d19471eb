package broker_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/league/broker"
)

// smallDisk returns a folder that is a disk of its own, of so many kilobytes.
func smallDisk(t *testing.T, kilobytes int) string {
	folder := t.TempDir()
	err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dk,mode=0700", kilobytes))
	if errors.Is(err, unix.EPERM) && os.Getenv("CI") != "true" {
		t.Skip("only root may mount a disk")
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) })
	return folder
}

// fill takes all room of a disk, and returns a function that gives it back.
func fill(t *testing.T, folder string) (empty func()) {
	path := filepath.Join(folder, "holiday.mov")
	file, err := os.Create(path) //nolint:gosec // of this test
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // it is full
	for piece := make([]byte, 64<<10); len(piece) > 0; {
		if _, err := file.Write(piece); err != nil {
			piece = piece[:len(piece)/2]
		}
	}
	return func() { require.NoError(t, os.Remove(path)) }
}

// TestFullDisk: the league says that its disk is full, and goes on when there is room, without losing a
// match or having one twice.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	folder := smallDisk(t, 24<<10)
	l := open(t, options(folder))
	for _, name := range []string{"anna", "bert"} {
		join(t, l.invite(t, name), broker.JoinOptions{Play: func(_ context.Context, task *broker.Task) ([]byte, error) {
			return append(task.Body, make([]byte, 20<<10)...), nil
		}})
	}
	const count = 300
	l.give(t, count)
	seen := make(map[broker.Key]bool)
	take := func(d broker.Delivered) {
		require.NoError(t, d.Err)
		require.False(t, seen[d.Key], "a result comes once")
		seen[d.Key] = true
		d.Done()
	}
	for len(seen) < count/4 {
		take(l.next(t))
	}
	empty := fill(t, folder)
	full := func() bool { return strings.Contains(strings.Join(l.said.get(), "\n"), "the disk is full") }
	for end := time.Now().Add(patience); !full() && time.Now().Before(end); {
		select {
		case d := <-l.Results():
			take(d)
		case <-time.After(10 * time.Millisecond):
		}
	}
	require.True(t, full(), l.said.get())
	require.EqualError(t, l.Trouble(), "its queues can't be written")
	require.Equal(t, -1, l.Vitals(t.Context()).Jobs)
	t.Logf("%d of %d were there", len(seen), count)
	empty()
	for len(seen) < count {
		take(l.next(t))
	}
	l.nothing(t, 500*time.Millisecond)
	told := strings.Join(l.said.get(), "\n")
	require.Equal(
		t, 1, strings.Count(told, "queues: the disk is full; make room: the league waits, and goes on by itself"), told)
	require.Equal(t, 1, strings.Count(told, "the queues can be written again, and the league goes on"), told)
	for _, m := range l.Members() {
		require.Empty(t, m.Revoked)
	}
}

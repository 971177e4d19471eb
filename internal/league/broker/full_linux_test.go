package broker_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/systest"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/scheduler"
)

// TestFullDisk: the league says that its disk is full, and goes on when there is room, without losing a
// match or having one twice.
func TestFullDisk(t *testing.T) {
	tier.Long(t, "fills a disk")
	t.Parallel()
	folder := t.TempDir()
	systest.SmallDisk(t, folder, 24<<10)
	o := options(folder)
	o.AckWait = 5 * time.Second // what was on its way to a worker when the disk was full comes again after that
	l := open(t, o)
	for _, name := range []string{"anna", "bert"} {
		join(t, l.invite(t, name), client.JoinOptions{Play: func(_ context.Context, task *client.Task) ([]byte, error) {
			return append(task.Body, make([]byte, 20<<10)...), nil
		}})
	}
	const count = 300
	l.give(t, count)
	seen := make(map[scheduler.Key]bool)
	take := func(d scheduler.Delivered) {
		require.NoError(t, d.Err)
		require.False(t, seen[d.Key], "a result comes once")
		seen[d.Key] = true
		d.Done()
	}
	for len(seen) < count/4 {
		take(l.next(t))
	}
	empty := systest.Fill(t, folder, 0)
	full := func() bool { return strings.Contains(strings.Join(l.said.get(), "\n"), "the disk is full") }
	testkit.Await(t, "it tells that the disk is full", func() bool {
		select {
		case d := <-l.Results():
			take(d)
		default:
		}
		return full()
	})
	require.EqualError(t, l.Trouble(), "its queues can't be written")
	require.Equal(t, -1, l.Vitals(t.Context()).Jobs)
	t.Logf("%d of %d were there", len(seen), count)
	empty()
	for len(seen) < count {
		take(l.next(t))
	}
	l.nothingElse(t)
	told := strings.Join(l.said.get(), "\n")
	require.Equal(
		t, 1, strings.Count(told, "queues: the disk is full; make room: the league waits, and goes on by itself"), told)
	require.Equal(t, 1, strings.Count(told, "the queues can be written again, and the league goes on"), told)
	for _, m := range l.Members() {
		require.Empty(t, m.Revoked)
	}
}

//go:build unix

package cli

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

var kills = flag.Int("kills", 1, "how often a series or a league is killed")

// mostKills are enough: where others use the processors, a kill each second would leave time for little else.
func mostKills() int { return *kills + 2 }

// killAtAnyTime kills what has begun now, unless there were kills enough.
func killAtAnyTime(c *exec.Cmd, killed int) *time.Timer {
	after := rand.N(time.Second)
	if killed >= mostKills() {
		after = time.Hour
	}
	return time.AfterFunc(after, func() { _ = c.Process.Kill() })
}

// A series that is killed with all its processes, at any time, and begun again, ends with
// the table of one that was left alone, to the last byte, and has played no match twice.
func TestAKilledSeriesGoesOn(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	temp := testkit.ShortDir(t)
	dir := t.TempDir()
	series := func(file string) *exec.Cmd {
		return arenaIn(t, dir, temp, "series", "orkisland", "random", "roams", "random", "null",
			"--set", "nb_rounds=30", "-s", "5", "-n", "20", "-j", "2", "--store", file, "--keep", "all")
	}
	whole, err := series("whole.db").Output()
	require.NoError(t, err)

	for killed := 0; killed < *kills; {
		path := filepath.Join(dir, "killed.db")
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(path + suffix)
		}
		for {
			var stdout bytes.Buffer
			arena := series("killed.db")
			arena.Stdout = &stdout
			require.NoError(t, arena.Start())
			end := killAtAnyTime(arena, killed)
			err := arena.Wait()
			if end.Stop() {
				require.NoError(t, err)
				require.Equal(t, string(whole), stdout.String())
				break
			}
			killed++
		}
		requireEachOnce(t, path, 20)
	}
}

// requireEachOnce fails the test unless a store has so many matches, each with a replay.
func requireEachOnce(t *testing.T, path string, matches int) {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	tournaments, err := s.Tournaments(t.Context())
	require.NoError(t, err)
	require.Len(t, tournaments, 1)
	number := 0
	for m, err := range s.Matches(t.Context(), tournaments[0].ID) {
		require.NoError(t, err)
		require.Equal(t, number, m.Number)
		require.True(t, m.HasReplay)
		number++
	}
	require.Equal(t, matches, number)
}

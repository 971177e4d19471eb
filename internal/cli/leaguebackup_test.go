//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

// TestABackupGoesOnElsewhere: a league is backed up while it is played over the network, and restored in another
// place. The table is as it was at some moment; the workers' keys count there, and in the end its table is that of a
// league that was left alone.
func TestABackupGoesOnElsewhere(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	l := newNetLeague(t)
	anna := l.Invite("anna")
	serve := l.Serve(1_000_000, "-j", "0")
	l.listens()
	worker := l.worker("anna", anna, "--sandbox", "none")
	testkit.Await(t, "some matches", func() bool { return storedIn(t, filepath.Join(l.dir, "l")) > 5 })
	mustRun(t, l.league("backup", "l", "l.backup"))
	after := storedIn(t, filepath.Join(l.dir, "l"))
	for _, c := range []*exec.Cmd{serve, worker} {
		require.NoError(t, c.Process.Kill())
		_ = c.Wait()
	}
	info, err := os.Stat(filepath.Join(l.dir, "l.backup"))
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())

	elsewhere := &netLeague{t, t.TempDir(), nil, l.address, make(map[string]string)}
	elsewhere.league = func(args ...string) *exec.Cmd {
		c := l.league(args...)
		c.Dir = elsewhere.dir
		return c
	}
	mustRun(t, elsewhere.league("restore", filepath.Join(l.dir, "l.backup"), "l"))
	require.NoError(t, os.Rename(filepath.Join(l.dir, "l"), filepath.Join(l.dir, "burnt")))
	then := rowsIn(t, filepath.Join(elsewhere.dir, "l"))
	require.Greater(t, len(then), 5)
	require.LessOrEqual(t, len(then), after)
	require.Subset(t, rowsIn(t, filepath.Join(l.dir, "burnt")), then)

	matches := max(matchesAlone, len(then)+8)
	serve = elsewhere.Serve(matches, "-j", "0")
	elsewhere.listens()
	elsewhere.worker("anna", anna, "--sandbox", "none")
	require.NoError(t, serve.Wait(), elsewhere.saidBy("league"))
	require.Contains(t, elsewhere.saidBy("anna"), "joined")
	requireLeagueWhole(t, filepath.Join(elsewhere.dir, "l", "league.db"), matches)
	require.Equal(t, tableAlone(t, matches), tableOf(t, elsewhere.league))
}

func storedIn(t *testing.T, folder string) int {
	t.Helper()
	return len(rowsIn(t, folder))
}

// rowsIn returns the matches of a league, as all that is known of them.
func rowsIn(t *testing.T, folder string) (rows []string) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(folder, "league.db"), store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	l, err := s.League(t.Context())
	require.NoError(t, err)
	for m, err := range s.Matches(t.Context(), l.ID) {
		require.NoError(t, err)
		rows = append(rows, fmt.Sprintf("%+v", m.Match)+m.Key.String()+m.Worker)
	}
	return rows
}

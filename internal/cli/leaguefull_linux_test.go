package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/systest"
)

// TestWorkerWhoseDiskIsFull says so and loses nothing: others play, and so does it when there is room.
func TestWorkerWhoseDiskIsFull(t *testing.T) {
	tier.Long(t, "holds a league over the network")
	t.Parallel()
	l := newNetLeague(t)
	cache := t.TempDir()
	systest.SmallDisk(t, cache, 256)
	empty := systest.Fill(t, cache, 8)
	anna, bert := l.Invite("anna"), l.Invite("bert")
	serve := l.Serve(1_000_000, "-j", "0")
	l.listens()
	full := l.league()
	full.Args = []string{full.Args[0], "worker", anna, "-j", "1", "--sandbox", "none"}
	full.Env = append(full.Env, "XDG_CACHE_HOME="+cache)
	l.start("anna", full)
	l.waitFor("anna", "no space left on device")
	l.worker("bert", bert, "--sandbox", "none")
	testkit.Await(t, "bert plays", func() bool { return l.playedBy()["bert"] > 0 })
	empty()
	testkit.Await(t, "anna plays", func() bool { return l.playedBy()["anna"] > 0 })
	require.NoError(t, serve.Process.Signal(os.Interrupt))
	l.ends(serve)
	require.NotContains(t, l.saidBy("league"), "can't be played")
	require.NotContains(t, mustRun(t, l.league("workers", "l")), "revoked")
}

// TestLeagueWhoseDiskIsFull ends with an error that says so, and goes on when there is room.
func TestLeagueWhoseDiskIsFull(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	const matches = matchesAlone
	l := newNetLeague(t)
	invitation := l.Invite("anna")
	folder, made := filepath.Join(l.dir, "l"), filepath.Join(l.dir, "made")
	require.NoError(t, os.Rename(folder, made))
	systest.SmallDisk(t, folder, 16<<10)
	require.NoError(t, os.CopyFS(folder, os.DirFS(made)))
	empty := systest.Fill(t, folder, 160)
	l.worker("anna", invitation, "--sandbox", "none")
	serve := l.Serve(matches, "-j", "1")
	ended := make(chan error, 1)
	go func() { ended <- serve.Wait() }()
	require.Error(t, testkit.Receive(t, "the end of the league", ended))
	require.Contains(t, l.saidBy("league"), "l/league.db: the disk is full\nhint: make room")
	empty()
	again := l.Serve(matches, "-j", "1")
	l.ends(again)
	require.Equal(t, tableAlone(t, matches), tableOf(t, l.league))
	requireLeagueWhole(t, filepath.Join(folder, "league.db"), matches)
}

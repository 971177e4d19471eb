package scale_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/replay"
)

// fourBots builds two examples twice each: a league wants them to be different programs.
func fourBots(b *testing.B) (folder string, names []string) {
	b.Helper()
	folder = b.TempDir()
	for _, example := range []string{"demo", "dummy"} {
		for _, copied := range []string{"a", "b"} {
			name := example + copied
			said, err := exec.CommandContext(b.Context(), "go", "build", "-ldflags=-buildid="+name,
				"-o", filepath.Join(folder, name), "github.com/botarena/arena/examples/"+example).CombinedOutput()
			require.NoError(b, err, "%s", said)
			names = append(names, name)
		}
	}
	return folder, names
}

// BenchmarkSeriesAndLeague plays the same number of matches of the examples by arena series and in a league, in turns,
// and tells what share of the league's CPU time the series takes; also without that in which the league plays results
// again from their replays, before they count.
func BenchmarkSeriesAndLeague(b *testing.B) {
	folder, names := fourBots(b)
	program := buildArena(b)
	// run runs a command in a folder, and returns the CPU time of its processes, also of the bots.
	run := func(in string, arguments ...string) time.Duration {
		c := exec.CommandContext(b.Context(), program, arguments...)
		c.Dir = in
		said, err := c.CombinedOutput()
		require.NoError(b, err, "%s", said)
		return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	terms := []string{"-j", "2", "-n", strconv.Itoa(*matches), "--sandbox", "none"}
	bots := append(names, "--bots", folder)
	settings := []string{"--set", "nb_rounds=" + strconv.Itoa(*rounds), "-s", "7"}
	var series, served, again time.Duration
	for b.Loop() {
		in := b.TempDir()
		series += run(in, slices.Concat([]string{"series", "orkisland"}, bots, terms, settings, []string{"--keep", "all"})...)
		begun := []string{"league", "new", "orkisland", "all", "--keep", "all", "--sandbox", "none"}
		run(in, slices.Concat(begun, settings)...)
		run(in, slices.Concat([]string{"league", "add", "all", "--sandbox", "none"}, bots)...)
		served += run(in, slices.Concat([]string{"league", "serve", "all"}, terms)...)
		again += playedAgain(b, league.Folder(filepath.Join(in, "all")))
	}
	for name, one := range map[string]time.Duration{"series": series, "league": served, "verification": again} {
		b.ReportMetric(one.Seconds()/float64(b.N), name+"-CPU-s/op")
	}
	b.ReportMetric(100*series.Seconds()/served.Seconds(), "%-of-league")
	b.ReportMetric(100*series.Seconds()/(served-again).Seconds(), "%-of-league-without-verification")
}

// playedAgain returns the CPU time of this process in which all replays of a league are read and played again.
func playedAgain(b *testing.B, folder league.Folder) time.Duration {
	b.Helper()
	s, err := store.Open(b.Context(), folder.Store(), store.Options{ReadOnly: true})
	require.NoError(b, err)
	defer s.Close() //nolint:errcheck // only read
	l, err := s.League(b.Context())
	require.NoError(b, err)
	kept, err := s.Kept(b.Context(), l.ID)
	require.NoError(b, err)
	require.Len(b, kept, *matches)
	replays := make([][]byte, 0, len(kept))
	for _, key := range kept {
		text, _, err := s.Replay(b.Context(), key)
		require.NoError(b, err)
		replays = append(replays, text)
	}
	before := cpuTime()
	for _, text := range replays {
		read, err := replay.Read(bytes.NewReader(text), games.All())
		require.NoError(b, err)
		require.NoError(b, read.Verify())
	}
	return cpuTime() - before
}

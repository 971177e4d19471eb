package store_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

var kills = flag.Int("kills", 5, "how often a writing process is killed")

// asWriter makes the test binary a process that adds matches to a store until it is killed.
const asWriter = "ARENA_TEST_WRITES_STORE"

func TestMain(m *testing.M) {
	if path := os.Getenv(asWriter); path != "" {
		if err := writeForEver(context.Background(), path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(testkit.Run(m))
}

// writeForEver adds matches, and prints the number of each when it was added.
func writeForEver(ctx context.Context, path string) error {
	s, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	f := &fixture{Store: s}
	if f.tournament, err = s.Begin(ctx, sample(), noon); err != nil {
		return err
	}
	f.schedule = schedule.NewRotations([]int{0, 1}, f.tournament.First)
	for number := f.tournament.Matches; ; number++ {
		if _, err := f.add(ctx, number, make([]byte, number*97%20_000)); err != nil {
			return err
		}
		fmt.Println(number)
	}
}

// TestKilled: whenever a writing process is killed, each match that it told is in the store,
// and no half match.
func TestKilled(t *testing.T) {
	tier.Long(t, "kills processes again and again")
	path := filepath.Join(t.TempDir(), "x.db")
	told := 0
	for range *kills {
		told = max(told, killWriter(t, path)+1)
		s := open(t, path, store.Options{})
		tournament, err := s.Begin(t.Context(), sample(), noon)
		require.NoError(t, err)
		all := matches(t, s, tournament.ID)
		require.GreaterOrEqual(t, len(all), told)
		for number, m := range all {
			require.Equal(t, number, m.Number)
			require.Equal(t, with(m.Planned, m.Key, result(number)).Match, m.Match)
			require.True(t, m.HasReplay)
		}
		requireWhole(t, s, len(all))
		require.NoError(t, s.Close())
	}
	t.Logf("%d kills, %d matches told, none lost", *kills, told)
}

// killWriter starts a process that writes, kills it at a random moment, and returns the last
// number that it told.
func killWriter(t *testing.T, path string) int {
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), asWriter+"="+path)
	c.Stderr = os.Stderr
	output, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	lines := bufio.NewScanner(output)
	require.True(t, lines.Scan(), "it wrote nothing")
	time.AfterFunc(time.Duration(rand.IntN(200_000))*time.Microsecond, func() { _ = c.Process.Kill() })
	last := lines.Text()
	for lines.Scan() {
		last = lines.Text()
	}
	require.Error(t, c.Wait(), "it was killed")
	number, err := strconv.Atoi(last)
	require.NoError(t, err)
	return number
}

// requireWhole requires a store of so many matches that has no parts of others.
func requireWhole(t *testing.T, s *store.Store, count int) {
	for query, want := range map[string]string{
		"pragma integrity_check":                                              "ok",
		"select count(*) from pragma_foreign_key_check":                       "0",
		"select count(*) from match":                                          strconv.Itoa(count),
		"select count(*) from part":                                           strconv.Itoa(count),
		"select count(*) from seat":                                           strconv.Itoa(2 * count),
		"select count(*) from match where id not in (select match from seat)": "0",
	} {
		value, err := s.Query(t.Context(), query)
		require.NoError(t, err)
		require.Equal(t, want, value, query)
	}
}

// TestLogCutOff: wherever the log ends, the store opens and has lost no more than its last
// matches.
func TestLogCutOff(t *testing.T) {
	f := begin(t)
	require.NoError(t, f.Exec(t.Context(), "pragma wal_checkpoint(truncate)")) // the tournament leaves the log
	const count = 4
	for number := range count {
		_, err := f.add(t.Context(), number, make([]byte, 4000*number))
		require.NoError(t, err)
	}
	base, err := os.ReadFile(f.path)
	require.NoError(t, err)
	log, err := os.ReadFile(f.path + "-wal")
	require.NoError(t, err)

	const header, frame = 32, 24 + 4096
	require.Zero(t, (len(log)-header)%frame)
	found := make(map[int]bool)
	for end := header; end <= len(log); end += frame {
		for _, cut := range []int{end, end - 1, end - frame/2} {
			found[f.cutOff(t, base, log[:max(0, cut)])] = true
		}
	}
	require.Len(t, found, count+1, "each number of matches is left by some cut")
}

// cutOff opens a store with such a log, and returns how many matches it has.
func (f *fixture) cutOff(t *testing.T, base, log []byte) int {
	path := filepath.Join(t.TempDir(), "cut.db")
	require.NoError(t, os.WriteFile(path, base, 0o600))
	require.NoError(t, os.WriteFile(path+"-wal", log, 0o600))
	reader := open(t, path, store.Options{ReadOnly: true})
	s := open(t, path, store.Options{})
	all := matches(t, s, f.tournament.ID)
	for number, m := range all {
		require.Equal(t, number, m.Number)
		require.Equal(t, with(m.Planned, m.Key, result(number)).Match, m.Match)
	}
	require.Len(t, matches(t, reader, f.tournament.ID), len(all))
	requireWhole(t, s, len(all))
	_, err := s.Add(t.Context(), f.tournament.ID, f.match(len(all)), nil)
	require.NoError(t, err, "it goes on")
	require.NoError(t, reader.Close())
	require.NoError(t, s.Close())
	return len(all)
}

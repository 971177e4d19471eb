//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

// leagueIn makes a league of four bots in a folder, and returns how the arena is run there.
func leagueIn(t *testing.T) (dir string, arena func(args ...string) *exec.Cmd) {
	t.Helper()
	temp := testkit.ShortDir(t)
	dir = t.TempDir()
	bots := smallBots(t, "random", "null", "gandalf", "talks", "roams")
	arena = func(args ...string) *exec.Cmd {
		c := arenaIn(t, dir, temp, append([]string{"league"}, args...)...)
		c.Env = append(c.Env, "ARENA_BOTS="+bots)
		return c
	}
	madeOnce(t, "four", filepath.Join(dir, "l"), func() {
		mustRun(t, arena("new", "l", "orkisland", "--set", "nb_rounds=10", "-s", "3", "--sandbox", "none"))
		mustRun(t, arena("add", "l", "random", "null", "gandalf", "talks", "--sandbox", "none"))
	})
	return dir, arena
}

// smallBots returns a folder with bots that are a line each, which starts one of the programs of this
// test: those are large, and are copied, packed and sent again and again.
func smallBots(t *testing.T, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range names {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		line := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", path)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(line), 0o700)) //nolint:gosec // it is to be started
	}
	return folder
}

func mustRun(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	require.NoError(t, c.Run(), stderr.String())
	return stdout.String()
}

// A league that is killed with all its processes, at any time, ends with the table of one
// that was left alone, to the last byte.
func TestAKilledLeagueGoesOn(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	whole := tableAlone(t, matchesAlone)
	for killed := 0; killed < *kills; {
		dir, arena := leagueIn(t)
		for {
			serve := arena("serve", "l", "-n", fmt.Sprint(matchesAlone), "-j", "2", "--sandbox", "none")
			require.NoError(t, serve.Start())
			end := killAtAnyTime(serve, killed)
			err := serve.Wait()
			if end.Stop() {
				require.NoError(t, err)
				break
			}
			killed++
		}
		require.Equal(t, whole, tableOf(t, arena))
		requireLeagueWhole(t, filepath.Join(dir, "l", "league.db"), matchesAlone)
	}
}

// requireLeagueWhole fails the test unless a league has so many matches, each once.
func requireLeagueWhole(t *testing.T, path string, matches int) {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	l, err := s.League(t.Context())
	require.NoError(t, err)
	next := 0
	for m, err := range s.Over(t.Context(), l.ID, 0) {
		require.NoError(t, err)
		require.Equal(t, next, m.Number)
		next++
	}
	require.Equal(t, matches, next)
}

// served serves a league until the test ends, and returns what it has printed so far.
func served(t *testing.T, arena func(...string) *exec.Cmd, dir string) (printed func() string) {
	t.Helper()
	serve := arena("serve", "l", "-j", "1", "--sandbox", "none")
	stderr, err := os.Create(filepath.Join(dir, "stderr"))
	require.NoError(t, err)
	serve.Stderr = stderr
	printed = func() string {
		text, err := os.ReadFile(stderr.Name())
		require.NoError(t, err)
		return string(text)
	}
	require.NoError(t, serve.Start())
	t.Cleanup(func() {
		_ = serve.Process.Signal(os.Interrupt)
		require.NoError(t, serve.Wait(), printed())
	})
	testkit.Await(t, "it begins to play", func() bool {
		s, err := store.Open(t.Context(), filepath.Join(dir, "l", "league.db"), store.Options{ReadOnly: true})
		if err != nil {
			return false
		}
		defer s.Close() //nolint:errcheck // only read
		l, err := s.League(t.Context())
		return err == nil && l.Matches > 0
	})
	return printed
}

// Two servers of a league would hand out the same matches, and let bots join twice.
func TestALeagueHasOneServer(t *testing.T) {
	t.Parallel()
	dir, arena := leagueIn(t)
	served(t, arena, dir)
	second := arena("serve", "l", "--sandbox", "none")
	var stderr bytes.Buffer
	second.Stderr = &stderr
	require.Error(t, second.Run())
	require.Contains(t, stderr.String(), "l: another arena serves this league\nhint: ")
	mustRun(t, arena("add", "l", "roams", "--sandbox", "none"))
	testkit.Await(t, "it joins", func() bool { return !strings.Contains(mustRun(t, arena("show", "l")), "join with") })
}

// What is put into the inbox joins, or is refused with a reason.
func TestInboxOfALeague(t *testing.T) {
	tier.Long(t, "copies large bots slowly")
	t.Parallel()
	dir, arena := leagueIn(t)
	inbox := filepath.Join(dir, "l", "inbox")
	put := func(name string, text []byte, mode os.FileMode) {
		require.NoError(t, os.WriteFile(filepath.Join(inbox, name), text, mode))
	}
	put("text", []byte("no bot\n"), 0o600)
	put("<b>\x1b[31mred", []byte("#!/bin/sh\nexit 1\n"), 0o700)
	put("quits.sh", []byte("exit 3\n"), 0o600)
	put("hostile.sh", []byte("printf '\\033[31m<script>'; exit 3\n"), 0o600)
	require.NoError(t, os.Symlink("/bin/sh", filepath.Join(inbox, "link")))
	printed := served(t, arena, dir)
	mustRun(t, arena("remove", "l", "null")) // too few are left to play meanwhile

	roams, err := exec.LookPath("roams")
	require.NoError(t, err)
	from, err := os.Open(roams)
	require.NoError(t, err)
	defer from.Close()                                                                    //nolint:errcheck // only read
	to, err := os.OpenFile(filepath.Join(inbox, "roams"), os.O_WRONLY|os.O_CREATE, 0o700) //nolint:gosec // it is to be started
	require.NoError(t, err)
	for { // for longer than the league waits
		n, err := io.CopyN(to, from, 4<<20)
		if n == 0 {
			require.ErrorIs(t, err, io.EOF)
			break
		}
		time.Sleep(700 * time.Millisecond)
	}
	require.NoError(t, to.Close())

	for name, why := range map[string]string{
		"text": "not executable", "link": "is a link", "quits.sh": "code 3", "hostile.sh": "",
		"<b>\x1b[31mred": "letters, digits",
	} {
		path := filepath.Join(inbox, "refused", name+".txt")
		testkit.Await(t, fmt.Sprintf("%q", name), func() bool { return fileExists(path) })
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), why, name)
		require.NotContains(t, string(text), "\x1b")
	}
	testkit.Await(t, "roams is taken", func() bool { return !fileExists(filepath.Join(inbox, "roams")) })
	require.NoFileExists(t, filepath.Join(inbox, "refused", "roams.txt"), "it was taken before it was whole")
	require.NotContains(t, printed(), "\x1b")
	require.Contains(t, mustRun(t, arena("show", "l")), "roams")
}

func fileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

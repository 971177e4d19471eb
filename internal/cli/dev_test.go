//go:build unix

package cli

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// devSession is an author at work on a bot.
type devSession struct {
	t     *testing.T
	arena *exec.Cmd
	dir   string // with the bot zorg
	temp  string
	lines *bufio.Scanner
	read  []string // lines so far
}

// Bots of a few lines of shell, which start sooner than others. The better one sends its
// orks into four directions, and sometimes into a city.
const (
	idleBot = `echo arena 1
while read -r word round; do
[ "$word" = go ] && echo "done $round"
done
`
	betterBot = `echo arena 1
while read -r word round; do
if [ "$word" = go ]; then
for ork in 0 4 8 12; do
echo "do $ork north"; echo "do $((ork+1)) south"; echo "do $((ork+2)) east"; echo "do $((ork+3)) west"
done
echo "done $round"
fi
done
`
	crashingBot = `echo arena 1
while read -r word round; do
[ "$word $round" = "go 5" ] && exit 3
[ "$word" = go ] && echo "done $round"
done
`
)

// beginDev begins with a bot that does nothing.
func beginDev(t *testing.T, files map[string]string, args ...string) *devSession {
	t.Helper()
	tier.Needs(t, "sh")
	temp := testkit.ShortDir(t)
	s := &devSession{t: t, dir: t.TempDir(), temp: temp}
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "zorg"), 0o755)) //nolint:gosec // as save
	s.save("bot.sh", idleBot)
	for name, text := range files {
		s.save(name, text)
	}
	small := []string{"--set", "nb_rounds=20", "--set", "rows=25", "--set", "cols=25", "--set", "nb_orks=4"}
	args = append([]string{"dev", "orkisland", "zorg", "-s", "7"}, args...)
	s.arena = arenaIn(t, s.dir, temp, append(args, small...)...)
	read, write, err := os.Pipe()
	require.NoError(t, err)
	s.arena.Stdout, s.arena.Stderr = write, write
	require.NoError(t, s.arena.Start())
	require.NoError(t, write.Close())
	s.lines = bufio.NewScanner(read)
	t.Cleanup(func() {
		_ = s.arena.Process.Kill() // of a test that failed
		_ = read.Close()
		_ = os.RemoveAll(temp)
	})
	return s
}

func (s *devSession) file(name string) string { return filepath.Join(s.dir, "zorg", name) }

func (s *devSession) save(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(s.file(name), []byte(text), 0o644)) //nolint:gosec // a confined bot may run as another user
}

// saveBetter saves as many editors do: under another name, which it then changes.
func (s *devSession) saveBetter() {
	s.t.Helper()
	s.save("bot.sh~new", betterBot)
	require.NoError(s.t, os.Rename(s.file("bot.sh~new"), s.file("bot.sh")))
}

// until reads lines up to one that matches.
func (s *devSession) until(pattern string) {
	s.t.Helper()
	defer context.AfterFunc(testkit.Patiently(s.t), func() { _ = s.arena.Process.Kill() })()
	wanted := regexp.MustCompile(pattern)
	for s.lines.Scan() {
		s.read = append(s.read, s.lines.Text())
		s.t.Log(s.lines.Text())
		if wanted.MatchString(s.lines.Text()) {
			return
		}
	}
	require.Fail(s.t, "no line matches "+pattern, "%q", s.read)
}

// interrupt ends the session by Ctrl-C, which leaves nothing.
func (s *devSession) interrupt() {
	s.t.Helper()
	children := childrenOf(s.t, s.arena.Process.Pid)
	require.NoError(s.t, s.arena.Process.Signal(os.Interrupt))
	for s.lines.Scan() {
		s.read = append(s.read, s.lines.Text())
	}
	require.NoError(s.t, s.arena.Wait(), "%q", s.read)
	for _, pid := range children {
		require.ErrorIs(s.t, syscall.Kill(pid, 0), syscall.ESRCH, "process %d is left", pid)
	}
	left, err := os.ReadDir(s.temp)
	require.NoError(s.t, err)
	require.Empty(s.t, left)
}

func TestDevTellsWhatASaveHasChanged(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	s := beginDev(t, nil, "-n", "60", "--for", "1h", "-j", "1")
	s.until(`^later builds are compared with build 1`)
	s.until(`^to look at: matches/orkisland-7.arena, seed 7, the first match$`)

	s.saveBetter()
	s.until(`^other commands than build 1 from round 0 on:$`)
	s.until(`^build 2 is better than build 1: .*; decided after \d+ matches$`)
	s.until(`^to look at: matches/`)

	s.save("bot.sh", crashingBot)
	s.until(`^on the States of a match of build 1: crash in round 5: `)
	s.until(`^new fault: seat \d \(build 3\): crash in round 5: `)
	s.until(`^  report faults/orkisland-\d+-\d; again: arena rerun `)
	s.until(`^build 3 was frozen in \d+ of \d+ matches$`)
	s.until(`^to look at: matches/orkisland-\d+(_\d+)?.arena, seed \d+, with a new fault$`)

	s.save("bot.sh", idleBot)
	s.until(`^the program is the same as build 1: there is nothing to compare$`)
	s.interrupt()
}

// The bot is built by a command of its own, which also writes a file each time.
func TestDevShowsWhatTheCompilerSays(t *testing.T) {
	t.Parallel()
	s := beginDev(t, map[string]string{
		"bot.txt":  "build sh build.sh\nrun sh bot.sh\n",
		"build.sh": "date +%N > log.txt\nif grep -n wrong bot.sh; then exit 1; fi\n",
	}, "-n", "2", "-j", "1")
	s.until(`^to look at`)
	s.save("bot.sh", idleBot+"# wrong\n# so wrong\n")
	s.until(`^zorg: does not build$`)
	s.until(`^5:# wrong$`)
	s.until(`^6:# so wrong$`)
	s.until(`^build 1 stays$`)
	s.saveBetter()
	s.until(`^build 2 of zorg`)
	s.until(`^other commands than build 1`)
	s.until(`^to look at`)
	s.interrupt()
}

func TestDevBeginsAnewWithASaveDuringASeries(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	s := beginDev(t, nil, "-n", "100000", "--for", "1h", "--against", "last", "-j", "2")
	s.until(`^to look at`)
	s.save("bot.sh", idleBot+"# of the same strength\n")
	s.until(`^same commands as build 1 in all 20 rounds`)
	s.saveBetter()
	s.until(`^saved again: stopped$`)
	s.until(`^build 3 is better than build 1: `)
	s.until(`^later builds are compared with build 3$`)
	s.save("bot.sh", idleBot)
	s.until(`^other commands than build 3 from round \d+ on:$`)
	s.until(`^build 4 is worse than build 3: `)
	s.save("bot.sh", idleBot+"# again\n")
	s.until(`^same commands as build 4`)
	s.interrupt() // while the workers play
}

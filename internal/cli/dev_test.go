//go:build unix

package cli

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// devSession is an author at work on a bot in Python.
type devSession struct {
	t     *testing.T
	arena *exec.Cmd
	dir   string // with the bot zorg
	temp  string
	lines *bufio.Scanner
	read  []string // lines so far
}

const idleBot = `print("arena 1", flush=True)
for line in iter(input, ""):
    if line.startswith("go "):
        print("done", line.split()[1], flush=True)
`

const crashingBot = `print("arena 1", flush=True)
for line in iter(input, ""):
    if line == "go 5":
        raise RuntimeError("boom")
    if line.startswith("go "):
        print("done", line.split()[1], flush=True)
`

// beginDev begins with a folder that arena new has made, in which the bot does nothing.
func beginDev(t *testing.T, files map[string]string, args ...string) *devSession {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil && os.Getenv("CI") != "true" {
		t.Skip("no python3")
	}
	temp, err := os.MkdirTemp("", "arena") //nolint:usetesting // must be short: the bots' sockets are in it
	require.NoError(t, err)
	s := &devSession{t: t, dir: t.TempDir(), temp: temp}
	require.NoError(t, arenaIn(t, s.dir, temp, "new", "zorg", "--lang", "python").Run())
	better, err := os.ReadFile(s.file("bot.py"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(s.dir, "better.py"), better, 0o600))
	s.save("bot.py", idleBot)
	for name, text := range files {
		s.save(name, text)
	}
	s.arena = arenaIn(t, s.dir, temp, append([]string{"dev", "orkisland", "zorg", "--set", "nb_rounds=20", "-s", "7"}, args...)...)
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
	text, err := os.ReadFile(filepath.Join(s.dir, "better.py"))
	require.NoError(s.t, err)
	s.save("bot.py~new", string(text))
	require.NoError(s.t, os.Rename(s.file("bot.py~new"), s.file("bot.py")))
}

// until reads lines up to one that matches.
func (s *devSession) until(pattern string) {
	s.t.Helper()
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
	t.Parallel()
	s := beginDev(t, nil, "--for", "1h", "-j", "1")
	s.until(`^later builds are compared with build 1`)
	s.until(`^to look at: match.arena, seed 7, the first match$`)

	s.saveBetter()
	s.until(`^other commands than build 1 from round 0 on:$`)
	s.until(`^build 2 is better than build 1: .*; decided after \d+ matches$`)
	s.until(`^to look at: match.arena`)

	s.save("bot.py", crashingBot)
	s.until(`^on the States of a match of build 1: crash in round 5: `)
	s.until(`^new fault: seat \d \(build 3\): crash in round 5: `)
	s.until(`^  report faults/orkisland-\d+-\d; again: arena rerun `)
	s.until(`^build 3 was frozen in \d+ of \d+ matches$`)
	s.until(`^to look at: match.arena, seed \d+, with a new fault$`)

	s.save("bot.py", idleBot)
	s.until(`^the program is the same as build 1: there is nothing to compare$`)
	s.interrupt()
}

// The bot is built by a command of its own, which also writes a file each time.
func TestDevShowsWhatTheCompilerSays(t *testing.T) {
	t.Parallel()
	const idle = "echo arena 1\nwhile read -r word round; do\n[ \"$word\" = go ] && echo \"done $round\"\ndone\n"
	const moves = "echo arena 1\nwhile read -r word round; do\n[ \"$word\" = go ] && echo \"do 0 north\ndone $round\"\ndone\n"
	s := beginDev(t, map[string]string{
		"bot.txt":  "build sh build.sh\nrun sh zorg.sh\n",
		"build.sh": "date +%N > log.txt\nif grep -n wrong zorg.sh; then exit 1; fi\n",
		"zorg.sh":  idle,
	}, "-n", "2", "-j", "1")
	s.until(`^to look at`)
	s.save("zorg.sh", idle+"# wrong\n# so wrong\n")
	s.until(`^zorg: does not build$`)
	s.until(`^5:# wrong$`)
	s.until(`^6:# so wrong$`)
	s.until(`^build 1 stays$`)
	s.save("zorg.sh", moves)
	s.until(`^build 2 of zorg`)
	s.until(`^other commands than build 1`)
	s.until(`^to look at`)
	s.interrupt()
}

func TestDevBeginsAnewWithASaveDuringASeries(t *testing.T) {
	t.Parallel()
	s := beginDev(t, nil, "-n", "100000", "--for", "1h", "--against", "last", "-j", "2")
	s.until(`^to look at`)
	s.save("bot.py", idleBot+"# of the same strength\n")
	s.until(`^same commands as build 1 in all 20 rounds`)
	s.saveBetter()
	s.until(`^saved again: stopped$`)
	s.until(`^build 3 is better than build 1: `)
	s.until(`^later builds are compared with build 3$`)
	s.save("bot.py", idleBot)
	s.until(`^other commands than build 3 from round \d+ on:$`)
	s.until(`^build 4 is worse than build 3: `)
	s.save("bot.py", idleBot+"# again\n")
	s.until(`^same commands as build 4`)
	s.interrupt() // while the workers play
}

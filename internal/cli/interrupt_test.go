//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/cli/shell"
)

// A match that is stopped leaves its replay, and nothing else. The signal is
// sent in round 2, when all four bots have written down their process ids.
func TestSignalStopsTheMatch(t *testing.T) {
	for name, test := range map[string]struct {
		signals []os.Signal // of which the last counts
		nohup   bool
		told    string
	}{
		"interrupt":   {[]os.Signal{os.Interrupt}, false, "interrupt"},
		"terminated":  {[]os.Signal{syscall.SIGTERM}, false, "terminated"},
		"hangup":      {[]os.Signal{syscall.SIGHUP}, false, "hangup"},
		"under nohup": {[]os.Signal{syscall.SIGHUP, os.Interrupt}, true, "interrupt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "hangup" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("this test itself runs under nohup")
			}
			dir := t.TempDir()
			temp := testkit.ShortDir(t)
			defer func() { require.NoError(t, os.Remove(temp), "temporary folders are left") }()

			var stdout bytes.Buffer
			play := arenaIn(t, dir, temp, "play", "orkisland", "waits", "waits", "waits", "waits", "--wall", "1h", "-s", "1")
			if test.nohup {
				play.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`, play.Path}, play.Args[1:]...)
				play.Path = "/bin/sh"
			}
			play.Stdout = &stdout
			stderr, err := play.StderrPipe()
			require.NoError(t, err)
			require.NoError(t, play.Start())

			lines := bufio.NewScanner(stderr)
			pids := readPids(t, lines, 4)
			if runtime.GOOS == "linux" { // where those are numbers in a sandbox
				pids = childrenOf(t, play.Process.Pid)
				require.Len(t, pids, 4)
			}
			for _, s := range test.signals {
				require.NoError(t, play.Process.Signal(s))
			}
			require.True(t, lines.Scan())
			require.Equal(t, "stopped after round 2 of 200: "+test.told+" signal received", lines.Text())
			require.False(t, lines.Scan(), lines.Text())
			var exit *exec.ExitError
			require.ErrorAs(t, play.Wait(), &exit)

			require.Equal(t, shell.Failed, exit.ExitCode())
			require.Regexp(t, `^seed 1\n(sandbox .*\n)?replay matches/orkisland-1.arena\nto watch it: arena view matches/orkisland-1.arena\n$`, stdout.String())
			for _, pid := range pids {
				require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "process %d is left", pid)
			}
			verified, err := arenaIn(t, dir, temp, "verify").Output()
			require.NoError(t, err)
			require.Equal(t, "matches/orkisland-1.arena: 2 of 200 rounds, as recorded\n", string(verified))
		})
	}
}

// arenaIn returns the command that starts the arena in a folder.
func arenaIn(t *testing.T, dir, temp string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("arena")
	require.NoError(t, err)
	command := exec.Command(path, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "TMPDIR="+temp, "XDG_CACHE_HOME="+dir, "ARENA_BOTS="+filepath.Dir(path))
	return command
}

func readPids(t *testing.T, lines *bufio.Scanner, n int) []int {
	t.Helper()
	var pids []int
	for len(pids) < n && lines.Scan() {
		_, text, ok := strings.Cut(lines.Text(), ": pid ")
		require.True(t, ok, lines.Text())
		pid, err := strconv.Atoi(text)
		require.NoError(t, err)
		pids = append(pids, pid)
	}
	require.Len(t, pids, n)
	return pids
}

// childrenOf returns the processes that a process has started.
func childrenOf(t *testing.T, pid int) (pids []int) {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			require.NoError(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}

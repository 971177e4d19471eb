//go:build unix

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

// Two workers play one match each and hang in their next. However that ends,
// what was played counts and no process is left.
func TestNoWorkerIsLeft(t *testing.T) {
	const table = "bot    matches    wins  place  score  rating  verdicts\n" +
		"stays        2  100.0%   1.00    0.0    1500\n" +
		"wins by seat: 0 25.0%, 1 25.0%, 2 25.0%, 3 25.0%\n" +
		"seeds 5 to 6\n"
	for name, test := range map[string]struct {
		end            func(arena int, workers []int) error
		stdout, stderr string // stderr as a pattern
		temp           bool   // a folder may be left
	}{
		"interrupted": {
			end:    func(arena int, _ []int) error { return syscall.Kill(arena, syscall.SIGINT) },
			stdout: table,
			stderr: "stopped after 2 of 6 matches: interrupt signal received\nhint: the same command goes on\n",
		},
		"arena killed": {
			end: func(arena int, _ []int) error { return syscall.Kill(arena, syscall.SIGKILL) },
		},
		"worker killed": {
			end:    func(_ int, workers []int) error { return syscall.Kill(workers[0], syscall.SIGKILL) },
			stdout: table,
			stderr: "stopped after 2 of 6 matches: worker [12] of 2: died: signal: killed\nhint: -j 1 plays without workers\n",
			temp:   true,
		},
		"worker terminated": {
			end:    func(_ int, workers []int) error { return syscall.Kill(workers[0], syscall.SIGTERM) },
			stdout: table,
			stderr: "stopped after 2 of 6 matches: match [34] of 6: stopped after round 0 of 3: terminated signal received\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			temp := testkit.ShortDir(t)
			var stdout, stderr bytes.Buffer
			arena := arenaIn(t, t.TempDir(), temp, "series", "orkisland", "stays", "stays", "stays", "stays",
				"--no-limits", "--sandbox", "none", "--set", "nb_rounds=3", "-s", "5", "-n", "6", "-j", "2")
			arena.Stdout, arena.Stderr = &stdout, &stderr
			require.NoError(t, arena.Start())
			bots, workers := readPidFiles(t, temp, 8)
			require.NoError(t, test.end(arena.Process.Pid, workers))
			var exit *exec.ExitError
			require.ErrorAs(t, arena.Wait(), &exit)
			require.Regexp(t, "^"+regexp.QuoteMeta(test.stdout)+"(sandbox none: .*\n)?$", stdout.String())
			require.Regexp(t, "^(warning: --sandbox none: .*\n)?"+test.stderr+"$", stderr.String())
			for _, pid := range append(bots, workers...) {
				testkit.Await(t, fmt.Sprintf("the end of process %d", pid), func() bool { return gone(pid) })
			}
			if !test.temp {
				require.NoError(t, os.Remove(temp), "temporary folders are left")
			}
		})
	}
}

// gone reports whether a process has ended, even if it has not been waited for.
func gone(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || bytes.Contains(stat, []byte(") Z "))
}

// readPidFiles waits until n bots have written down their process ids.
func readPidFiles(t *testing.T, temp string, n int) (bots, workers []int) {
	t.Helper()
	var files []string
	testkit.Await(t, "bots write down their process ids", func() bool {
		files, _ = filepath.Glob(filepath.Join(temp, "arena*", "pids"))
		return len(files) == n
	})
	parents := make(map[int]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var bot, worker int
		_, err = fmt.Sscan(string(text), &bot, &worker)
		require.NoError(t, err)
		bots = append(bots, bot)
		if !parents[worker] {
			parents[worker] = true
			workers = append(workers, worker)
		}
	}
	return bots, workers
}

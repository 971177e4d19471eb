//go:build unix

package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/host"
)

// hostileOptions has long limits, but on the time to end. There is no sandbox: the host must hold out by itself.
func hostileOptions(t testing.TB) host.Options {
	o := unconfined(options(t, &buffer{}))
	o.Limits.End = 500 * time.Millisecond
	o.Limits.CPU, o.Limits.Bank = time.Second, 10*time.Second
	return o
}

// short lets a bot wait for little more than a second.
func short(l *host.Limits) { l.Wall, l.WallBank = 500*time.Millisecond, 700*time.Millisecond }

// ends does what must come to an end, and does not wait for what hangs.
func ends(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-testkit.Patiently(t).Done():
		panic(t.Name() + ": hangs")
	}
}

// TestProcessesAreKilledWithoutCgroups: in a group of another, and with children that
// hold every connection open.
func TestProcessesAreKilledWithoutCgroups(t *testing.T) {
	withoutCgroups(t)
	for _, bot := range []string{"othergroup", "heirs", "deafheirs"} {
		o := hostileOptions(t)
		short(&o.Limits)
		output := &buffer{}
		o.Output = output
		processes := start(t, o, "null", bot, "null", "null")
		ends(t, func() {
			result, err := match.Play(t.Context(), newMatch(t), seated(processes))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
		})
		ends(t, func() { host.CloseAll(processes) })
		require.True(t, isGone(processes[1].PID()))
		if child := regexp.MustCompile(`child (\d+)`).FindStringSubmatch(output.String()); child != nil {
			pid, err := strconv.Atoi(child[1])
			require.NoError(t, err)
			_ = syscall.Kill(pid, syscall.SIGKILL) // out of reach of the arena here
		}
	}
}

// TestFoldersOfKilledArenasAreSwept: a process that is gone left them.
func TestFoldersOfKilledArenasAreSwept(t *testing.T) {
	tier.Needs(t, "true")
	dir := testkit.ShortDir(t)
	gone := exec.Command("true")
	require.NoError(t, gone.Run())
	left := []string{
		filepath.Join(dir, fmt.Sprintf("arena-bot-%d-123", gone.Process.Pid)),
		filepath.Join(dir, fmt.Sprintf("arena-bot-%d-123", os.Getpid())), // by whoever had our number before
		filepath.Join(dir, fmt.Sprintf("arena-code-%d-123", gone.Process.Pid)),
	}
	others := []string{
		filepath.Join(dir, fmt.Sprintf("arena-bot-%d-123", os.Getppid())),
		filepath.Join(dir, fmt.Sprintf("arena-code-%d-123", os.Getpid())), // of modules that we have compiled already
		filepath.Join(dir, "arena-bot-mine"),
		filepath.Join(dir, "else"),
	}
	for _, path := range append(others, left...) {
		require.NoError(t, os.MkdirAll(filepath.Join(path, "deep"), 0o700))
	}
	p, err := host.Start(t.Context(), command(t, "null"), host.Options{TempDir: dir})
	require.NoError(t, err)
	defer p.Close()
	for _, path := range left {
		require.NoDirExists(t, path)
	}
	for _, path := range others {
		require.DirExists(t, filepath.Join(path, "deep"))
	}
}

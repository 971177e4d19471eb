//go:build linux

package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// confined has the limits of hostileOptions, and a sandbox.
func confined(t testing.TB) host.Options {
	o := hostileOptions(t)
	if o.Sandbox = usualSandbox(t); !o.Sandbox.Confines() {
		tier.Lacks(t, "there is no sandbox on this machine")
	}
	return o
}

// TestReplayIsTheSameInASandbox plays one match with and without.
func TestReplayIsTheSameInASandbox(t *testing.T) {
	var free, held steps
	for seen, o := range map[*steps]host.Options{&free: hostileOptions(t), &held: confined(t)} {
		result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "random", "linesrandom", "null", "random")),
			seen)
		require.NoError(t, err)
		require.Empty(t, result.Verdicts)
	}
	require.Equal(t, free, held)
}

// TestProgramsThatCannotBeConfinedAreExplained: the reason is the system's, as without a
// sandbox.
func TestProgramsThatCannotBeConfinedAreExplained(t *testing.T) {
	o := confined(t)
	file := func(name, text string, mode os.FileMode) executable.Command {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), mode))
		return executable.Alone(path)
	}
	for name, c := range map[string]executable.Command{
		"not a program":      file("text", "hello\n", 0o755),
		"not executable":     file("text", "hello\n", 0o644),
		"missing":            executable.Alone("/nowhere/bot"),
		"no interpreter":     file("script", "#!/nowhere/python\n", 0o755),
		"no tool":            file("script", "#!/usr/bin/env nowhere-to-be-found\n", 0o755),
		"for another system": file("program", "\x7fELF\x02\x01\x01"+strings.Repeat("\x00", 57), 0o755),
	} {
		t.Run(name, func(t *testing.T) {
			for _, sandboxed := range []*sandbox.Sandbox{nil, o.Sandbox} {
				o := o
				o.Sandbox = sandboxed
				_, err := host.Start(t.Context(), c, o)
				var no *host.NotABotError
				require.ErrorAs(t, err, &no)
				t.Log(no, no.Fix)
				if name != "no tool" { // which env says, not the system
					require.Contains(t, no.Problem, "can't be started: ")
				}
			}
		})
	}
}

// TestNothingIsLeftOfConfinedBots counts what many starts leave.
func TestNothingIsLeftOfConfinedBots(t *testing.T) {
	o := confined(t)
	host.CloseAll(start(t, o, "null")) // opens what stays open
	before := openFiles(t)
	goroutines := runtime.NumGoroutine()
	again := 4
	if tier.IsLong() {
		again = 20
	}
	for range again {
		host.CloseAll(start(t, o, "null", "random", "lines"))
	}
	testkit.Await(t, "no more open files than before", func() bool { return openFiles(t) <= before })
	const ofTheTest = 5
	testkit.Await(t, "the end of goroutines", func() bool { return runtime.NumGoroutine() <= goroutines+ofTheTest })
	folders, err := os.ReadDir(o.TempDir)
	require.NoError(t, err)
	require.Empty(t, folders)
	groups, err := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/*/arena-%d-*", os.Getpid()))
	require.NoError(t, err)
	require.Empty(t, groups)
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	require.NoError(t, err)
	require.NotContains(t, string(mounts), o.TempDir)
	children, err := exec.CommandContext(t.Context(), "ps", "-o", "stat=,args=", "--ppid", "1").CombinedOutput()
	if err == nil {
		require.NotContains(t, string(children), "arena-shim")
	}
}

func openFiles(t testing.TB) int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(files)
}

// notRaced skips a test whose bots may have less memory than those that the race detector is in.
func notRaced(t *testing.T) {
	t.Helper()
	if testkit.HasRaceDetector() {
		t.Skip("bots with the race detector in them take more memory than these limits; without -race the test runs")
	}
}

// TestHoldingsAreLimited: what the system refuses, and what only we see.
func TestHoldingsAreLimited(t *testing.T) {
	notRaced(t)
	for bot, want := range map[string]struct {
		kind   match.Kind
		detail string
	}{
		"gorge":   {match.TooMuchMemory, "needed more than 128 MiB of memory"},
		"hoard":   {match.TooMuchMemory, "the most is 128 MiB"},
		"threads": {match.TooManyThreads, "(needed|had) more than 64 threads"},
	} {
		t.Run(bot, func(t *testing.T) {
			t.Parallel()
			output := &buffer{}
			o := confined(t)
			o.Output = output
			if want.kind == match.TooMuchMemory {
				o.Limits.Memory = 128 << 20
			}
			o.Limits.Wall = time.Minute
			result, err := match.Play(t.Context(), newMatch(t), amongRandoms(start(t, o, bot)[0].Player()))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, want.kind, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
			require.Regexp(t, want.detail, result.Verdicts[0].Detail+output.String())
			require.NotContains(t, output.String(), "took")
		})
	}
}

// TestStrict plays at the level that limits what a bot and its children use together.
func TestStrict(t *testing.T) {
	tier.Long(t, "one bot of folder hostile is limited by a group always")
	notRaced(t)
	o := confined(t)
	strict, err := sandbox.New(sandbox.Strict)
	switch {
	case err != nil && os.Geteuid() != 0:
		t.Skip(err) // control groups take root, or a scope that systemd delegates
	case err != nil:
		tier.Lacks(t, err)
	}
	o.Sandbox = strict
	o.Limits.Wall = time.Minute
	o.Limits.Memory = 128 << 20
	path := filepath.Join(t.TempDir(), "bot.sh")
	require.NoError(t, os.Chmod(filepath.Dir(path), 0o755)) //nolint:gosec // for the user that it becomes
	eats := "#!/bin/sh\necho arena 1\nwhile read -r word round; do case $word in go)\n" +
		"for i in 1 2 3 4 5 6; do (x=a; while :; do x=$x$x; [ ${#x} -gt 40000000 ] && sleep 10; done) & done; wait;; esac; " +
		"done\n"
	require.NoError(t, os.WriteFile(path, []byte(eats), 0o755)) //nolint:gosec // it is to be started
	commands := []executable.Command{
		command(t, "random"), command(t, "gorge"), executable.Alone(path),
		command(t, "threads"),
	}
	processes := startAll(t, o, commands...)
	result, err := match.Play(t.Context(), newMatch(t), seated(processes))
	require.NoError(t, err)
	t.Log(result.Verdicts)
	require.Len(t, result.Verdicts, 3)
	require.Equal(t, match.TooMuchMemory, result.Verdict(1).Kind, result.Verdict(1).Detail)
	require.Equal(t, match.TooMuchMemory, result.Verdict(2).Kind, result.Verdict(2).Detail)
	require.Equal(t, match.TooManyThreads, result.Verdict(3).Kind, result.Verdict(3).Detail)
	host.CloseAll(processes)
	left, err := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/*/arena-%d-*", os.Getpid()))
	require.NoError(t, err)
	require.Empty(t, left)
}

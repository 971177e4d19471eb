//go:build unix

package host_test

import (
	"errors"
	"io"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/host/system"
)

// awaiters are systems that tell of the end of a process in other ways than this one.
var awaiters = map[string]func(pid int) error{
	"as this system does": awaitEnd,
	"not at all":          func(int) error { return errors.New("no such call") },
	"it fails in a while": func(int) error { time.Sleep(20 * time.Millisecond); return errors.New("interrupted") },
	"late": func(pid int) error {
		err := awaitEnd(pid)
		time.Sleep(300 * time.Millisecond)
		return err
	},
}

// TestABotPlaysUntilItEndsHoweverItsEndIsKnown: a bot whose end nobody can await is not killed
// for that, and what it leaves behind is killed nevertheless.
func TestABotPlaysUntilItEndsHoweverItsEndIsKnown(t *testing.T) {
	for name, await := range awaiters {
		t.Run(name, func(t *testing.T) {
			withoutCgroups(t) // which would kill the children by itself
			replace(t, &system.This.AwaitEnd, await)
			var output buffer
			processes := start(t, unconfined(options(t, &output)), "random", "children", "exit", "suicide")
			result, err := match.Play(t.Context(), newMatch(t), seated(processes))
			require.NoError(t, err)
			require.Equal(t, rounds, result.Rounds)
			require.Empty(t, result.Verdict(0))
			for seat, how := range map[int]string{
				1: "exited with code 1", 2: "exited with code 7",
				3: "was ended by a signal (killed)",
			} {
				require.Equal(t, match.Crash, result.Verdict(seat).Kind)
				require.Contains(t, result.Verdict(seat).Detail, how)
			}
			requireChildGone(t, output.String())
			host.CloseAll(processes) // all are reaped with the old way of waiting
		})
	}
}

// TestTheEndOfAProcessIsAwaited: not sooner, at once if it has ended, and it is not reaped.
func TestTheEndOfAProcessIsAwaited(t *testing.T) {
	tier.Needs(t, "sleep")
	sleeper := exec.CommandContext(t.Context(), "sleep", "60")
	require.NoError(t, sleeper.Start())
	ended := make(chan error, 1)
	go func() { ended <- awaitEnd(sleeper.Process.Pid) }()
	select {
	case err := <-ended:
		t.Fatal("it still runs", err)
	case <-time.After(1300 * time.Millisecond): // more than one wait where each is limited to a second
	}
	require.NoError(t, sleeper.Process.Kill())
	require.NoError(t, testkit.Receive(t, "the end of sleep", ended))
	require.NoError(t, awaitEnd(sleeper.Process.Pid), "it has ended before")
	require.NoError(t, syscall.Kill(sleeper.Process.Pid, 0), "it is not reaped")
	require.EqualError(t, sleeper.Wait(), "signal: killed")
}

// TestMoreProcessesThanOneAreAwaited: each end is known while others run.
func TestMoreProcessesThanOneAreAwaited(t *testing.T) {
	tier.Needs(t, "cat")
	for range 20 {
		cat := exec.CommandContext(t.Context(), "cat")
		stdin, err := cat.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cat.Start())
		ended := make(chan error, 1)
		go func() { ended <- awaitEnd(cat.Process.Pid) }()
		require.NoError(t, stdin.(io.Closer).Close())
		require.NoError(t, testkit.Receive(t, "the end of cat", ended))
		require.NoError(t, cat.Wait())
	}
}

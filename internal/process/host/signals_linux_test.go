package host_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
)

func init() {
	programs["lineshangup"] = lineDo(func() { hitOneself(syscall.SIGHUP) })
	programs["linesinterrupt"] = lineDo(func() { hitOneself(syscall.SIGINT) })
}

// hitOneself sends a signal to this process, as it was started: Go would handle it.
func hitOneself(s syscall.Signal) {
	if !signal.Ignored(s) {
		signal.Reset(s)
	}
	_ = syscall.Kill(os.Getpid(), s)
	time.Sleep(time.Hour)
}

// TestABotIgnoresNoSignalForTheArena, which may have been started by nohup.
func TestABotIgnoresNoSignalForTheArena(t *testing.T) {
	for bot, s := range map[string]syscall.Signal{"lineshangup": syscall.SIGHUP, "linesinterrupt": syscall.SIGINT} {
		signal.Ignore(s)
		t.Cleanup(func() { signal.Reset(s) })
		o := options(t, &buffer{})
		o.Limits.Wall, o.Limits.WallBank = time.Minute, time.Minute // only a bot that ignores the signal takes as long
		result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, bot, "lines", "lines", "lines")))
		require.NoError(t, err)
		require.Len(t, result.Verdicts, 1)
		require.Equal(t, match.Crash, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
	}
}

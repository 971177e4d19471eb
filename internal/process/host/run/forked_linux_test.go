package run

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/said"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestAShellThatMayStartNothingIsToldSo, and not that it needed many threads.
func TestAShellThatMayStartNothingIsToldSo(t *testing.T) {
	ended := exec.Command("/bin/sh", "-c", "exit 2")
	_ = ended.Run()
	crash := func(line string, children bool) *match.Fault {
		p := &Process{
			command: ended, shim: &sandbox.Start{Children: children}, threads: 64,
			Output: said.NewOutput(nil, "", meter.Limits{Output: 1000}, func() {}),
		}
		_, err := p.Output.Write([]byte(line + "\n"))
		require.NoError(t, err)
		return p.crash("exited with code 2")
	}
	for _, line := range []string{"bot.sh: 3: Cannot fork", "bot.sh: fork: retry: Operation not permitted"} {
		require.Equal(t, &match.Fault{Kind: match.Crash, Detail: "exited with code 2: " + line +
			"; in this sandbox a bot may start no program (arena doctor: children)"}, crash(line, false))
		require.Equal(t, match.TooManyThreads, crash(line, true).Kind)
	}
	require.Equal(t, match.TooManyThreads, crash("RuntimeError: can't start new thread", false).Kind)
}

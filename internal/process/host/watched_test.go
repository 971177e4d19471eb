//go:build linux || darwin

package host_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// TestUnconfinedBotsAreWatchedWhereThereIsNoSandbox does what macOS does, on Linux with Linux's figures.
func TestUnconfinedBotsAreWatchedWhereThereIsNoSandbox(t *testing.T) {
	for bot, want := range map[string]struct {
		kind   match.Kind
		detail string
	}{
		"gorge":  {match.TooMuchMemory, "the most is 128 MiB"},
		"hoard":  {match.TooMuchMemory, "the most is 128 MiB"},
		"weaver": {match.TooManyThreads, "had more than 64 threads"},
	} {
		t.Run(bot, func(t *testing.T) {
			if bot != "hoard" {
				tier.Long(t, "one way of taking too much is tried always")
			}
			o := asOnMacOS(t, &buffer{})
			o.Limits.CPU, o.Limits.Memory = time.Minute, 128<<20
			result, err := match.Play(t.Context(), newMatch(t), amongRandoms(start(t, o, bot)[0].Player()))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, want.kind, result.Verdict(1).Kind, result.Verdict(1).Detail)
			require.Contains(t, result.Verdict(1).Detail, want.detail)
		})
	}
}

// TestAChildThatLeftTheGroupIsKilledWithTheBot where no cgroup holds it, as long as the bot lives.
func TestAChildThatLeftTheGroupIsKilledWithTheBot(t *testing.T) {
	var output buffer
	o := asOnMacOS(t, &output)
	o.Limits.CPU = time.Minute
	processes := start(t, o, "null", "burnchild", "null", "null")
	_, err := match.Play(t.Context(), newMatch(t), seated(processes))
	require.NoError(t, err)
	host.CloseAll(processes)
	requireChildGone(t, output.String())
}

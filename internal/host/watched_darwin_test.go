package host_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
)

// TestHoldingsAreWatched: there is no sandbox here, and the arena looks at what bots hold.
func TestHoldingsAreWatched(t *testing.T) {
	for bot, want := range map[string]struct {
		kind   match.Kind
		detail string
	}{
		"gorge":  {match.TooMuchMemory, "the most is 128 MiB"},
		"hoard":  {match.TooMuchMemory, "the most is 128 MiB"},
		"weaver": {match.TooManyThreads, "had more than 64 threads"},
	} {
		t.Run(bot, func(t *testing.T) {
			o := options(t, &buffer{})
			o.Limits.CPU, o.Limits.Memory = time.Minute, 128<<20
			result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "random", bot, "null", "random")))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, want.kind, result.Verdict(1).Kind, result.Verdict(1).Detail)
			require.Contains(t, result.Verdict(1).Detail, want.detail)
		})
	}
}

// TestCPUTimeOfAChildIsCharged: the child has left the group of the bot, but not its parent.
func TestCPUTimeOfAChildIsCharged(t *testing.T) {
	var output buffer
	o := options(t, &output)
	result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "null", "burnchild", "slow", "null")))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.OverCPU, result.Verdict(1).Kind, result.Verdict(1).Detail)
	requireChildGone(t, output.String())
}

// TestAnEndingKnowsMemoryAndThreads as far as the system tells.
func TestAnEndingKnowsMemoryAndThreads(t *testing.T) {
	players := seated(start(t, options(t, &buffer{}), "exit", "burn", "null", "null"))
	_, err := match.Play(t.Context(), newMatch(t), players)
	require.NoError(t, err)
	for seat, killed := range []bool{false, true} {
		bot, ok := players[seat].(ended)
		require.True(t, ok)
		e := bot.Process().Ending()
		require.Greater(t, e.Memory, int64(1<<20))
		require.Less(t, e.Memory, int64(1<<30), "it is told in bytes")
		require.Equal(t, killed, !e.AtMost)
		require.Equal(t, killed, e.Threads > 0)
	}
}

// TestAChildThatLeftTheGroupIsKilledWithTheBot where no cgroup holds it, as long as the bot lives.
func TestAChildThatLeftTheGroupIsKilledWithTheBot(t *testing.T) {
	var output buffer
	o := options(t, &output)
	o.Limits.CPU = time.Minute
	processes := start(t, o, "null", "burnchild", "null", "null")
	_, err := match.Play(t.Context(), newMatch(t), seated(processes))
	require.NoError(t, err)
	host.CloseAll(processes)
	requireChildGone(t, output.String())
}

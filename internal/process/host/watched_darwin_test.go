package host_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// asOnMacOS returns options as they are: there is no sandbox here.
func asOnMacOS(t *testing.T, output *buffer) host.Options {
	t.Helper()
	return options(t, output)
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

//go:build unix

package host_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// ended is a player that knows its process.
type ended interface{ Process() *host.Process }

func TestAnEndingTellsHowAProcessEnded(t *testing.T) {
	var output buffer
	players := seated(start(t, options(t, &output), "panic", "exit", "burn", "flood"))
	result, err := match.Play(t.Context(), newMatch(t), players)
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 4)
	for seat, want := range []string{
		"exited with code 2", "exited with code 7", "was killed by the arena",
		"was killed by the arena",
	} {
		bot, ok := players[seat].(ended)
		require.True(t, ok)
		e := bot.Process().Ending()
		require.Equal(t, want, e.How)
		require.Positive(t, e.CPU)
		require.Less(t, len(strings.Join(e.Said, "\n")), 33<<10)
		if runtime.GOOS != "linux" {
			continue
		}
		require.Greater(t, e.Memory, int64(1<<20))
		require.Equal(t, seat < 2, e.AtMost, "nobody sees the memory of a process that is gone")
		require.Equal(t, seat >= 2, e.Threads > 0)
	}
	e := players[0].(ended).Process().Ending() //nolint:forcetypeassert // as above
	require.Contains(t, e.Said, "panic: no more orks")
	require.Contains(t, strings.Join(e.Said, "\n"), "google.golang.org/grpc",
		"all of the stack, though the output has only the bot's part")
	require.NotContains(t, output.String(), "google.golang.org/grpc")
}

func TestAnEndingHasTheLastLines(t *testing.T) {
	var output buffer
	o := options(t, &output)
	o.Limits.Output = 8 << 20
	players := seated(start(t, o, "flood", "null", "null", "null"))
	_, err := match.Play(t.Context(), newMatch(t), players)
	require.NoError(t, err)
	said := players[0].(ended).Process().Ending().Said //nolint:forcetypeassert // as above
	require.Equal(t, 32, len(said), "of a flood of lines of a thousand bytes each")
	require.Contains(t, players[1].(ended).Process().Ending().How, "still runs") //nolint:forcetypeassert // as above
}

// TestABotIsToldOtherLimitsThanHold when a match is played again without limits.
func TestABotIsToldOtherLimitsThanHold(t *testing.T) {
	var output buffer
	o := options(t, &output)
	o.Limits.StartCPU = 50 * time.Millisecond // it uses all of it
	told := o.Limits.Told()
	o.Limits, o.Told = host.Limits{Start: o.Limits.Start, End: o.Limits.End}, &told
	players := seated(start(t, o, "thrifty", "null", "null", "null"))
	var used receipts
	result, err := match.Play(t.Context(), newMatch(t), players, &used)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Greater(t, used.rounds[badRound].Receipts[0].CPU, testCPU/3, "it used half of the budget that it was told")
}

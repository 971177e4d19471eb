//go:build unix

package host_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/sdk"
)

func init() {
	for name, frame := range meaningless {
		programs[name] = func() {
			sdk.Serve(sdk.Play(orkisland.Bot, func(*orkisland.State, *orkisland.Commands) {
				write(frame, 150*time.Millisecond)
			}))
		}
	}
	programs["talkative"] = func() { sdk.Serve(sdk.Play(orkisland.Bot, beTalkative)) }
	programs["bysocket"] = func() {
		_ = os.Unsetenv(botwire.PipesVariable)
		sdk.Serve(sdk.Play(orkisland.Bot, beTalkative))
	}
}

// meaningless are frames of HTTP/2 that nobody has asked for.
var meaningless = map[string][]byte{
	"frames of no type": {0, 0, 0, 0xfa, 0, 0, 0, 0, 0},
	"answers to pings":  {0, 0, 8, 6, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8},
	"a larger window":   {0, 0, 4, 8, 0, 0, 0, 0, 99, 0, 0, 0, 0},
}

// write writes frames to the pipe of the matches for a time. Few bytes at a time are in one piece, whatever gRPC writes
// beside them.
func write(frame []byte, during time.Duration) {
	const piece = 4096 // PIPE_BUF
	many := bytes.Repeat(frame, piece/len(frame))
	for begun := time.Now(); time.Since(begun) < during; {
		if _, err := syscall.Write(botwire.BotWrites, many); err == syscall.EAGAIN {
			time.Sleep(time.Millisecond)
		}
	}
}

// talks is how much a talkative bot says in a round, by each way.
const talks = 40

// beTalkative gives as many commands as a bot may and says much, as people do who look for a fault.
func beTalkative(s *orkisland.State, c *orkisland.Commands) {
	giveCommands(engine.MaxCommands)(s, c)
	for i := range talks {
		fmt.Printf("round %d: %d\n", s.Round(), i)
		fmt.Fprintf(os.Stderr, "round %d: %s\n", s.Round(), strings.Repeat("x", i))
	}
}

// TestFramesThatMeanNothingAreOutput: the arena reads them, and the bot is charged little for that.
func TestFramesThatMeanNothingAreOutput(t *testing.T) {
	for bot := range meaningless {
		t.Run(bot, func(t *testing.T) {
			o := options(t, &buffer{})
			o.Limits.CPU, o.Limits.Bank = time.Minute, time.Minute // it is charged for writing
			result, err := match.Play(t.Context(), newMatch(t), amongRandoms(start(t, o, bot)[0].Player()))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, match.TooMuchOutput, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
			require.Regexp(t, `^sent more than 64 KiB beside its answers$`, result.Verdicts[0].Detail)
		})
	}
}

// TestNobodyHonestSendsMuchBesideItsAnswer, by the pipes or by the socket.
func TestNobodyHonestSendsMuchBesideItsAnswer(t *testing.T) {
	o := options(t, &buffer{})
	o.Limits.CPU, o.Limits.Bank = time.Minute, time.Minute
	result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "talkative", "bysocket", "busy", "null")))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
}

package lineproto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/process/lineproto"
)

func TestSizesHaveUnits(t *testing.T) {
	for n, want := range map[int]string{
		0: "0 bytes", 300: "300 bytes", 1 << 10: "1 KiB", 1<<10 + 1: "1025 bytes", 64 << 10: "64 KiB",
		1 << 20: "1 MiB", 1<<20 + 1<<10: "1025 KiB", 16 << 20: "16 MiB",
	} {
		require.Equal(t, want, lineproto.InBytes(n))
	}
}

// TestWhatNobodySeesIsWrittenOut: a quotation with a mark removed reads as what the bot should have said.
func TestWhatNobodySeesIsWrittenOut(t *testing.T) {
	for line, want := range map[string]string{
		"arena 1": `"arena 1"`, "\ufeffarena 1": `"\ufeffarena 1"`, "\x1b[32mdone 0\x1b[0m": `"\x1b[32mdone 0\x1b[0m"`,
		"done\u200b 0": `"done\u200b 0"`, "\xff\xfea\x00": `"\xff\xfea\x00"`, strings.Repeat("é", 90): `"` + strings.Repeat("é", 80) + `"`,
	} {
		require.Equal(t, want, fmt.Sprintf("%q", lineproto.Quote(line)))
	}
	require.Equal(t, "printed: where\tam I?", lineproto.Printed([]byte("where\tam I?")))
	require.Equal(t, `printed: "done\u200b 0"`, lineproto.Printed([]byte("done\u200b 0")))
}

// TestAnAnswerThatIsNotWholeHasOneExcuse: the first that explains it.
func TestAnAnswerThatIsNotWholeHasOneExcuse(t *testing.T) {
	half := lineproto.Half{Round: 3, Rest: "do 3 nor", Given: 2, Prints: 1, First: "hi\x1b[2J"}
	require.Equal(t, `; its last line has no end: "do 3 nor"`, half.Excuse())
	half.Rest = ""
	require.Equal(t, `; its answer has 2 lines, but not the last one, "done 3"`, half.Excuse())
	half.Given = 0
	require.Equal(t, `; it printed 1 line but no answer, the first: "hi\x1b[2J"`, half.Excuse())
	half.Prints = 0
	require.Empty(t, half.Excuse())
}

func TestWhoIsLateIsToldWhatItHad(t *testing.T) {
	may := lineproto.Patience{Wall: time.Second, Bank: 1234567 * time.Microsecond}
	require.Equal(t, "gave no answer for 2.2346s; it had 1s for a round and 1.2346s in its bank; why",
		may.Exceeded(lineproto.NoAnswer, true, "; why").Detail)
	require.Equal(t, "did not leave the match for 1s",
		lineproto.Patience{Wall: time.Second}.Exceeded("did not leave the match", false, "").Detail)
}

func TestABotPlaysTheGamesThatItSays(t *testing.T) {
	game := engine.Info{Name: "duel", Title: "Duel", Version: 2}
	require.NoError(t, lineproto.Plays(true, nil, game))
	require.NoError(t, lineproto.Plays(false, map[string]int{"duel": 2}, game))
	require.EqualError(t, lineproto.Plays(false, nil, game), "not a bot for Duel")
	require.EqualError(t, lineproto.Plays(false, map[string]int{"duel": 1}, game),
		"built for version 1 of the rules of Duel, this arena has version 2")
}

package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/link"
)

// packed writes a bot as the page does.
func packed(t testing.TB, code string) string {
	t.Helper()
	var small bytes.Buffer
	w, err := flate.NewWriter(&small, flate.BestCompression)
	require.NoError(t, err)
	_, err = w.Write([]byte(code))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return base64.RawURLEncoding.EncodeToString(small.Bytes())
}

func TestALinkSaysWhatIsPlayed(t *testing.T) {
	const code = "class Bot {} // señor\n"
	const address = "https://example.org/play.html#game=moria&seed=18446744073709551615&bots=me,demo,me&lang=py&code="
	got, err := link.Parse(address + packed(t, code))
	require.NoError(t, err)
	require.Equal(t, link.Link{
		Game: "moria", Seed: 1<<64 - 1, Bots: []string{"me", "demo", "me"}, Language: "python", Code: []byte(code),
	}, got)
	// Made by CompressionStream("deflate-raw") of a browser.
	got, err = link.Parse("#game=orkisland&bots=me&lang=js&code=K04tKkvVSMov0VTQ11c438AFAA")
	require.NoError(t, err)
	require.Equal(t, "serve(bot) // π\n", string(got.Code))
}

// TestLinksOfStrangersAreRefused in a sentence that has nothing of theirs in it.
func TestLinksOfStrangersAreRefused(t *testing.T) {
	const rest = "#game=moria&bots=me&lang=js&code="
	good := "&code=" + packed(t, strings.Repeat("x = 1\n", 100))
	for want, texts := range map[string][]string{
		link.ErrNone.Error(): {"", "https://example.org/", "#game=moria", "#%zz" + good},
		"the link names no game": {
			"#bots=me&lang=js" + good, "#game=../x&bots=me&lang=js" + good, "#game=Moria&bots=me&lang=js" + good,
		},
		"the link names no language: lang=js or lang=py": {
			"#game=moria&bots=me" + good, "#game=moria&bots=me&lang=sh" + good,
		},
		"the link does not name the bots, as bots=me,demo": {
			"#game=moria&lang=js" + good, "#game=moria&bots=a/b&lang=js" + good, "#game=moria&bots=-a&lang=js" + good,
			"#game=moria&bots=me" + strings.Repeat(",a", 64) + "&lang=js" + good,
		},
		"the seed in the link is no number from 0 to 18446744073709551615": {
			"#game=moria&seed=-1&bots=me&lang=js" + good,
		},
		"the code in the link is damaged: a part of it is missing": {
			"#game=moria&bots=me&lang=js" + good[:len(good)/2], rest + "!!!", rest + packed(t, "\xff"),
			rest + packed(t, "a\x00"),
		},
		link.ErrLarge.Error(): {rest + packed(t, strings.Repeat(" ", link.MaxCode+1)), strings.Repeat("x", link.MaxText+1)},
	} {
		for _, text := range texts {
			_, err := link.Parse(text)
			require.EqualError(t, err, want, "%.60s", text)
		}
	}
	whole, err := link.Parse(rest + packed(t, strings.Repeat(" ", link.MaxCode)))
	require.NoError(t, err)
	require.Len(t, whole.Code, link.MaxCode)
}

// TestCodeThatHidesIsRefused: what a terminal shows of it is not what runs.
func TestCodeThatHidesIsRefused(t *testing.T) {
	const rest = "#game=moria&bots=me&lang=py&code="
	for code, at := range map[string]link.Char{
		"print('evil')#\x1b[2K\x1b[G":   {Line: 1, Rune: 0x1b},
		"x = 1\nevil()#\rprint('good')": {Line: 2, Rune: '\r'},
		"x\r\n\r\ny\b\b":                {Line: 3, Rune: '\b'},
		"x = 1\r":                       {Line: 1, Rune: '\r'},
		"a\n\n\u009b2K":                 {Line: 3, Rune: 0x9b},
		"a\x7f":                         {Line: 1, Rune: 0x7f},
	} {
		_, err := link.Parse(rest + packed(t, code))
		hidden := new(link.HiddenError)
		require.ErrorAs(t, err, &hidden, "%q", code)
		require.Equal(t, at, hidden.Char)
	}
	_, err := link.Parse(rest + packed(t, "a\n\x1b"))
	require.EqualError(t, err, "line 2 of the code in the link has the control character U+001B, by which a terminal "+
		"shows other code than runs")
}

// TestWhatIsNotSeenIsNamed: it may stand in an honest text, and may hide code.
func TestWhatIsNotSeenIsNamed(t *testing.T) {
	const rest = "#game=moria&bots=me&lang=js&code="
	for code, unseen := range map[string][]link.Char{
		"\tx = 1\r\n// señor, 日本, עברית 🙂\n":       nil,
		"a\n'\u202e' // \u2066\n\u061c":            {{2, 0x202e}, {2, 0x2066}, {3, 0x61c}},
		"// harmless\u2028evil()\n\n\ufeffx\u200b": {{1, 0x2028}, {3, 0xfeff}, {3, 0x200b}},
		"\ufeffx":                              nil, // an editor wrote it
		"let \u3164, \u115f\n\U000e0041\ufe00": {{1, 0x3164}, {1, 0x115f}, {2, 0xe0041}, {2, 0xfe00}},
	} {
		got, err := link.Parse(rest + packed(t, code))
		require.NoError(t, err)
		require.Equal(t, unseen, got.Unseen(), "%q", code)
	}
	require.Equal(t, "line 7: U+202E", link.Char{Line: 7, Rune: 0x202e}.String())
}

// TestNoMoreIsUnpackedThanABotMayHave: 50 MB of spaces are 50 kB in a link.
func TestNoMoreIsUnpackedThanABotMayHave(t *testing.T) {
	bomb := "#game=moria&bots=me&lang=js&code=" + packed(t, strings.Repeat(" ", 50_000_000))
	require.Less(t, len(bomb), link.MaxText)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := link.Parse(bomb)
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, link.ErrLarge)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(10_000_000))
}

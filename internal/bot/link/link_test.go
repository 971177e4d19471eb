package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
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
	good := packed(t, strings.Repeat("x = 1\n", 100))
	for text, want := range map[string]string{
		"":                              link.ErrNone.Error(),
		"https://example.org/":          link.ErrNone.Error(),
		"#game=moria":                   link.ErrNone.Error(),
		"#%zz&code=" + good:             link.ErrNone.Error(),
		"#bots=me&lang=js&code=" + good: "the link names no game",
		"#game=../x&bots=me&lang=js&code=" + good:                                  "the link names no game",
		"#game=moria&bots=me&lang=sh&code=" + good:                                 "the link names no language: lang=js or lang=py",
		"#game=moria&lang=js&code=" + good:                                         "the link does not name the bots, as bots=me,demo",
		"#game=moria&bots=a/b&lang=js&code=" + good:                                "the link does not name the bots, as bots=me,demo",
		"#game=moria&bots=me" + strings.Repeat(",a", 64) + "&lang=js&code=" + good: "the link does not name the bots, as bots=me,demo",
		"#game=moria&seed=-1&bots=me&lang=js&code=" + good:                         "the seed in the link is no number from 0 to 18446744073709551615",
		rest + good[:len(good)/2]:                                                  "the code in the link is damaged: a part of it is missing",
		rest + "!!!":                                                               "the code in the link is damaged: a part of it is missing",
		rest + packed(t, "\xff"):                                                   "the code in the link is damaged: a part of it is missing",
		rest + packed(t, "a\x00"):                                                  "the code in the link is damaged: a part of it is missing",
		rest + packed(t, strings.Repeat(" ", link.MaxCode+1)):                      link.ErrLarge.Error(),
		rest + packed(t, strings.Repeat(" ", 50_000_000)):                          link.ErrLarge.Error(),
		rest + strings.Repeat("x", link.MaxText):                                   link.ErrLarge.Error(),
	} {
		_, err := link.Parse(text)
		require.EqualError(t, err, want, "%.60s", text)
	}
	whole, err := link.Parse(rest + packed(t, strings.Repeat(" ", link.MaxCode)))
	require.NoError(t, err)
	require.Len(t, whole.Code, link.MaxCode)
}

package viewer

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/storytest"
)

// metas returns what the head of a page says to programs, by name or property.
func metas(page string) map[string]string {
	all := map[string]string{}
	head, _, _ := bytes.Cut([]byte(page), []byte("</head>"))
	for _, m := range regexp.MustCompile(`<meta (?:name|property)="([^"]+)" content="([^"]*)">`).FindAllSubmatch(head, -1) {
		all[string(m[1])] = string(m[2])
	}
	return all
}

func siteOf(t *testing.T, s Site) map[string]string {
	t.Helper()
	s.Reader = []byte("\x00asm")
	files, err := s.Files()
	require.NoError(t, err)
	all := map[string]string{}
	for _, f := range files {
		require.NotContains(t, all, f.Name)
		all[f.Name] = string(f.Data)
	}
	return all
}

var chess = &Example{Title: `Chess & "Go"`, Replay: []byte("match"), Card: []byte("picture")}

// TestALinkToASiteShowsAPicture: by its whole address, as chats want it, and escaped.
func TestALinkToASiteShowsAPicture(t *testing.T) {
	files := siteOf(t, Site{Example: chess, Address: `https://example.org/a&b/`})
	said := metas(files["index.html"])
	require.Equal(t, "https://example.org/a&amp;b/example.png", said["og:image"])
	require.Equal(t, "1200", said["og:image:width"])
	require.Equal(t, "630", said["og:image:height"])
	require.Equal(t, "A match of Chess &amp; &#34;Go&#34;, played by bots that come with the arena", said["og:image:alt"])
	require.Equal(t, "summary_large_image", said["twitter:card"])
	require.NotContains(t, said, "og:url", "what is behind the # would be lost")
	require.Equal(t, "picture", files["example.png"])
	require.Equal(t, "match", files["example.arena"])
}

// TestNoPictureIsNamedThatNobodyWouldFind, but what the site is, is said all the same.
func TestNoPictureIsNamedThatNobodyWouldFind(t *testing.T) {
	for name, s := range map[string]Site{
		"no address": {Example: chess}, "no example": {Address: "https://example.org/"},
	} {
		said := metas(siteOf(t, s)["index.html"])
		require.NotContains(t, said, "og:image", name)
		require.Equal(t, "summary", said["twitter:card"], name)
		require.Equal(t, "Matches of bots, to watch", said["og:title"], name)
		require.Contains(t, said["og:description"], "A bot is a program", name)
		require.Equal(t, said["og:description"], said["description"], name)
	}
}

// TestTheFirstPageKnowsWhatTheSiteHas, and nothing else.
func TestTheFirstPageKnowsWhatTheSiteHas(t *testing.T) {
	page := siteOf(t, Site{Example: chess})["index.html"]
	require.Contains(t, page, `data-example="example.arena" data-card="example.png" data-shows="Chess &amp; &#34;Go&#34;"`)
	require.NotContains(t, page, "data-play")
	bare := siteOf(t, Site{})
	require.NotContains(t, bare, "example.arena")
	require.NotContains(t, bare["index.html"], "data-example")
	require.NotContains(t, bare["index.html"], "data-card")
}

// TestAnExportedPageSaysWhatItIs, not who won, and what bots are called is never markup.
func TestAnExportedPageSaysWhatItIs(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5)))
	s.Players[0].Name = `"><script>`
	said := metas(exportHTML(t, s, ExportOptions{}))
	require.Contains(t, said["og:title"], "Duel: &#34;&gt;&lt;script&gt;")
	require.Regexp(t, `^A match of Duel, to watch round by round: 5 rounds, seed \d+\.$`, said["og:description"])
	require.Equal(t, "summary", said["twitter:card"])
	require.NotContains(t, said, "og:image")
	require.NotContains(t, string(servedPage("Duel", "")), "og:", "links to a page of this machine are for nobody else")
}

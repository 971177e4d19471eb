package viewer

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

var update = flag.Bool("update", false, "write docs/live/match.html again")

const (
	// clicked is the match that one can watch before the arena is installed: the README has a link to it.
	clicked     = "../../../docs/live/match.html"
	clickedFrom = "web/test/browser/golden/orkisland.arena"
	mostClicked = 200 << 10 // bytes
)

// TestPageOfTheDocsIsWhatIsExportedNow: after a change of the page, or of what it is sent, run this test with -update.
func TestPageOfTheDocsIsWhatIsExportedNow(t *testing.T) {
	replay := committed(t, clickedFrom)
	now := exportHTML(t, readShow(t, replay), ExportOptions{})
	if *update {
		require.NoError(t, os.WriteFile(clicked, []byte(now), 0o644))
	}
	page := string(committed(t, clicked))
	require.LessOrEqual(t, len(page), mostClicked)
	require.True(t, unpackedAll(t, page) == unpackedAll(t, now),
		"docs/live/match.html is stale: go test ./internal/web/viewer -run PageOfTheDocs -update")
}

// committed returns a file that is not in the module that others take.
func committed(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		tier.Lacks(t, err)
	}
	require.NoError(t, err)
	return text
}

// unpackedAll returns an exported page with what is in it unpacked: another release of Go may pack it in another way.
func unpackedAll(t *testing.T, page string) string {
	t.Helper()
	for _, id := range []string{"match", "page"} {
		_, rest, _ := strings.Cut(page, `id="`+id+`">`)
		packed, _, _ := strings.Cut(rest, "<")
		page = strings.Replace(page, packed, unpacked(t, page, id), 1)
	}
	return page
}

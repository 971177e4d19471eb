package resultpage_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/results/resultpage"
)

// TestMatchesAreNumberedFromOne: the last match with a verdict is the eleventh of twelve.
func TestMatchesAreNumberedFromOne(t *testing.T) {
	p := aPage(12)
	p.Before, p.Links = "open ", map[int]string{10: "./eleven.html", 11: "./twelve.html"}
	page := write(t, p)
	require.Contains(t, page, "open 11 --bots bots --view")
	require.Contains(t, tablesOf(page), `href="./eleven.html"`)
	require.NotContains(t, tablesOf(page), `href="./twelve.html"`)
}

// tablesOf is a page up to the data of its list of matches, which the script shows.
func tablesOf(page string) string {
	before, _, _ := strings.Cut(page, `id="data"`)
	return before
}

// TestALivePageHasNoMatches: its script asks for them.
func TestALivePageHasNoMatches(t *testing.T) {
	var live bytes.Buffer
	require.NoError(t, resultpage.WriteLive(&live, aPage(12)))
	require.Contains(t, live.String(), `"numbers":[]`)
	require.NotContains(t, write(t, aPage(12)), `"numbers":[]`)
}

//go:build linux && (amd64 || arm64)

package hostile

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the table in README.md again")

const (
	tableBegins = "<!-- Written by: go test ./internal/integration/hostile -run Table -update -->\n"
	tableEnds   = "<!-- The end of what is written -->\n"
)

// TestTableIsThatOfTheBots: what README.md says of every bot is what TestHostile holds it to.
func TestTableIsThatOfTheBots(t *testing.T) {
	const path = "README.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), tableBegins)
	require.True(t, found, "%s: the line before the table is missing: %s", path, tableBegins)
	_, after, found := strings.Cut(rest, tableEnds)
	require.True(t, found, "%s: the line behind the table is missing: %s", path, tableEnds)
	want := before + tableBegins + table() + tableEnds + after
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
		return
	}
	require.True(
		t, want == string(text),
		"the table is older than the list; type: go test ./internal/integration/hostile -run Table -update")
}

// table is the list of enemies for people: what they do, by what comes of it in a sandbox.
func table() string {
	var b strings.Builder
	bots := 0
	for _, topic := range topics {
		fmt.Fprintf(&b, "\n**%s**\n\n| ends with | a bot that … |\n|---|---|\n", topic.title)
		var ends []string
		does := make(map[string][]string)
		for _, e := range topic.enemies {
			bots += len(e.names)
			end, did := e.held.words(), e.does
			if e.free == e.held {
				did += " °"
			}
			if e.spaces {
				did += " (needs namespaces)"
			}
			if does[end] == nil {
				ends = append(ends, end)
			}
			if !slices.Contains(does[end], did) {
				does[end] = append(does[end], did)
			}
		}
		for _, end := range ends {
			fmt.Fprintf(&b, "| %s | %s |\n", end, strings.Join(does[end], "; "))
		}
	}
	return fmt.Sprintf("\n%d bots. What is marked ° ends so without a sandbox, too.\n", bots) + b.String() + "\n"
}

// words tells people of an end. What the reason was in words is the test's business.
func (e end) words() string {
	switch {
	case e.refused != "":
		return "no match"
	case e.kind == anything:
		return "a verdict"
	case e.kind == whatever:
		return "a verdict, or none"
	case e.kind != "":
		return fmt.Sprintf("verdict `%s`", e.kind)
	case e.says == "done":
		return "does it"
	case e.says != "":
		return "“" + strings.ReplaceAll(e.says, "|", "” or “") + "”"
	}
	return "plays to the end"
}

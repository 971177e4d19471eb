//go:build linux && (amd64 || arm64)

package hostile

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the table in docs/security.md again")

const (
	tableBegins = "<!-- Written by: go test ./internal/host/hostile -run Table -update -->\n"
	tableEnds   = "<!-- The end of what is written -->\n"
)

// TestTableIsThatOfTheBots: what the docs say of every bot is what TestHostile holds it to.
func TestTableIsThatOfTheBots(t *testing.T) {
	path := filepath.Join("..", "..", "..", "docs", "security.md")
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
	require.True(t, want == string(text), "the table is older than the list; type: go test ./internal/host/hostile -run Table -update")
}

// table is the list of enemies for people. Those that differ in nothing but their language
// are one line.
func table() string {
	var b strings.Builder
	bots := 0
	for _, topic := range topics {
		fmt.Fprintf(&b, "\n**%s**\n\n| a bot that … | in | without a sandbox | in a sandbox |\n|---|---|---|---|\n", topic.title)
		for i, e := range topic.enemies {
			bots += len(e.names)
			alike := func(other enemy) bool { return other.does == e.does && other.free == e.free && other.held == e.held }
			if slices.IndexFunc(topic.enemies, alike) < i {
				continue
			}
			var languages []string
			for _, other := range topic.enemies[i:] {
				if alike(other) {
					languages = append(languages, other.language().short())
				}
			}
			free, held := e.free.words(), e.held.words()
			if e.spaces {
				held += "; needs namespaces"
			}
			if e.leaves {
				free += "; it may leave a process behind"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.does, strings.Join(slices.Compact(languages), ", "), free, held)
		}
	}
	return fmt.Sprintf("\n%d bots.\n", bots) + b.String() + "\n"
}

// short leaves out how a bot plays, unless that is what a language is about.
func (l language) short() string {
	name, protocol, _ := strings.Cut(string(l), ", ")
	if l == goPlugin {
		return protocol
	}
	return name
}

// words tells people of an end.
func (e end) words() string {
	quoted := func(text string) string { return "“" + strings.ReplaceAll(text, "|", "” or “") + "”" }
	switch {
	case e.refused != "":
		return "no match: " + quoted(e.refused)
	case e.kind == anything:
		return "a verdict"
	case e.kind == whatever:
		return "a verdict, or none"
	case e.kind != "":
		return fmt.Sprintf("verdict `%s`: %s", e.kind, quoted(e.detail))
	case e.says == "done":
		return "does it"
	case e.says != "":
		return quoted(e.says)
	}
	return "plays to the end"
}

//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/sandbox"
)

var update = flag.Bool("update", false, "write the tables of systems in docs/promises.md and security.md again")

const (
	systemsBegin = "<!-- Written by: go test ./internal/process/sandbox -run Table -update -->\n"
	systemsEnd   = "<!-- The end of the table of systems -->\n"
)

// TestTablesAreWhatHolds: what docs/promises.md and docs/security.md say of each system is what the arena says there,
// from what its probes find.
func TestTablesAreWhatHolds(t *testing.T) {
	for page, table := range map[string]string{
		"docs/promises.md": shortTable(),
		"docs/security.md": layersTable() + "\n" + longTable(),
	} {
		path := filepath.Join("..", "..", "..", filepath.FromSlash(page))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		before, rest, found := strings.Cut(string(text), systemsBegin)
		require.True(t, found, "%s: the line before the table is missing: %s", page, systemsBegin)
		_, after, found := strings.Cut(rest, systemsEnd)
		require.True(t, found, "%s: the line behind the table is missing: %s", page, systemsEnd)
		want := before + systemsBegin + "\n" + table + "\n" + systemsEnd + after
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
			continue
		}
		require.True(
			t, want == string(text),
			"%s: the table is older than the code; type: go test ./internal/process/sandbox -run Table -update", page)
		require.Contains(t, strings.Join(strings.Fields(string(text)), " "),
			strings.Join(strings.Fields(sandbox.StrangersRule), " "), "%s", page)
	}
}

// column is a system in a table.
type column struct {
	title string
	holds []sandbox.Layer
	// notes say by the name of what holds who has seen it on the real system, if not everybody can.
	notes map[string]string
}

// columns are the systems, each with what its probes find there.
func columns() []column {
	linux := capabilities.System{
		Layers: sandbox.LayersOf(true, false), CPUClock: true, CountsGroups: true, SeesMemory: true,
		SeesChildren: true,
	}
	bare := linux
	bare.Layers = sandbox.LayersOf(false, false)
	const untested, wine = "untested", "tested under Wine"
	return []column{
		{"Linux", linux.Promises(), nil},
		{"Linux without namespaces", bare.Promises(), nil},
		{
			"macOS", capabilities.System{CPUClock: true, SeesMemory: true, SeesChildren: true}.Promises(),
			map[string]string{capabilities.Memory: untested, capabilities.Children: untested, capabilities.CPUClock: untested},
		},
		{
			"Windows", capabilities.System{CPUClock: true, LimitsGroups: true, CountsGroups: true}.Promises(),
			map[string]string{
				capabilities.Memory: untested, capabilities.Children: "the end " + wine + ", the rest untested",
				capabilities.CPUClock: untested, capabilities.End: wine,
			},
		},
		{"`.wasm` on every system", []sandbox.Layer{
			{Name: capabilities.Files, On: true, Does: "only those in its own folder, to read"},
			{Name: capabilities.Network, On: true, Does: "there is no function for it"},
			{Name: capabilities.Memory, On: true, Does: "the runner limits it; exceeding it is a verdict"},
			{Name: capabilities.Children, On: true, Does: "there is no function for it"},
		}, nil},
	}
}

// noted is a cell with who has seen what it says.
func (c column) noted(name, cell string) string {
	if note := c.notes[name]; note != "" {
		return cell + " (" + note + ")"
	}
	return cell
}

// find returns what a system says of a row, or nil.
func (c column) find(name string) *sandbox.Layer {
	if i := slices.IndexFunc(c.holds, func(l sandbox.Layer) bool { return l.Name == name }); i >= 0 {
		return &c.holds[i]
	}
	return nil
}

func head(columns []string) string {
	return "| | " + strings.Join(columns, " | ") + " |\n|---" + strings.Repeat("|---", len(columns)) + "|\n"
}

// shortTable says of each system whether something holds, longTable how.
func shortTable() string {
	return rows(func(c column, l sandbox.Layer) string {
		if l.On {
			return c.noted(l.Name, "yes")
		}
		return "no"
	})
}

func longTable() string {
	return rows(func(c column, l sandbox.Layer) string {
		if l.On {
			return c.noted(l.Name, l.Does)
		}
		return "**no**: " + l.Detail
	})
}

func rows(cell func(column, sandbox.Layer) string) string {
	all := columns()
	titles := make([]string, len(all))
	for i, c := range all {
		titles[i] = c.title
	}
	text := head(titles)
	for _, row := range all[0].holds {
		text += "| " + row.Name
		for _, c := range all {
			said := "as for all bots of the system"
			if l := c.find(row.Name); l != nil {
				said = cell(c, *l)
			}
			text += " | " + said
		}
		text += " |\n"
	}
	return text
}

// layersTable says which layers of the sandbox there are.
func layersTable() string {
	text := head([]string{"Linux", "Linux without namespaces", "what it does"})
	user, root := sandbox.LayersOf(true, false), sandbox.LayersOf(true, true)
	bare, bareRoot := sandbox.LayersOf(false, false), sandbox.LayersOf(false, true)
	for i, l := range user {
		text += fmt.Sprintf("| %s | %s | %s | %s |\n", l.Name, state(l, root[i]), state(bare[i], bareRoot[i]), l.Does)
	}
	return text
}

// state says for whom a layer is on.
func state(user, root sandbox.Layer) string {
	switch {
	case user.On:
		return "on"
	case root.On:
		return "as root"
	case user.Strict:
		return "with `strict`"
	}
	return "off"
}

package capabilities_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/sandbox"
)

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
	require.NoError(t, err)
	return string(text)
}

// note is what a cell of a table says of who has seen it.
var note = regexp.MustCompile(` \([^()]*tested[^()]*\)$`)

// saidOf returns what a table of docs/security.md says of a system: a cell for each row, without notes.
func saidOf(t *testing.T, system string) map[string]string {
	t.Helper()
	said, at := make(map[string]string), -1
	for line := range strings.Lines(document(t, "docs/security.md")) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case at < 0 && strings.HasPrefix(line, "| | Linux |") && slices.Contains(cells, "macOS"):
			cells[len(cells)-1] = strings.TrimSuffix(cells[len(cells)-1], " |")
			at = slices.Index(cells, system)
			require.Positive(t, at, "no column for %s", system)
		case at < 0 || strings.HasPrefix(line, "|--"):
		case len(cells) == 1:
			return said // the end of the table
		default:
			said[strings.TrimPrefix(cells[0], "| ")] = note.ReplaceAllString(cells[at], "")
		}
	}
	require.FailNow(t, "there is no table of systems")
	return nil
}

// here returns what was found out about this system as it usually is, and its column in the tables.
func here(t *testing.T) (capabilities.System, string) {
	t.Helper()
	if title := map[string]string{"darwin": "macOS", "windows": "Windows"}[runtime.GOOS]; title != "" {
		return capabilities.Here(nil), title
	}
	confined, err := sandbox.New(sandbox.Usual())
	if err != nil || !confined.Confines() {
		t.Skipf("no table has this system: %v", err)
	}
	found := capabilities.Here(confined)
	if slices.ContainsFunc(found.Layers, func(l sandbox.Layer) bool { return l.Name == "namespaces" && l.On }) {
		return found, "Linux"
	}
	return found, "Linux without namespaces"
}

// TestThisSystemIsAsTheTablesSay: what probes find here is what docs/security.md promises on this system, word by word.
// docs/promises.md is made of the same.
func TestThisSystemIsAsTheTablesSay(t *testing.T) {
	found, title := here(t)
	said := saidOf(t, title)
	require.Len(t, said, len(found.Promises()))
	for _, l := range found.Promises() {
		want := l.Does
		if !l.On {
			want = "**no**: " + l.Detail
		}
		if l.Name == capabilities.CPUClock && onWine() {
			require.False(t, l.On, "Wine has no CPU times; what else it lacks it says it has")
			continue
		}
		require.Equal(t, want, said[l.Name], l.Name)
	}
}

// TestTheFirstPageSaysWhatTheTablesSay of systems where nothing confines bots.
func TestTheFirstPageSaysWhatTheTablesSay(t *testing.T) {
	first := strings.Join(strings.Fields(document(t, "README.md")), " ")
	require.Contains(t, first, "On Linux every bot is confined: it reaches neither your files nor the network. "+
		"On macOS and Windows that holds for `.wasm` files alone")
	for system, no := range map[string]bool{"Linux": false, "macOS": true, "Windows": true, "`.wasm` on every system": false} {
		said := saidOf(t, system)
		for _, name := range []string{capabilities.Files, capabilities.Network} {
			require.Equal(t, no, strings.HasPrefix(said[name], "**no**"), "%s, %s: %s", system, name, said[name])
		}
	}
	// The notes say so of each figure, as long as nobody has run a release there.
	untested := strings.Contains(document(t, "docs/security.md"), "(untested)")
	require.Equal(t, untested, strings.Contains(first, "no release has been tried on a real Mac or Windows machine yet"))
}

package similarity_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/league/similarity"
)

// TestSourcesOfAProgram are those of languages that are known, and nothing that tools, links or hidden files bring.
func TestSourcesOfAProgram(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{
		"bot.py", "help/a.js", "help/a.txt", ".hidden.py", ".git/x.py", "node_modules/x.js", "program", "other/b.SH",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(name), 0o600))
	}
	_ = os.Symlink("bot.py", filepath.Join(folder, "link.py")) // where links may be made
	got, err := similarity.Sources(folder)
	require.NoError(t, err)
	require.Equal(t, []similarity.File{
		{Name: "bot.py", Text: "bot.py"}, {Name: "help/a.js", Text: "help/a.js"}, {Name: "other/b.SH", Text: "other/b.SH"},
	}, got)
	got, err = similarity.Sources(filepath.Join(folder, "bot.py"))
	require.NoError(t, err)
	require.Equal(t, []similarity.File{{Name: "bot.py", Text: "bot.py"}}, got)
	_, err = similarity.Sources(filepath.Join(folder, "nothing"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestSourcesWithoutEndAreNotRead to the end, which is told.
func TestSourcesWithoutEndAreNotRead(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.py", "b.py", "c.py"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(strings.Repeat("x", 200_000)), 0o600))
	}
	got, err := similarity.Sources(folder)
	require.ErrorIs(t, err, similarity.ErrLarge)
	require.Len(t, got, 2)
	require.Len(t, got[0].Text+got[1].Text, 256<<10)
}

// TestSourcesOfEachLanguageAreKnown: what is read, and what is compiled here; all but archives and programs.
func TestSourcesOfEachLanguageAreKnown(t *testing.T) {
	for _, l := range language.All() {
		ends := slices.Concat(l.Sources, l.Headers)
		if l.Reader != nil {
			ends = append(ends, l.Endings...)
		}
		for _, end := range ends {
			if slices.Contains([]string{".jar", ".pyz", ".mod", ".sum"}, end) {
				continue
			}
			folder := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(folder, "x"+end), []byte("x"), 0o600))
			files, err := similarity.Sources(folder)
			require.NoError(t, err)
			require.Len(t, files, 1, "tokens.go does not say how %s looks", end)
		}
	}
}

package starter_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/starter"
)

func TestEveryLanguageHasABeginningForEveryGame(t *testing.T) {
	for _, language := range starter.Languages() {
		for _, game := range games.All() {
			dir := filepath.Join(t.TempDir(), "My Bot-2")
			files, err := starter.Write(dir, language, game)
			require.NoError(t, err, "%s %s", language, game.Info().Name)
			require.Contains(t, files, "README.md")
			for _, name := range files {
				text, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				require.NotEmpty(t, text, name)
				require.NotContains(t, string(text), "{{", name)
				require.NotContains(t, string(text), "<no value>", name)
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			require.NoError(t, err)
			require.Contains(t, string(readme), "arena play "+game.Info().Name+" . . . .\n")
			require.LessOrEqual(t, strings.Count(string(readme), "\n"), 10)
		}
	}
}

// The transcript is what a bot reads: the seat's own lines, ten rounds and the end.
func TestARecordedMatchComesWithABot(t *testing.T) {
	for _, game := range games.All() {
		dir := filepath.Join(t.TempDir(), "zorg")
		_, err := starter.Write(dir, "sh", game)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(dir, "match.in"))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), "match "+game.Info().Name+" "))
		require.Contains(t, string(text), "\nme 0\nname 0 zorg\n")
		require.Equal(t, 10, strings.Count(string(text), "\ngo "))
		require.True(t, strings.HasSuffix(string(text), "\nend\n"))
	}
}

func TestNothingIsWrittenOverWhatIsThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "zorg")
	require.NoError(t, os.Symlink("nowhere", dir))
	_, err := starter.Write(dir, "sh", games.All()[0])
	require.EqualError(t, err, dir+": there is one already")
	_, err = starter.Write(filepath.Join(dir, "x"), "cobol", games.All()[0])
	require.EqualError(t, err, "cobol: no such language")
	_, err = starter.Write(filepath.Join(t.TempDir(), "a", "b"), "sh", games.All()[0])
	require.NoError(t, err, "folders above are made")
}

// renamed is a game of somebody else, for which nobody has written a beginning.
type renamed struct{ engine.Game }

func (renamed) Info() engine.Info { return engine.Info{Name: "other", Title: "Other"} }

func TestAGameWithoutASchemaIsAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "zorg")
	_, err := starter.Write(dir, "sh", renamed{games.All()[0]})
	require.Error(t, err)
	require.NoDirExists(t, dir)
}

// What is written is one bot, and not several that arena would have to be told apart.
func TestTheFolderIsOneBot(t *testing.T) {
	for language, kind := range map[string]bots.Kind{"sh": bots.Described, "python": bots.Python, "js": bots.JavaScript} {
		dir := filepath.Join(t.TempDir(), "zorg")
		_, err := starter.Write(dir, language, games.All()[0])
		require.NoError(t, err)
		tools := t.TempDir()
		for _, tool := range []string{"sh", "python3", "node"} {
			require.NoError(t, os.Symlink("/bin/sh", filepath.Join(tools, tool)))
		}
		t.Setenv("PATH", tools)
		bot, err := bots.Finder{}.Find(t.Context(), dir)
		require.NoError(t, err)
		require.Equal(t, kind, bot.Kind)
		require.Equal(t, "zorg", bot.Name)
	}
}

package starter_test

import (
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/starter"
)

func TestEveryLanguageHasABeginningForEveryGame(t *testing.T) {
	for _, language := range starter.Languages() {
		for _, game := range games.All() {
			dir := filepath.Join(t.TempDir(), "My Bot-2")
			files, err := starter.Write(dir, language, game, nil)
			require.NoError(t, err, "%s %s", language, game.Info().Name)
			require.Contains(t, files, "README.md")
			for _, name := range files {
				text, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				require.NotEmpty(t, text, name)
				if strings.HasPrefix(name, "arena/") && language == "go" {
					continue // as in the source
				}
				// "{{" is also a type in JavaScript
				require.Empty(t, regexp.MustCompile(`\{\{(\.|if|range|else|end).*`).FindString(string(text)), name)
				require.NotContains(t, string(text), "<no value>", name)
				require.False(t, strings.HasSuffix(string(text), "\n\n"), "%s: %s", language, name)
				if strings.HasSuffix(name, ".go") {
					tidy, err := format.Source(text)
					require.NoError(t, err)
					require.Equal(t, string(tidy), string(text), name)
				}
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			require.NoError(t, err)
			require.Contains(t, string(readme), "arena play "+game.Info().Name+" . . . .\n")
			require.LessOrEqual(t, strings.Count(string(readme), "\n"), 16)
			require.Contains(t, string(readme), "RULES.md")
			rules, err := os.ReadFile(filepath.Join(dir, "RULES.md"))
			require.NoError(t, err)
			require.Equal(t, "# "+game.Info().Title+": the rules\n\n"+game.Guide(), string(rules))
		}
	}
}

// TestABotOfOneGameSaysSo, so that it is not asked to play others.
func TestABotOfOneGameSaysSo(t *testing.T) {
	for _, in := range language.Begun(false) {
		file := language.Named(in).Begin.Main
		for _, game := range games.All() {
			dir := filepath.Join(t.TempDir(), "zorg")
			_, err := starter.Write(dir, in, game, nil)
			require.NoError(t, err)
			text, err := os.ReadFile(filepath.Join(dir, file))
			require.NoError(t, err)
			said := regexp.MustCompile(`arena 1 games=[a-z]+:\d+`).FindString(string(text))
			hello, err := lines.ParseHello([]byte(said))
			require.NoError(t, err, "%s in %s", said, file)
			require.Equal(t, map[string]int{game.Info().Name: game.Info().Version}, hello.Games)
		}
	}
}

// TestGitIgnoresWhatBuildingLeaves, and nothing that belongs to the bot.
func TestGitIgnoresWhatBuildingLeaves(t *testing.T) {
	all := map[string]string{
		"go": "my-bot my-bot.exe", "python": "__pycache__/bot.pyc .venv/bin/python", "cpp": "bot", "js": "node_modules/x.js",
		"rust": "target/release/my_bot", "java": "classes/Bot.class", "sh": "",
	}
	require.ElementsMatch(t, starter.Languages(), slices.Collect(maps.Keys(all)))
	for language, left := range all {
		dir := filepath.Join(t.TempDir(), "my bot")
		files, err := starter.Write(dir, language, games.All()[0], nil)
		require.NoError(t, err)
		require.Contains(t, files, ".gitignore")
		git(t, dir, "init", "-q")
		ignored := append(strings.Fields(left), "matches/orkisland-1.arena")
		for _, name := range ignored {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		}
		git(t, dir, "add", ".")
		require.ElementsMatch(t, files, strings.Fields(git(t, dir, "ls-files")), language)
	}
}

// TestADebuggerStopsInTheBot as its README says.
func TestADebuggerStopsInTheBot(t *testing.T) {
	tier.Needs(t, "python3")
	for _, game := range games.All() {
		dir := filepath.Join(t.TempDir(), "zorg")
		_, err := starter.Write(dir, "python", game, nil)
		require.NoError(t, err)
		readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
		require.NoError(t, err)
		told := regexp.MustCompile("python3 (-m pdb .*?)  +stops in bot.py after `(.*)` and `(.*)`\n").FindStringSubmatch(
			string(readme))
		require.NotNil(t, told)
		command := exec.CommandContext(t.Context(), "python3", strings.Fields(told[1])...)
		command.Dir = dir
		command.Stdin = strings.NewReader(told[2] + "\n" + told[3] + "\np f'{s.round=}'\nimport os\nos._exit(0)\n")
		output, err := command.CombinedOutput()
		require.NoError(t, err, string(output))
		require.Contains(t, string(output), "s.round=0", game.Info().Name)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	tier.Needs(t, "git")
	command := exec.CommandContext(t.Context(), "git", args...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	require.NoError(t, err, string(output))
	return string(output)
}

// The transcript is what a bot reads: the seat's own lines, ten rounds and the end.
func TestARecordedMatchComesWithABot(t *testing.T) {
	for _, game := range games.All() {
		dir := filepath.Join(t.TempDir(), "zorg")
		_, err := starter.Write(dir, "sh", game, nil)
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
	_, err := starter.Write(dir, "sh", games.All()[0], nil)
	require.EqualError(t, err, dir+": there is one already")
	_, err = starter.Write(filepath.Join(dir, "x"), "cobol", games.All()[0], nil)
	require.EqualError(t, err, "cobol: no such language")
	_, err = starter.Write(filepath.Join(t.TempDir(), "a", "b"), "sh", games.All()[0], nil)
	require.NoError(t, err, "folders above are made")
}

// renamed is a game of somebody else, for which nobody has written a beginning.
type renamed struct{ engine.Game }

func (renamed) Info() engine.Info { return engine.Info{Name: "other", Title: "Other"} }

func TestAGameWithoutASchemaIsAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "zorg")
	_, err := starter.Write(dir, "sh", renamed{games.All()[0]}, nil)
	require.Error(t, err)
	require.NoDirExists(t, dir)
}

// What is written is one bot, and not several that arena would have to be told apart.
func TestTheFolderIsOneBot(t *testing.T) {
	for name, kind := range map[string]language.Kind{
		"sh": language.Described, "python": language.Python, "js": language.JavaScript,
	} {
		dir := filepath.Join(t.TempDir(), "zorg")
		_, err := starter.Write(dir, name, games.All()[0], nil)
		require.NoError(t, err)
		tools := t.TempDir()
		for _, tool := range []string{"sh", "python3", "node"} {
			require.NoError(t, os.Symlink("/bin/sh", filepath.Join(tools, tool)))
		}
		t.Setenv("PATH", tools)
		bot, err := find.Finder{}.Find(t.Context(), dir)
		require.NoError(t, err)
		require.Equal(t, kind, bot.Kind)
		require.Equal(t, "zorg", bot.Name)
	}
}

// TestABotInGoIsAModuleOfItsOwn, unless it is in one that knows the arena.
func TestABotInGoIsAModuleOfItsOwn(t *testing.T) {
	game := games.All()[0]
	dir := t.TempDir()
	begin := func(name string) []string {
		t.Helper()
		files, err := starter.Write(filepath.Join(dir, name), "go", game, nil)
		require.NoError(t, err)
		return files
	}
	require.Contains(t, begin("zorg"), "arena/sdk/play.go")
	write := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600))
	}
	write("module other\n\ngo 1.26\n")
	require.Contains(t, begin("a/b"), "go.mod", "Go would not find the arena")
	write("module mine\n\ngo 1.26\n\nrequire github.com/botarena/arena v1.2.3\n")
	require.Equal(t, []string{".gitignore", "README.md", "RULES.md", "main.go", "main_test.go"}, begin("a/c"))
	write("module github.com/botarena/arena\n")
	require.NotContains(t, begin("a/d"), "go.mod")
	write("model x\n")
	_, err := starter.Write(filepath.Join(dir, "e"), "go", game, nil)
	require.NoError(t, err, "an old go.mod with other words")
	write("module \"\n")
	_, err = starter.Write(filepath.Join(dir, "f"), "go", game, nil)
	require.ErrorContains(t, err, "go.mod:1:9: ")
	require.NoDirExists(t, filepath.Join(dir, "f"))
}

// TestABotInGoOfAnothersGameIsInItsModule: nowhere else would it build.
func TestABotInGoOfAnothersGameIsInItsModule(t *testing.T) {
	before := sdks.Sources
	sdks.Sources = fstest.MapFS{}
	t.Cleanup(func() { sdks.Sources = before })
	dir := filepath.Join(t.TempDir(), "zorg")
	_, err := starter.Write(dir, "go", duel.Game, nil)
	require.EqualError(t, err, "duel: its bots in Go are in the module of the game, "+
		"github.com/botarena/arena/engine/enginetest/duel")
	require.NoDirExists(t, dir)
}

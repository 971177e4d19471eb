package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// TestReadmeIsTrue compiles the program in the README.
func TestReadmeIsTrue(t *testing.T) {
	tier.Long(t, "compiles a program")
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	require.Len(t, programs, 1)
	compile(t, programs[0][1])
}

// TestCommandsForTheOriginalsPlayersRun types what the pages for players of the originals
// show, but for what a shell does.
func TestCommandsForTheOriginalsPlayersRun(t *testing.T) {
	tier.Long(t, "compiles bots in C++")
	t.Setenv("CXX", testkit.PlayerCompiler(t))
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	page, err := os.ReadFile("../../docs/originals.md")
	require.NoError(t, err)
	habits := string(page)
	classic, err := os.ReadFile("../../sdk/cpp/classic/README.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(filepath.Join(root, "examples"), "examples"))
	t.Setenv("ARENA_BOTS", "examples/classic/orkisland")

	board := regexp.MustCompile(`(?m)^    arena (board .*) > (.*)$`).FindStringSubmatch(habits)
	require.NotNil(t, board)
	require.NoError(t, os.WriteFile(board[2], []byte(arena(t, strings.Fields(board[1])...)), 0o600))
	plays := regexp.MustCompile(`(?m)^    arena (play [^<>\n]*)$`).FindAllStringSubmatch(habits+string(classic), -1)
	require.Len(t, plays, 5)
	for _, play := range plays {
		require.Contains(t, arena(t, strings.Fields(play[1])...), "Demo (seat 1)", play[1])
	}
}

// TestProgramsInTheDocsCompile compiles the bots that are shown there.
func TestProgramsInTheDocsCompile(t *testing.T) {
	tier.Long(t, "compiles many programs")
	docs, err := filepath.Glob("../../docs/games/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		programs := goPrograms(text)
		require.NotEmpty(t, programs, doc)
		for _, p := range programs {
			compile(t, p[1])
		}
	}
}

// TestPicturesInTheDocsAreThere, and are small enough for a page that loads at once.
func TestPicturesInTheDocsAreThere(t *testing.T) {
	docs, err := filepath.Glob("../../docs/games/*.md")
	require.NoError(t, err)
	for _, doc := range append(docs, "../../README.md", "../../docs/tutorial.md") {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		pictures := regexp.MustCompile(`!\[([^]]*)\]\(([^)]+)\)`).FindAllSubmatch(text, -1)
		require.NotEmpty(t, pictures, doc)
		for _, p := range pictures {
			require.NotEmpty(t, string(p[1]), "%s: %s says nothing to who can't see it", doc, p[2])
			file, err := os.Stat(filepath.Join(filepath.Dir(doc), string(p[2])))
			require.NoError(t, err, doc)
			require.LessOrEqual(t, file.Size(), int64(150<<10), file.Name())
		}
	}
}

func goPrograms(markdown []byte) [][]string {
	return regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindAllStringSubmatch(string(markdown), -1)
}

// compile compiles a program of one file in this module. It links nothing, which would
// take seconds for each.
func compile(t *testing.T, source string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	vet := exec.Command("go", "vet", file)
	vet.Dir = "../.."
	output, err := vet.CombinedOutput()
	require.NoError(t, err, string(output))
}

package starter_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/starter"
)

// TestANewGameIsWholeAndHasItsOwnName, where its units fight a duel as before.
func TestANewGameIsWholeAndHasItsOwnName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "rally2")
	clone, err := filepath.Abs("../../..")
	require.NoError(t, err)
	files, err := starter.WriteGame(dir, clone)
	require.NoError(t, err)
	for _, name := range []string{
		"README.md", ".gitignore", "go.mod", "go.sum", "main.go", "bots/random/main.go", "rally2/game.go",
		"rally2/rally2_test.go", "proto/rally2/v1/rally2.proto", "proto/rally2/v1/rally2.pb.go",
	} {
		require.Contains(t, files, name)
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		words := strings.NewReplacer("a duel", "", "tellDuel", "", "it is Duel", "").Replace(string(text))
		require.NotRegexp(t, `[dD]uel|\{\{\.`, words, name)
		require.NotContains(t, words, "proto/arena/rally2")
	}
	code, err := os.ReadFile(filepath.Join(dir, "rally2/wire.go"))
	require.NoError(t, err)
	tidy, err := format.Source(code)
	require.NoError(t, err)
	require.Equal(t, string(tidy), string(code))
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(readme), "\n"), 12)
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	require.Contains(t, string(module), "module example.com/rally2\n")
	near, err := filepath.Rel(dir, clone)
	require.NoError(t, err)
	require.Contains(t, string(module), "replace github.com/botarena/arena => "+filepath.ToSlash(near)+"\n")
}

// TestTheSchemaOfANewGameIsThatOfItsText: generated again, it says the same, with comments.
func TestTheSchemaOfANewGameIsThatOfItsText(t *testing.T) {
	tier.Night(t, "builds a game in a module of its own twice; the root's tests do once")
	dir := filepath.Join(t.TempDir(), "rally2")
	_, err := starter.WriteGame(dir, "../../..")
	require.NoError(t, err)
	run := func(args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, out)
	}
	run("test", "./rally2")
	schema := filepath.Join(dir, "proto/rally2/v1/rally2.pb.go")
	require.NoError(t, os.Remove(schema))
	run("generate", ".")
	require.FileExists(t, schema)
	run("vet", "./...")
	run("test", "./...")
}

func TestANameThatNoGameCanHaveIsRefused(t *testing.T) {
	for _, name := range []string{"Tron", "2048", "tron-2", "func", "main", "proto", "arena", "x_y", "games.game"} {
		dir := filepath.Join(t.TempDir(), name)
		_, err := starter.WriteGame(dir, "")
		require.EqualError(t, err, name+": no name for a game")
		require.NoDirExists(t, dir)
	}
	dir := filepath.Join(t.TempDir(), "tron")
	require.NoError(t, os.Symlink("nowhere", dir))
	_, err := starter.WriteGame(dir, "")
	require.EqualError(t, err, dir+": there is one already")
}

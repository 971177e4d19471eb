package find_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/sdk/js"
)

// A copy is whole, but for what is hidden, names its own files, and stays as it is.
func TestACopyStaysAsItIs(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"zorg/bot.sh": "echo arena 1\n", "zorg/data/table.txt": "1", "zorg/.git/index": ""})
	found, err := find.Finder{}.Find(t.Context(), "zorg")
	require.NoError(t, err)
	into := filepath.Join(t.TempDir(), "1")
	copied, err := found.Copy(into)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("zorg/bot.sh", []byte("changed"), 0o600))

	folder := filepath.Join(into, "zorg")
	require.Equal(t, folder, copied.Command.Path)
	require.Equal(t, []string{found.Command.Args[0], filepath.Join(folder, "bot.sh")}, copied.Command.Args)
	require.Contains(t, copied.Command.Env, "ARENA_BOT_DIR="+folder)
	require.Equal(t, found.SHA256, copied.SHA256)
	requireDifference(t, "", copied)
	requireDifference(t, "bot.sh has changed", found)
	late, err := found.Copy(filepath.Join(t.TempDir(), "2"))
	require.NoError(t, err)
	requireDifference(t, "bot.sh has changed", late)
	script, err := os.ReadFile(filepath.Join(folder, "bot.sh"))
	require.NoError(t, err)
	require.Equal(t, "echo arena 1\n", string(script))
	require.FileExists(t, filepath.Join(folder, "data", "table.txt"))
	require.NoDirExists(t, filepath.Join(folder, ".git"))
}

func requireDifference(t *testing.T, want string, b find.Bot) {
	t.Helper()
	difference, err := b.Command.Hashed.Difference()
	require.NoError(t, err)
	require.Equal(t, want, difference)
}

func TestACopyOfAFileHasItsSDK(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"zorg.sh": "echo arena 1\n", "arena.sh": "", "arena.db": "", "other.sh": ""})
	found, err := find.Finder{}.Find(t.Context(), "zorg.sh")
	require.NoError(t, err)
	into := t.TempDir()
	copied, err := found.Copy(into)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(into, "zorg.sh"), copied.Command.Args[1])
	require.FileExists(t, filepath.Join(into, "arena.sh"))
	require.NoFileExists(t, filepath.Join(into, "other.sh"))
	require.NoFileExists(t, filepath.Join(into, "arena.db"), "the results of matches are not for bots")
}

func TestACopyOfAFileHasTheFolderOfItsSDK(t *testing.T) {
	tier.Needs(t, "node")
	core, err := js.Files.ReadFile("arena/core.mjs")
	require.NoError(t, err)
	inFolder(t, map[string]string{
		"zorg.mjs": "import './arena/core.mjs';\n", "arena/core.mjs": string(core), "arena/key.pem": "secret",
	})
	found, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), "zorg.mjs")
	require.NoError(t, err)
	into := t.TempDir()
	_, err = found.Copy(into)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(into, "arena", "core.mjs"))
	require.NoFileExists(t, filepath.Join(into, "arena", "key.pem"))
}

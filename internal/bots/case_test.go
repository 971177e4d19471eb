package bots_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bots"
)

func TestTheCaseOfANameInTheBotsFolderMayDiffer(t *testing.T) {
	inFolder(t, map[string]string{"bots/demo": "1", "bots/Null": "2", "bots/null": "3", "bots/.hidden": "4", "other/demo": "5"})
	if same, _ := os.ReadDir("bots"); len(same) < 4 {
		t.Skip("this file system takes Null and null for one name")
	}
	finder := bots.Finder{Dir: "bots", Cache: t.TempDir()}
	for typed, want := range map[string]string{"demo": "demo", "Demo": "demo", "DEMO": "demo", "Null": "Null", "null": "null"} {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, typed, bot.Typed)
		text, err := os.ReadFile(filepath.Join("bots", want))
		require.NoError(t, err)
		require.Equal(t, sha256.Sum256(text), bot.SHA256)
		require.Equal(t, want, bot.Name)
	}
	for typed, want := range map[string]string{
		"NULL":       "NULL: can be any of several in bots, which differ only in capital letters",
		".HIDDEN":    ".HIDDEN: no such file or folder here or in bots",
		"other/Demo": "other/Demo: no such file or folder",
		"bots/Demo":  "bots/Demo: no such file or folder",
	} {
		_, err := finder.Find(t.Context(), typed)
		require.EqualError(t, err, want)
	}
	require.NoError(t, os.Symlink("nothing", "Gone"))
	_, err := bots.Finder{Dir: "."}.Find(t.Context(), "gone")
	require.EqualError(t, err, "gone: no such file or folder here or in .")
	_, err = finder.Find(t.Context(), "NULL")
	told := new(bots.Error)
	require.ErrorAs(t, err, &told)
	require.Equal(t, "type one of Null null", told.Hint())
	require.NoError(t, os.WriteFile("NULL", nil, 0o700)) // a file of this very name comes first
	bot, err := finder.Find(t.Context(), "NULL")
	require.NoError(t, err)
	require.Equal(t, "NULL", bot.Name)
}

package find_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/integration/systest"
)

// TestALinkOutOfABotsFolderIsNotRead: its author can have made it, to whatever the user has.
func TestALinkOutOfABotsFolderIsNotRead(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"main.py": {}, "main.sh": {}, "bot.txt": {},
		"params.json": {"bot/main.py": ""},
		"notes":       {"bot/bot.txt": "run python3 notes\n"},
		"tool":        {"bot/bot.txt": "run ./tool\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files["key"] = "SECRET"
			inFolder(t, files)
			onlyTools(t, "python3", "sh")
			require.NoError(t, os.Chmod("key", 0o700)) //nolint:gosec // it could be started
			require.NoError(t, os.MkdirAll("bot", 0o755))
			require.NoError(t, os.Symlink("../key", filepath.Join("bot", name)))
			isOpened := systest.Opened(t, "key")
			_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.Find(t.Context(), "./bot")
			require.ErrorContains(t, err, "a link out of its folder")
			require.False(t, isOpened(), "it was read")
			_, err = os.ReadFile("key")
			require.NoError(t, err)
			require.True(t, isOpened(), "the test sees nothing")
		})
	}
}

// TestALinkWithinABotsFolderIsFollowed, and so is one beside a bot of one file to where that leads.
func TestALinkWithinABotsFolderIsFollowed(t *testing.T) {
	const spread = params.Example
	inFolder(t, map[string]string{
		"bot/other.py": "", "bot/known.json": spread, "real/x.py": "", "real/x.params.json": spread,
	})
	onlyTools(t, "python3")
	for link, to := range map[string]string{
		"bot/main.py": "other.py", "bot/params.json": "known.json", "x.py": "real/x.py",
		"x.params.json": "real/x.params.json", "linked": "bot",
	} {
		require.NoError(t, os.Symlink(to, link))
	}
	for _, typed := range []string{"./bot", "./linked", "./x.py"} {
		found, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.NotNil(t, found.Parameters, typed)
	}
}

func TestABotTxtThatHasNoEndIsNotRead(t *testing.T) {
	inFolder(t, map[string]string{"bot/main.py": ""})
	require.NoError(t, os.Symlink("/dev/zero", "bot/bot.txt"))
	_, err := find.Finder{}.Find(t.Context(), "bot")
	require.EqualError(t, err, "bot: bot.txt in it is a link out of its folder")
}

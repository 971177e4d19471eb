package said

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

func TestAFileThatABotDidNotFindIsShownToBeThere(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"main.py", "zorg.mjs", "weights.txt", "data/book.bin", "helper.py", "README"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	const below = " is in the bot's folder, where no bot starts: open it below the folder that ARENA_BOT_DIR names"
	const beside = " is beside it, which a bot of one file does not see: "
	const alone = "type its folder, and not the file"
	main, zorg := "main.py", "zorg.mjs"
	for _, c := range []struct {
		bot, said, want string
	}{
		{
			"", "FileNotFoundError: [Errno 2] No such file or directory: 'weights.txt', in <module> at main.py:2",
			"weights.txt" + below,
		},
		{"", "Error: ENOENT: no such file or directory, open './data/book.bin'", "./data/book.bin" + below},
		{"", "sh: 1: cannot open weights.txt: No such file", "weights.txt" + below},
		{"", "could not read weights.txt.", "weights.txt" + below},
		{"", "FileNotFoundError: [Errno 2] No such file or directory: 'other.txt', in <module> at main.py:2", ""},
		{"", "ValueError: weights.txt has 3 rows", ""},
		{"", "cannot go on: main.py is too old", ""},
		{"", "cannot open /etc/weights.txt", ""},
		{"", "cannot open ../weights.txt", ""},
		{"", "cannot read data", ""},
		{"", "ModuleNotFoundError: No module named 'helper', in <module> at main.py:1", ""},
		{main, "ModuleNotFoundError: No module named 'helper', in <module> at main.py:1", "helper.py" + beside + alone},
		{main, "ModuleNotFoundError: No module named 'data.book'", "data" + beside + alone},
		{main, "ModuleNotFoundError: No module named 'numpy'", ""},
		{main, "FileNotFoundError: No such file or directory: 'weights.txt'", "weights.txt" + beside + alone},
		{
			zorg, "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/bot/helper.py' imported from /bot/zorg.mjs",
			"helper.py" + beside + "have both in a folder, this one as main.mjs, and type the folder",
		},
	} {
		path := filepath.Join(folder, c.bot)
		command := executable.Command{Path: path, Args: []string{"/usr/bin/python3", filepath.Join(folder, "main.py")}}
		require.Equal(t, c.want, LostFile(command, true, c.said), c.said)
		if c.bot != "" {
			command.Called = "zorg"
			require.Empty(t, LostFile(command, true, c.said), "who calls it otherwise has no folder")
			command.Called = ""
			require.NotContains(t, LostFile(command, false, c.said), beside, "it sees all that the user does")
		}
	}
	require.Empty(t, LostFile(executable.Command{Path: filepath.Join(folder, "none")}, true, "cannot open weights.txt"))
}

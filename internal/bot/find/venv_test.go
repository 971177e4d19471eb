//go:build unix

package find_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
)

// TestAVirtualEnvironmentIsNoLink: a stranger's bot could come with one to a folder of the user's,
// and the bot sees its environment.
func TestAVirtualEnvironmentIsNoLink(t *testing.T) {
	for name, links := range map[string]map[string]string{
		"":            {},
		"a program":   {".venv/bin/python": "HOME/project/bin/python"}, // which the sandbox decides on
		".venv":       {".venv": "HOME/project"},
		".venv/bin":   {".venv/bin": "HOME/project/bin"},
		"nowhere":     {".venv": "HOME/nowhere"},
		"another one": {"venv": "HOME/project"},
	} {
		for typed, folder := range map[string]string{"x.py": ".", "bot": "bot"} {
			t.Run(name+" "+typed, func(t *testing.T) {
				inFolder(t, map[string]string{"x.py": "", "bot/main.py": ""})
				onlyTools(t, "python3")
				home := t.TempDir()
				require.NoError(t, os.MkdirAll(filepath.Join(home, "project", "bin"), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(home, "project", "bin", "python"), nil, 0o755)) //nolint:gosec // a program
				for at, to := range links {
					at = filepath.Join(folder, at)
					require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
					require.NoError(t, os.Symlink(filepath.Join(home, to[len("HOME/"):]), at))
				}
				found, err := find.Finder{
					Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots",
				}.Find(t.Context(), typed)
				if name != ".venv" && name != ".venv/bin" {
					require.NoError(t, err)
					require.Equal(t, name == "a program", filepath.Base(found.Command.Args[0]) == "python")
					return
				}
				var refused *unfit.Error
				require.ErrorAs(t, err, &refused)
				require.Contains(t, err.Error(), filepath.Join(folder, name)+" is a link")
				require.Contains(t, refused.Hint(), "python3 -m venv "+filepath.Join(folder, ".venv"))
			})
		}
	}
}

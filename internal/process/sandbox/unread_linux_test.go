//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/integration/systest"
)

// TestNothingIsReadBeforeItIsJudged: a stranger's bot may have a link to a file of the user's, or
// name it in a first line, in each place in which the arena looks for what starts it.
func TestNothingIsReadBeforeItIsJudged(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		bot   string
		args  []string // that start it
	}{
		"python beside a file": {
			map[string]string{"x.py": "", ".venv/bin/python": "-> ../../home/key"}, "x.py", []string{".venv/bin/python", "x.py"},
		},
		"python in a folder": {
			map[string]string{"bot/main.py": "", "bot/.venv/bin/python": "-> ../../../home/key"},
			"bot",
			[]string{"bot/.venv/bin/python", "bot/main.py"},
		},
		"an environment": {
			map[string]string{"x.py": "", ".venv": "-> home"}, "x.py", []string{".venv/key", "x.py"},
		},
		"a program":    {map[string]string{"bot/run": "-> ../home/key"}, "bot", []string{"bot/run"}},
		"a first line": {map[string]string{"bot/run": "#!HOME/key\n"}, "bot", []string{"bot/run"}},
		"that of a file": {
			map[string]string{"run": "#!HOME/key\n"}, "run", []string{"run"},
		},
		"the second one": {
			map[string]string{"bot/run": "#!HOME/../bot/second\n", "bot/second": "#!HOME/key\n"}, "bot", []string{"bot/run"},
		},
		"by env": {
			map[string]string{"bot/run": "#!/usr/bin/env key\n", "bot/key": "-> ../home/key"}, "bot", []string{"bot/run"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["home/key"] = "SECRET"
			top := folderOf(t, c.files)
			for file, text := range c.files {
				if after, is := strings.CutPrefix(text, "#!HOME"); is {
					require.NoError(t, os.WriteFile(filepath.Join(top, file), []byte("#!"+top+"/home"+after), 0o600))
				}
			}
			key := filepath.Join(top, "home", "key")
			require.NoError(t, os.Chmod(key, 0o700)) //nolint:gosec // it could be started
			t.Setenv("HOME", filepath.Join(top, "home"))
			var args []string
			for _, arg := range c.args {
				args = append(args, filepath.Join(top, arg))
			}
			command := &exec.Cmd{Path: args[0], Args: args, Env: []string{"PATH=" + filepath.Dir(args[0]) + ":/usr/bin:/bin"}}
			isOpened := systest.Opened(t, key)
			_, err := needsOf(command, filepath.Join(top, c.bot), true)
			require.ErrorAs(t, err, new(*InterpreterError))
			require.False(t, isOpened(), "it was read before it was refused")
			_, err = os.ReadFile(key)
			require.NoError(t, err)
			require.True(t, isOpened(), "the test sees nothing")
		})
	}
}

// TestAPipeIsNoProgram: nobody may ever write to it, and whoever opens it waits.
func TestAPipeIsNoProgram(t *testing.T) {
	top := folderOf(t, map[string]string{"bot/main.py": ""})
	pipe := filepath.Join(top, "bot", "run")
	require.NoError(t, unix.Mkfifo(pipe, 0o700))
	_, err := needsOf(&exec.Cmd{Path: pipe, Args: []string{pipe}}, filepath.Join(top, "bot"), true)
	require.ErrorIs(t, err, unix.EACCES)
}

package executable_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/sdk/js"
	"github.com/botarena/arena/sdk/python"
)

// TestOnlyAnSDKIsBesideAScript: a folder that is called arena for another reason is nobody's SDK.
func TestOnlyAnSDKIsBesideAScript(t *testing.T) {
	init, err := python.Files.ReadFile("arena/__init__.py")
	require.NoError(t, err)
	core, err := js.Files.ReadFile("arena/core.mjs")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"Python": {
			map[string]string{"__init__.py": string(init), "tron.py": "", "key.pem": "secret"},
			"__init__.py tron.py",
		},
		"JavaScript": {map[string]string{
			"core.mjs": string(core), "tron.mjs": "", "tron.d.mts": "",
			".env.mjs/x": "",
		}, "core.mjs tron.d.mts tron.mjs"},
		"somebody's own":               {map[string]string{"__init__.py": "SECRET = 1\n", "tron.py": ""}, ""},
		"one with no start":            {map[string]string{"tron.py": string(init)}, ""},
		"one with a short __init__.py": {map[string]string{"__init__.py": `"""`}, ""},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			path := filepath.Join(dir, "arena", file)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		var names []string
		for _, path := range executable.SDKBeside(filepath.Join(dir, "bot.py")) {
			require.Equal(t, filepath.Join(dir, "arena"), filepath.Dir(path))
			names = append(names, filepath.Base(path))
		}
		require.Equal(t, c.want, strings.Join(names, " "), name)
	}
}

// TestALinkIsNoSDK: what it leads to came from somewhere else.
func TestALinkIsNoSDK(t *testing.T) {
	dir := t.TempDir()
	init, err := python.Files.ReadFile("arena/__init__.py")
	require.NoError(t, err)
	real := filepath.Join(dir, "real")
	require.NoError(t, os.Mkdir(real, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(real, "__init__.py"), init, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret.py"), nil, 0o600))
	if err := os.Symlink(filepath.Join(dir, "secret.py"), filepath.Join(real, "leak.py")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	for folder, want := range map[string]int{"linked": 0, "copied": 1, "linkedInit": 0} {
		beside := filepath.Join(dir, folder)
		require.NoError(t, os.Mkdir(beside, 0o700))
		at := filepath.Join(beside, "arena")
		switch folder {
		case "linked":
			require.NoError(t, os.Symlink(real, at))
		case "copied":
			require.NoError(t, os.Rename(real, at))
			real = at
		case "linkedInit":
			require.NoError(t, os.Mkdir(at, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(at, "own.py"), nil, 0o600))
			require.NoError(t, os.Symlink(filepath.Join(real, "__init__.py"), filepath.Join(at, "__init__.py")))
		}
		require.Len(t, executable.SDKBeside(filepath.Join(beside, "bot.py")), want, folder)
	}
}

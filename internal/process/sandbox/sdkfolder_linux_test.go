//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheFolderOfAnSDKIsBesideABotOfOneFile: its modules are shown, and nothing else of a folder
// that has its name.
func TestTheFolderOfAnSDKIsBesideABotOfOneFile(t *testing.T) {
	const mark = `"""Bots in Python for the games of the arena"""` + "\n"
	const reader = `
import os, sys
for name in ("__init__.py", "tron.py", "key.pem", "home.py/project/README"):
    try: open(os.path.join(os.path.dirname(sys.argv[0]), "arena", name)).read(); print(name)
    except OSError: pass
`
	for way, s := range ways(t) {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			sdk := filepath.Join(w.bots, "with", "arena")
			w.write(sdk+"/__init__.py", mark)
			w.write(sdk+"/tron.py", "")
			w.write(sdk+"/key.pem", "secret")
			w.link(w.home, sdk+"/home.py")
			w.write(w.bots+"/own/arena/__init__.py", "SECRET = 1\n")
			w.write(w.bots+"/own/arena/key.pem", "secret")
			for folder, want := range map[string]string{"with": "__init__.py\ntron.py\n", "own": ""} {
				bot := filepath.Join(w.bots, folder, "x.py")
				w.write(bot, reader)
				output, err := w.play(s, bot, "", nil, w.python, "-u", bot)
				require.NoError(t, err, output)
				require.Equal(t, want, output)
			}
		})
	}
}

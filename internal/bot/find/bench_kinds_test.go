//go:build unix

package find_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// BenchmarkStartOfKinds starts a bot of each kind that reads files of its own, and closes it.
func BenchmarkStartOfKinds(b *testing.B) {
	const (
		python = "print('arena 1', flush=True)\nimport sys\nsys.stdin.read()\n"
		sdk    = "import arena, random, json\n" + python
		shell  = "echo arena 1\nread -r line\n"
		node   = "console.log('arena 1'); process.stdin.resume();\n"
	)
	for _, kind := range []struct{ typed, file, text string }{
		{"x.sh", "x.sh", shell},
		{"shell", "shell/main.sh", shell},
		{"x.py", "x.py", python},
		{"python", "python/main.py", python},
		{"sdk.py", "sdk.py", sdk},
		{"x.mjs", "x.mjs", node},
	} {
		b.Run(kind.typed, func(b *testing.B) {
			dir := b.TempDir()
			for path := dir; path != os.TempDir() && path != "/"; path = filepath.Dir(path) {
				require.NoError(b, os.Chmod(path, 0o755)) //nolint:gosec // for the user that a bot becomes
			}
			file := filepath.Join(dir, kind.file)
			require.NoError(b, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(b, os.WriteFile(file, []byte(kind.text), 0o644)) //nolint:gosec // likewise
			found, err := find.Finder{
				Builder: build.Builder{Cache: filepath.Join(dir, "cache")}, Dir: dir,
			}.Find(b.Context(),
				filepath.Join(dir, kind.typed))
			if err != nil {
				b.Skip(err)
			}
			usual, err := sandbox.New(sandbox.Usual())
			require.NoError(b, err)
			o := host.Options{Limits: host.DefaultLimits(), Sandbox: usual}
			for b.Loop() {
				processes, err := host.StartAll(b.Context(), []executable.Command{found.Command}, o)
				require.NoError(b, err)
				b.StopTimer()
				host.CloseAll(processes)
				b.StartTimer()
			}
		})
	}
}

package remote

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league/wire"
)

// TestPlayerBuildsNothing of what a league sends, and compiles no module but the one of the match.
func TestPlayerBuildsNothing(t *testing.T) {
	tier.Needs(t, "sh")
	pwned := filepath.Join(t.TempDir(), "PWNED")
	const another, unbuilt = "what was fetched is another program",
		"would have to be built, and the bots of others are not"
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"line": {
			map[string]string{"bot.txt": "build touch " + pwned + "\nrun sh main.sh\n", "main.sh": "exit\n"},
			another,
		},
		"module": {map[string]string{"main.wasm": "\x00asm\x01\x00\x00\x00\xff"}, another},
		"sources": {
			map[string]string{"main.go": "package main\n\nfunc main() {}\n", "go.mod": "module x\n\ngo 1.21\n"},
			unbuilt,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, folder := newPlayer(t), t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(folder, "zorg"), 0o700))
			for path, text := range test.files {
				require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg", path), []byte(text), 0o600))
			}
			var packed writes
			archive, err := packFolder(folder, "zorg", &packed)
			require.NoError(t, err)
			sent := blobs{wire.Digest(archive): packed}
			_, err = p.bring(t.Context(), "orkisland", seat{Name: "zorg", Program: [32]byte{1}, Archive: archive, Path: "zorg"},
				sent.fetch)
			require.ErrorContains(t, err, test.want)
			require.NoFileExists(t, pwned)
		})
	}
}

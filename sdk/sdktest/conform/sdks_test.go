package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/bot/sdkgen"
)

// sdkWith returns a folder with the SDKs of the arena and the modules of more games.
func sdkWith(t *testing.T, more ...*sdkgen.Game) string {
	t.Helper()
	folder := t.TempDir()
	fillSDK(t, folder, more...)
	return folder
}

func fillSDK(t *testing.T, folder string, more ...*sdkgen.Game) {
	t.Helper()
	for _, language := range sdkgen.Languages() {
		inside := filepath.Join(language, "arena")
		require.NoError(t, os.CopyFS(filepath.Join(folder, inside), os.DirFS(filepath.Join(root, "sdk", inside))))
	}
	for _, game := range more {
		files, err := game.Files()
		require.NoError(t, err)
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(text), 0o600))
		}
	}
}

// sdkOfAll returns one with all games of the tests, of which duel does not come with the arena.
func sdkOfAll(t *testing.T) string {
	t.Helper()
	folder := kept(t, "sdk")
	if found, err := os.ReadDir(folder); err == nil && len(found) == 0 {
		fillSDK(t, folder, described(t, duel.Game))
	}
	return folder
}

func described(t *testing.T, game engine.Game) *sdkgen.Game {
	t.Helper()
	found, err := sdkgen.Describe(game, nil)
	require.NoError(t, err)
	return found
}

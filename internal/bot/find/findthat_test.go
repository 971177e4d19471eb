package find_test

import (
	"crypto/sha256"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
)

// TestNoOtherModuleIsCompiled: of a module that a file names, nothing is looked at before its checksum.
func TestNoOtherModuleIsCompiled(t *testing.T) {
	tier.Needs(t, "sh")
	const unfit = "\x00asm\x01\x00\x00\x00\xff"
	inFolder(t, map[string]string{"bots/x.wasm": unfit, "bots/deep/main.wasm": unfit, "bots/script.sh": "exit\n"})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Unbuilt: true}, Dir: "bots", Inside: true}
	for _, name := range []string{"x.wasm", "deep"} {
		finder.Cache = t.TempDir()
		found, err := finder.FindThat(t.Context(), name, [32]byte{1})
		require.NoError(t, err, "nothing of it was read but its sum")
		require.NotEqual(t, [32]byte{1}, found.SHA256)
		require.Empty(t, found.Command.Args, "it can't be started")
		require.NoDirExists(t, filepath.Join(finder.Cache, "wasm"))

		_, err = finder.FindThat(t.Context(), name, found.SHA256)
		require.Error(t, err, "that one is compiled, and unfit")
		_, err = finder.Find(t.Context(), name)
		require.Error(t, err)
	}
	found, err := finder.FindThat(t.Context(), "script.sh", sha256.Sum256([]byte("exit\n")))
	require.NoError(t, err)
	require.NotEmpty(t, found.Command.Args)
}

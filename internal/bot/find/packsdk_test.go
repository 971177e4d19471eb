package find_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/sdk/js"
)

// TestTheSDKBesideAFileIsPackedWithIt, and not what else is called arena.
func TestTheSDKBesideAFileIsPackedWithIt(t *testing.T) {
	core, err := js.Files.ReadFile("arena/core.mjs")
	require.NoError(t, err)
	inFolder(t, map[string]string{
		"a/x.mjs": "", "a/rival.mjs": "", "a/arena/core.mjs": string(core), "a/arena/tron.mjs": "",
		"a/arena/key.pem": "secret",
		"b/x.mjs":         "", "b/arena/core.mjs": "own code", "b/arena/key.pem": "secret",
	})
	for typed, want := range map[string]string{"a/x.mjs": "arena/core.mjs arena/tron.mjs x.mjs", "b/x.mjs": "x.mjs"} {
		packed, err := find.Finder{}.Pack(t.Context(), typed, "x", find.Packing{})
		require.NoError(t, err)
		var paths []string
		for _, c := range packed.Contents {
			paths = append(paths, c.Path)
		}
		require.Equal(t, want, strings.Join(paths, " "))
	}
}

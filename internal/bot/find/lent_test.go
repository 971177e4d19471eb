package find_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
)

// TestAScriptIsLentTheSDK if it asks for it and there is none beside it, wherever its folder was copied to.
func TestAScriptIsLentTheSDK(t *testing.T) {
	tier.Needs(t, "node")
	const asks = `import { serve } from "./arena/node.mjs";`
	inFolder(t, map[string]string{
		"file.mjs": asks, "folder/main.mjs": asks, "silent.mjs": "", "own/x.mjs": asks, "own/arena/node.mjs": "",
	})
	for typed, want := range map[string]bool{
		"file.mjs": true, "folder": true, "silent.mjs": false, filepath.Join("own", "x.mjs"): false,
	} {
		found, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), typed)
		require.NoError(t, err)
		args := found.Command.Args
		lent := len(args) == 4 && args[1] == "-r"
		require.Equal(t, want, lent, "%s: %q", typed, args)
		require.Equal(t, want, strings.Contains(strings.Join(found.Command.Env, " "), "NODE_PATH="), typed)
		if lent {
			require.FileExists(t, args[2])
			require.FileExists(t, filepath.Join(filepath.Dir(args[2]), "arena", "node.mjs"))
		}
	}
}

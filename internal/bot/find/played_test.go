package find_test

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
)

const unfitModule = "\x00asm\x01\x00\x00\x00\xff"

// TestOnlyTheVeryProgramHasPlayed: another one of its name is none that a replay may start.
func TestOnlyTheVeryProgramHasPlayed(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"bots/zorg.sh": "exit\n", "bots/x.wasm": unfitModule})
	sum := sha256.Sum256([]byte("exit\n"))
	for _, debug := range []bool{false, true} {
		finder := find.Finder{
			Builder: build.Builder{Cache: t.TempDir(), Unbuilt: true, Debug: debug}, Dir: "bots", Inside: true,
		}
		found, err := finder.FindPlayed(t.Context(), "zorg.sh", sum[:])
		require.NoError(t, err)
		require.Equal(t, sum, found.SHA256)

		_, err = finder.FindPlayed(t.Context(), "zorg.sh", []byte{1, 2, 3, 4, 5, 6, 7})
		wrong := new(unfit.Error)
		require.ErrorAs(t, err, &wrong)
		require.Regexp(
			t, "^zorg.sh: not the program that played: its SHA-256 is [0-9a-f]{12}…, that of the match 010203040506…$", err)

		module := sha256.Sum256([]byte(unfitModule))
		_, err = finder.FindPlayed(t.Context(), "x.wasm", module[:])
		require.ErrorContains(t, err, "x.wasm: is damaged or cut off", "it is compiled, as it is the one that played")

		_, err = finder.FindPlayed(t.Context(), "gone", sum[:])
		require.ErrorContains(t, err, "gone: no such file")
	}
}

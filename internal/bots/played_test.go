package bots_test

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bots"
)

// TestOnlyTheVeryProgramHasPlayed: another one of its name is none that a replay may start.
func TestOnlyTheVeryProgramHasPlayed(t *testing.T) {
	inFolder(t, map[string]string{"bots/zorg.sh": "exit\n"})
	sum := sha256.Sum256([]byte("exit\n"))
	for _, debug := range []bool{false, true} {
		finder := bots.Finder{Dir: "bots", Cache: t.TempDir(), Inside: true, Unbuilt: true, Debug: debug}
		found, err := finder.FindPlayed(t.Context(), "zorg.sh", sum[:])
		require.NoError(t, err)
		require.Equal(t, sum, found.SHA256)

		_, err = finder.FindPlayed(t.Context(), "zorg.sh", []byte{1, 2, 3, 4, 5, 6, 7})
		wrong := new(bots.Error)
		require.ErrorAs(t, err, &wrong)
		require.Regexp(t, "^zorg.sh: not the program that played: its SHA-256 is [0-9a-f]{12}…, that of the match 010203040506…$", err)

		_, err = finder.FindPlayed(t.Context(), "gone", sum[:])
		require.ErrorContains(t, err, "gone: no such file")
	}
}

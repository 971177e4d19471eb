package picture_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/viewer/picture"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip()
	}
	setup, err := duel.Game.Default().With("nb_players", 4)
	require.NoError(t, err)
	show := play(t, setup, "anna", "ben", "claire the great and terrible", "dora")
	for _, theme := range []picture.Theme{picture.Light, picture.Dark} {
		f, err := os.Create(dir + "/duel" + string(rune('0'+theme)) + ".png")
		require.NoError(t, err)
		require.NoError(t, picture.WritePNG(f, show, 23, picture.Options{Theme: theme}))
	}
}

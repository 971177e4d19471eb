//go:build !wasip1

package arena

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/sdks"
)

// TestTheArenaCarriesWhatABotInGoNeeds: no file is missing in it that is in its source.
func TestTheArenaCarriesWhatABotInGoNeeds(t *testing.T) {
	for _, game := range games.All() {
		of := sdks.GoModule + "/engine/games/" + game.Info().Name
		sdks.Sources = os.DirFS(".")
		want, err := sdks.GoBeside("zorg", of)
		require.NoError(t, err)
		require.Greater(t, len(want), 80)
		sdks.Sources = sources
		carried, err := sdks.GoBeside("zorg", of)
		require.NoError(t, err)
		require.Equal(t, want, carried)
	}
}

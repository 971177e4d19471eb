package picture_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/story"
)

func card(t *testing.T, m *story.Story, round int) (file []byte, img image.Image) {
	t.Helper()
	var made bytes.Buffer
	require.NoError(t, picture.WriteCard(&made, m, round, picture.Options{}))
	file = made.Bytes()
	img, err := png.Decode(&made)
	require.NoError(t, err)
	return file, img
}

// TestACardHasTheSizeThatChatsShow, whatever the board, is small, and has nothing at its edge.
func TestACardHasTheSizeThatChatsShow(t *testing.T) {
	tier.Long(t, "packs large pictures")
	for i, g := range games.All() {
		record := storytest.Record(t, storytest.Setup(t, g, 20))
		m, err := story.Read(record, games.All())
		require.NoError(t, err)
		file, img := card(t, m, 10)
		require.Equal(t, image.Rect(0, 0, picture.CardWidth, picture.CardHeight), img.Bounds())
		require.Less(t, len(file), 300_000, g.Info().Name)
		edge := img.At(0, 0)
		for x := range picture.CardWidth {
			require.Equal(t, edge, img.At(x, 20), "%s: %d, 20", g.Info().Name, x)
			require.Equal(t, edge, img.At(x, picture.CardHeight-20), "%s: %d from below", g.Info().Name, x)
		}
		for y := range picture.CardHeight {
			require.Equal(t, edge, img.At(picture.CardWidth-20, y), "%s: right, %d", g.Info().Name, y)
		}
		if i == 0 || tier.IsNight() {
			again, _ := card(t, m, 10)
			require.True(t, bytes.Equal(file, again), "it differs")
		}
	}
}

// TestACardShowsTheBoardAndItsPlayers: left of the text that says who they are.
func TestACardShowsTheBoardAndItsPlayers(t *testing.T) {
	m := made()
	m.Looks = []int{3, 2, 1, 0}[:len(m.Players)]
	_, img := card(t, m, 0)
	seen := map[[3]uint32]bool{}
	for y := range picture.CardHeight {
		for x := range picture.CardWidth {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}] = true
		}
	}
	for seat := range m.Players {
		c := story.LookOf(m.Look(seat)).Colour.Light
		var rgb [3]uint32
		_, err := fmt.Sscanf(c, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2])
		require.NoError(t, err)
		require.True(t, seen[rgb], "the colour of player %d is not seen: %s", seat, c)
	}
}

func TestACardRefusesABoardThatHasNoRoom(t *testing.T) {
	m := made()
	m.Legend.Rows, m.Legend.Cols = 700, 10
	m.Scenes[0].Window = scene.Window{}
	require.ErrorContains(t, picture.WriteCard(&bytes.Buffer{}, m, 0, picture.Options{}), "has no room on a card")
	require.ErrorContains(t, picture.WriteCard(&bytes.Buffer{}, made(), 9, picture.Options{}), "round 9")
}

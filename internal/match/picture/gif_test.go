package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/picture"
)

// TestFilmIsTheSameAsItsPictures draws the parts of a film one over the other, as a
// viewer of the film does, and compares the result with whole pictures.
func TestFilmIsTheSameAsItsPictures(t *testing.T) {
	m := play(t, duel.Game.Default())
	for _, size := range []int{4, 24} {
		g, whole, err := picture.Film(m, 0, 30, picture.Options{CellSize: size})
		require.NoError(t, err)
		require.Less(t, len(g.Image[1].Pix), len(g.Image[0].Pix), "only what is new is kept")
		round, screen := 0, image.NewRGBA(g.Image[0].Rect)
		for i, part := range g.Image {
			draw.Draw(screen, part.Rect, part, part.Rect.Min, draw.Over)
			rounds := g.Delay[i] / 10 // several, if nothing changes in the later ones
			if i == len(g.Image)-1 {
				rounds = 31 - round
			}
			for range rounds {
				for at, index := range whole[round] {
					r, green, b, a := g.Image[0].Palette[index].RGBA()
					want := [4]uint8{uint8(r >> 8), uint8(green >> 8), uint8(b >> 8), uint8(a >> 8)}
					if got := [4]uint8(screen.Pix[4*at:]); want != got { // require takes long for a million of them
						require.Equal(t, want, got, "cell size %d, round %d, pixel %d", size, round, at)
					}
				}
				round++
			}
		}
		require.Equal(t, 31, round)
	}
}

func TestFilmIsDecoded(t *testing.T) {
	var file bytes.Buffer
	m := play(t, duel.Game.Default())
	require.NoError(
		t, picture.WriteGIF(&file, m, 0, picture.End, picture.Options{CellSize: 4, Speed: 20, Theme: picture.Dark}))
	size := file.Len()
	g, err := gif.DecodeAll(&file)
	require.NoError(t, err)
	require.Equal(t, 32, g.Config.Width)
	require.Zero(t, g.LoopCount, "for ever")
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	require.Equal(t, 50*5+300, total)
	require.Less(t, size, 60_000)
}

func TestFilmOfAWholeMatchEndsWithTheWinners(t *testing.T) {
	m := play(t, duel.Game.Default(), "anna", "ben")
	last := len(m.Played)
	delays := func(to int, ended bool) []int {
		m.Ended = ended
		g, _, err := picture.Film(m, last-5, to, picture.Options{CellSize: 24})
		require.NoError(t, err)
		return g.Delay
	}
	whole := delays(last, true)
	require.Equal(t, []int{100, 200}, whole[len(whole)-2:])
	part := delays(last-1, true)
	require.Equal(t, 300, part[len(part)-1], "the end is not shown")
	broken := delays(last, false)
	require.Equal(t, 300, broken[len(broken)-1], "nobody has won")
}

func TestFilmHasShapesByDefault(t *testing.T) {
	m := play(t, storytest.Setup(t, orkisland.Game, 2))
	g, _, err := picture.Film(m, 0, 2, picture.Options{})
	require.NoError(t, err)
	require.GreaterOrEqual(t, g.Config.Width/m.Legend.Cols, 10, "pixels of a cell")
}

func TestFilmShowsOnlyWhatIsNew(t *testing.T) {
	m := made()
	m.Scenes[1] = m.Scenes[0]
	m.Played[0].Events = nil
	m.Ended = false
	g, _, err := picture.Film(m, 0, 1, picture.Options{CellSize: 40})
	require.NoError(t, err)
	require.Len(t, g.Image, 2)
	require.Less(t, g.Image[1].Rect.Dx(), 20, "the number of the round is all that changes")
	require.Greater(t, g.Image[1].Rect.Min.Y, 119)
}

func TestBadFilmsAreRefusedWithAHint(t *testing.T) {
	for _, c := range []struct {
		from, to int
		o        picture.Options
		want     string
		hint     string
	}{
		{0, 9, picture.Options{}, "round 9: the match has 1", "--round 0 to 1"},
		{1, 0, picture.Options{}, "rounds 1 to 0: the last comes before the first", "--round 0-1"},
		{0, 1, picture.Options{Speed: 99}, "speed 99: a GIF shows 0.1 to 50 rounds a second", "--speed 10"},
		{0, 1, picture.Options{Speed: -1}, "speed -1: a GIF shows 0.1 to 50 rounds a second", "--speed 10"},
		{0, 1, picture.Options{CellSize: 201}, "cell size 201: a cell has 1 to 200 pixels", "--cell 20"},
	} {
		requireRefused(t, picture.WriteGIF(io.Discard, made(), c.from, c.to, c.o), c.want, c.hint)
	}
	large := play(t, battleroyale.Game.Default())
	requireRefused(t, picture.WriteGIF(io.Discard, large, 0, picture.End, picture.Options{CellSize: 60}),
		"cell size 60: a GIF of 101 rounds would take too much memory", "--cell 46")
}

// BenchmarkGIF makes a film of each game, of up to 200 rounds.
func BenchmarkGIF(b *testing.B) {
	for _, game := range games.All() {
		b.Run(game.Info().Name, func(b *testing.B) {
			m := play(b, game.Default())
			last := min(200, len(m.Played))
			for b.Loop() {
				var file bytes.Buffer
				require.NoError(b, picture.WriteGIF(&file, m, 0, last, picture.Options{CellSize: 4}))
				b.ReportMetric(float64(file.Len())/1e6, "MB")
				b.ReportMetric(float64(last), "rounds")
			}
		})
	}
}

func BenchmarkPNG(b *testing.B) {
	m := play(b, orkisland.Game.Default())
	for b.Loop() {
		var file bytes.Buffer
		require.NoError(b, picture.WritePNG(&file, m, len(m.Played)/2, picture.Options{}))
		b.ReportMetric(float64(file.Len())/1e6, "MB")
	}
}

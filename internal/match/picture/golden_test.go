package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/story"
)

// sheet returns a board that has all there is in a picture: each kind of cell and of unit, by owner, life at all its
// levels, each look, arrows that go around the board, and notes of bots.
func sheet() *story.Story {
	m := made()
	l := &m.Legend
	l.Rows, l.Cols, l.WrapCols = 6, 9, true
	l.Events = nil
	var s scene.Scene
	for cell := range l.Rows * l.Cols {
		s.Cells, s.Owners = append(s.Cells, uint8(cell%7/6)), append(s.Owners, int8(cell%5/2-1))
	}
	for i := range 18 {
		unit := scene.Unit{ID: i, Owner: i%3 - 1, Cell: 2 * i, Signs: scene.Signs{scene.Of(100-6*i, 100), scene.Of(i%13, 0)}}
		if i%4 == 3 {
			unit.Kind, unit.Owner, unit.Signs[0].Most = 1, scene.Nobody, 0
		}
		s.Units = append(s.Units, unit)
	}
	s.Numbers, s.Caption = [][]int{{1234, -5}, {0, 1}}, "spring"
	var events []scene.Event
	for i, look := range append(scene.Looks(), scene.Shot) {
		l.Events = append(l.Events, scene.EventKind{Name: string(look), Look: look, Major: i%2 == 0})
		from := 3*i + 1
		events = append(events, scene.Event{Kind: i, Cell: from, To: (from + 19) % len(s.Cells), Seat: i % 2, Text: "it"})
	}
	events = append(events, scene.Event{Kind: len(events) - 1, Cell: 36, To: 44, Seat: 1, Text: "around"})
	at := func(row, col int) engine.Pos { return engine.Pos{Row: row, Col: col} }
	notes := []engine.Note{
		{Kind: engine.MarkNote, At: at(5, 1)},
		{Kind: engine.ArrowNote, At: at(5, 2), To: at(3, 4)},
		{Kind: engine.LabelNote, At: at(5, 6), Text: "here"},
	}
	m.Scenes = []scene.Scene{s, s}
	m.Played[0] = story.Happening{Log: scene.Log{Events: events}}
	m.Played[0].Notes = [][]engine.Note{notes, nil}
	return m
}

// partOf returns a sheet of which only a window is shown.
func partOf(window scene.Window) *story.Story {
	m := sheet()
	for i := range m.Scenes {
		m.Scenes[i].Window = window
	}
	return m
}

// kindsOf returns a board with all kinds of cells of a game, and all kinds of units of nobody and of two players.
func kindsOf(t *testing.T, game engine.Game) *story.Story {
	t.Helper()
	setup := game.Default()
	match, err := setup.New(make([]string, setup.Seats()), 7, engine.ChaCha8)
	require.NoError(t, err)
	m := made()
	m.Legend = match.Legend()
	m.Legend.Signs = []scene.Sign{{Name: "health", Form: scene.Bar}}
	kinds, cells := len(m.Legend.Units), len(m.Legend.Cells)
	m.Legend.Rows, m.Legend.Cols = 4, max(kinds, cells)
	var s scene.Scene
	for cell := range 4 * m.Legend.Cols {
		s.Cells = append(s.Cells, uint8(min(cell, m.Legend.Cols-1)%cells))
	}
	for i := range 3 * kinds {
		s.Units = append(s.Units, scene.Unit{
			ID: i, Kind: i % kinds, Owner: i/kinds - 1, Cell: (1+i/kinds)*m.Legend.Cols + i%kinds,
			Signs: scene.Signs{scene.Of(1, 2)},
		})
	}
	s.Numbers = make([][]int, len(m.Legend.Numbers))
	for i := range s.Numbers {
		s.Numbers[i] = make([]int, len(m.Players))
	}
	m.Scenes, m.Played = []scene.Scene{s, s}, []story.Happening{{}}
	return m
}

// TestPicturesLookAsBefore compares with pictures in testdata, which -update makes anew: look at them then.
func TestPicturesLookAsBefore(t *testing.T) {
	part := scene.Window{Row: 1, Col: 7, Rows: 4, Cols: 5} // around the board
	for name, c := range map[string]struct {
		show *story.Story
		o    picture.Options
	}{
		"large": {sheet(), picture.Options{CellSize: 40}},
		"usual": {sheet(), picture.Options{CellSize: 14, Theme: picture.Dark}},
		"small": {sheet(), picture.Options{CellSize: 5}},
		"part":  {partOf(part), picture.Options{CellSize: 24}},
		"quiet": {partOf(part), picture.Options{CellSize: 24, NoEvents: true, NoNotes: true, Theme: picture.Dark}},
	} {
		img, err := picture.Paint(c.show, 0, c.o)
		require.NoError(t, err, name)
		requireLooks(t, name, img)
	}
	for _, game := range games.All() {
		img, err := picture.Paint(kindsOf(t, game), 0, picture.Options{CellSize: 24})
		require.NoError(t, err, game.Info().Name)
		requireLooks(t, game.Info().Name, img)
	}
}

// TestAFilmLooksAsBefore, whose colours are fewer than those of its pictures.
func TestAFilmLooksAsBefore(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, picture.WriteGIF(&file, sheet(), 0, 1, picture.Options{CellSize: 24}))
	film, err := gif.DecodeAll(&file)
	require.NoError(t, err)
	screen := image.NewRGBA(film.Image[0].Rect)
	for i, frame := range film.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		if i == 0 {
			requireLooks(t, "film", screen)
		}
	}
	requireLooks(t, "film-end", screen)
}

// requireLooks compares a picture with that in testdata. Processors don't round alike, so a colour may differ by a bit.
func requireLooks(t *testing.T, name string, img *image.RGBA) {
	t.Helper()
	const mostApart = 3
	path := filepath.Join("testdata", name+".png")
	if *update {
		var file bytes.Buffer
		require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, img))
		require.NoError(t, os.WriteFile(path, file.Bytes(), 0o644))
	}
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := png.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	require.Equal(t, want.Bounds(), img.Bounds(), name)
	same := image.NewRGBA(want.Bounds())
	draw.Draw(same, same.Rect, want, want.Bounds().Min, draw.Src)
	for i, is := range img.Pix {
		if apart := int(is) - int(same.Pix[i]); apart > mostApart || apart < -mostApart {
			x, y := i%img.Stride/4, i/img.Stride
			require.Fail(t, "it looks different", "%s at %d, %d: see the picture with -update", name, x, y)
		}
	}
}

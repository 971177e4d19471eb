package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/story"
)

func colours(hex string) scene.Colour { return scene.Colour{Light: hex, Dark: "#000000"} }

// made returns a match with one round on a board of 3 by 4: meadow with a rock, and a
// unit of each of two players.
func made() *story.Story {
	legend := scene.Legend{
		Rows: 3, Cols: 4,
		Cells: []scene.Cell{
			{Name: "meadow", Glyph: ".", Fill: colours("#80c060")},
			{Name: "rock", Glyph: "#", Fill: colours("#404040"), Height: 1},
		},
		Units: []scene.Kind{
			{Name: "ork", Glyph: "o", Plate: true, Shape: scene.Shape{{D: "M9 9h6v6H9z", Fill: scene.Ink}}},
			{Name: "coin", Glyph: "c", Shape: scene.Shape{{D: "M0 0h24v24H0z", Fill: colours("#ffee00")}}},
		},
		Events:  []scene.EventKind{{Name: "death", Look: scene.Death, Major: true}, {Name: "shot", Look: scene.Shot}},
		Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}, {Name: "shots", Form: scene.Dots}},
		Numbers: []string{"score", "coins"},
	}
	first := scene.Scene{
		Cells:  []uint8{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
		Owners: []int8{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1},
		Units: []scene.Unit{
			{ID: 1, Kind: 0, Owner: 0, Cell: 0, Signs: scene.Signs{scene.Of(50, 100)}},
			{ID: 2, Kind: 0, Owner: 1, Cell: 7, Signs: scene.Signs{scene.Of(100, 100)}, Note: "tired"},
			{ID: 3, Kind: 1, Owner: scene.Nobody, Cell: 2},
		},
		Numbers: [][]int{{3, 5}, {0, 1}},
		Caption: "spring",
	}
	second := first
	second.Units = []scene.Unit{first.Units[1]}
	second.Numbers = [][]int{{3, 6}, {0, 1}}
	return &story.Story{
		Game: engine.Info{Title: "Orks"}, Rounds: 1, Seed: "4", Legend: legend,
		Players: []story.Player{{Name: "anna"}, {Name: "ben"}},
		Scenes:  []scene.Scene{first, second},
		Played: []story.Happening{{Log: scene.Log{
			Orders: []scene.Order{{Seat: 0, Unit: 1, Text: "east", To: 1, Outcome: "killed"}},
			Events: []scene.Event{{
				Kind: 0, Cell: 0, To: scene.Nowhere, Unit: 1, By: 2, Seat: 0,
				Text: "ork 1 of anna is killed",
			}},
		}}},
		Ended: true,
	}
}

// pixel returns the colour at a point of a cell, which is given in parts of the cell.
func pixel(t *testing.T, m *story.Story, round, row, col int, right, down float64, o picture.Options) color.RGBA {
	t.Helper()
	return painted(t, m, round, o)(row, col, right, down)
}

// painted returns what tells such a colour of a picture.
func painted(t *testing.T, m *story.Story, round int, o picture.Options,
) func(row, col int, right, down float64) color.RGBA {
	t.Helper()
	o.CellSize = 40
	img, err := picture.Paint(m, round, o)
	require.NoError(t, err)
	const margin = 14 // 28 at half size
	at := func(n int, part float64) int { return margin + n*40 + int(part*40) }
	return func(row, col int, right, down float64) color.RGBA { return img.RGBAAt(at(col, right), at(row, down)) }
}

// TestWhatAUnitHasLeftToShoot looks where the dots of a unit are, which are a sixth of its cell apart.
func TestWhatAUnitHasLeftToShoot(t *testing.T) {
	dot := color.RGBA{0x56, 0xb4, 0xe9, 255}
	at := func(ammo int, right, down float64) color.RGBA {
		m := made()
		m.Scenes[1].Units[0].Signs[1] = scene.Of(ammo, 0)
		return pixel(t, m, 1, 1, 3, right, down, picture.Options{NoEvents: true})
	}
	for _, c := range []struct {
		name        string
		ammo        int
		right, down float64
		drawn       bool
	}{
		{"none is no dot", 0, .5, .86, false},
		{"one is in the middle", 1, .5, .86, true},
		{"two leave the middle free", 2, .5, .86, false},
		{"and are on either side", 2, .585, .86, true},
		{"five are a row", 5, .84, .86, true},
		{"a sixth is below them", 6, .5, 1, true},
		{"more than ten are a number", 11, .84, .86, false},
	} {
		if c.drawn {
			require.Equal(t, dot, at(c.ammo, c.right, c.down), c.name)
		} else {
			require.NotEqual(t, dot, at(c.ammo, c.right, c.down), c.name)
		}
	}
	require.Equal(t, color.RGBA{255, 255, 255, 255}, brightest(t, 11), "a number is white")
}

// TestSignsOfEachFormAreDrawn looks for them around a unit: none stands for 0, and each can have a colour of its own.
func TestSignsOfEachFormAreDrawn(t *testing.T) {
	blue := color.RGBA{0, 0, 0xff, 255}
	pictureOf := func(has scene.Amount, signs ...scene.Sign) *image.RGBA {
		m := made()
		m.Legend.Signs = signs
		m.Scenes[1].Units[0].Signs = scene.Signs{}
		m.Scenes[1].Units[0].Signs[len(signs)-1] = has
		img, err := picture.Paint(m, 1, picture.Options{NoEvents: true, CellSize: 40})
		require.NoError(t, err)
		return img
	}
	count := func(img *image.RGBA) (found int) {
		for i := 0; i < len(img.Pix); i += 4 {
			if [4]byte(img.Pix[i:]) == [4]byte{blue.R, blue.G, blue.B, blue.A} {
				found++
			}
		}
		return found
	}
	for _, form := range scene.SignForms() {
		sign := scene.Sign{Name: string(form), Form: form}
		painted := scene.Sign{Name: string(form), Form: form, Colour: colours("#0000ff")}
		nothing := pictureOf(scene.Of(0, 0), sign)
		require.NotEqual(t, nothing.Pix, pictureOf(scene.Of(3, 9), sign).Pix, form)
		require.Zero(t, count(pictureOf(scene.Of(3, 9), sign)), form)
		few := count(pictureOf(scene.Of(3, 9), painted))
		require.Positive(t, few, form)
		if form != scene.Number {
			require.Greater(t, count(pictureOf(scene.Of(6, 9), painted)), few, "%s: more is longer", form)
		}
		require.NotEqual(t, pictureOf(scene.Of(3, 9), painted).Pix, pictureOf(scene.Of(3, 9), sign, painted).Pix,
			"%s: a second one lies elsewhere", form)
	}
	require.Equal(t, pictureOf(scene.Of(0, 0), scene.Sign{Form: scene.Bar}).Pix,
		pictureOf(scene.Of(9, 9), scene.Sign{Form: scene.Bar}).Pix, "a full bar is not drawn")
	small := made()
	small.Legend.Signs = []scene.Sign{{Name: "shield", Form: scene.Ring, Colour: colours("#0000ff")}}
	small.Scenes[1].Units[0].Signs = scene.Signs{scene.Of(3, 9)}
	img, err := picture.Paint(small, 1, picture.Options{NoEvents: true, CellSize: 12})
	require.NoError(t, err)
	require.Zero(t, count(img), "a small cell has no room for it")
}

func TestAColourOfASignThatIsNoneIsRefused(t *testing.T) {
	m := made()
	m.Legend.Signs[0].Colour = colours("blue")
	_, err := picture.Paint(m, 0, picture.Options{})
	require.EqualError(t, err, `sign health: colour "blue" is not #rrggbb`)
}

// brightest returns the brightest point of the lower half of the armed unit.
func brightest(t *testing.T, ammo int) color.RGBA {
	t.Helper()
	m := made()
	m.Scenes[1].Units[0].Signs[1] = scene.Of(ammo, 0)
	at := painted(t, m, 1, picture.Options{NoEvents: true})
	var most color.RGBA
	for right := .3; right < .7; right += .025 {
		for down := .6; down < 1; down += .025 {
			c := at(1, 3, right, down)
			if int(c.R)+int(c.G)+int(c.B) > int(most.R)+int(most.G)+int(most.B) {
				most = c
			}
		}
	}
	return most
}

func TestPixelsAreWhatTheSceneSays(t *testing.T) {
	o := picture.Options{NoEvents: true}
	for _, c := range []struct {
		name        string
		round       int
		row, col    int
		right, down float64
		want        color.RGBA
	}{
		{"fill of a cell", 0, 1, 0, .5, .5, color.RGBA{0x80, 0xc0, 0x60, 255}},
		{"higher cell", 0, 1, 1, .5, .5, color.RGBA{0x40, 0x40, 0x40, 255}},
		{"its corners are round", 0, 1, 1, .06, .06, color.RGBA{0x80, 0xc0, 0x60, 255}},
		{"plate has the colour of the owner", 0, 0, 0, .3, .5, color.RGBA{0xe6, 0x9f, 0x00, 255}},
		{"shape on it its ink", 0, 0, 0, .5, .5, color.RGBA{0x1b, 0x14, 0x03, 255}},
		{"unit without a plate", 0, 0, 2, .1, .1, color.RGBA{0xff, 0xee, 0x00, 255}},
		{"unit that is gone", 1, 0, 2, .1, .1, color.RGBA{0x80, 0xc0, 0x60, 255}},
		{"border of an owner", 0, 2, 3, .5, .03, color.RGBA{0x56, 0xb4, 0xe9, 255}},
	} {
		require.Equal(t, c.want, pixel(t, made(), c.round, c.row, c.col, c.right, c.down, o), c.name)
	}
	require.NotEqual(t, pixel(t, made(), 0, 0, 0, .5, .5, o), pixel(t, made(), 0, 0, 0, .5, .5, picture.Options{}),
		"a death is marked")
	owned := pixel(t, made(), 0, 2, 3, .4, .45, o)
	require.NotEqual(t, pixel(t, made(), 0, 2, 2, .4, .45, o), owned, "what is owned is tinted")
}

// TestTheBorderIsAroundAllCellsOfAnOwner looks at one that has cells of the same owner above and to the right.
func TestTheBorderIsAroundAllCellsOfAnOwner(t *testing.T) {
	m := made()
	for _, cell := range []int{6, 10, 11} {
		m.Scenes[0].Owners[cell] = 1
	}
	for _, c := range []struct {
		name        string
		right, down float64
		drawn       bool
	}{
		{"left", .03, .5, true},
		{"below", .5, .97, true},
		{"above", .5, .03, false},
		{"right", .97, .5, false},
		{"the corner between them", .97, .03, true},
	} {
		at := pixel(t, m, 0, 2, 2, c.right, c.down, picture.Options{NoEvents: true})
		require.Equal(t, c.drawn, at == color.RGBA{0x56, 0xb4, 0xe9, 255}, c.name)
	}
}

func TestBoardIsAboutAsLargeAsAPage(t *testing.T) {
	setup := duel.Game.Default()
	var file bytes.Buffer
	require.NoError(t, picture.WritePNG(&file, play(t, setup), 10, picture.Options{}))
	img, err := png.Decode(&file)
	require.NoError(t, err)
	require.Greater(t, img.Bounds().Dx(), 800)
	require.Greater(t, img.Bounds().Dx(), img.Bounds().Dy())
}

func TestOnlyTheWindowIsShown(t *testing.T) {
	m := made()
	o := picture.Options{NoEvents: true}
	m.Scenes[0].Window = scene.Window{Row: 1, Col: 1, Rows: 2, Cols: 2}
	require.Equal(t, color.RGBA{0x40, 0x40, 0x40, 255}, pixel(t, m, 0, 0, 0, .5, .5, o))
	m.Legend.WrapCols = true
	m.Scenes[0].Window = scene.Window{Row: 0, Col: 3, Rows: 2, Cols: 2}
	require.Equal(t, color.RGBA{0x1b, 0x14, 0x03, 255}, pixel(t, m, 0, 0, 1, .5, .5, o),
		"the first column follows the last")
	m.Legend.WrapCols, m.Legend.WrapRows = false, true
	m.Scenes[0].Window = scene.Window{Row: 2, Col: 0, Rows: 2, Cols: 2}
	require.Equal(t, color.RGBA{0x1b, 0x14, 0x03, 255}, pixel(t, m, 0, 1, 0, .5, .5, o),
		"the first row follows the last")
}

func TestBadRequestsAreRefusedWithAHint(t *testing.T) {
	short := made()
	short.Rounds = 200
	for _, c := range []struct {
		show  *story.Story
		round int
		o     picture.Options
		want  string
		hint  string
	}{
		{made(), 2, picture.Options{}, "round 2: the match has 1", "--round 0 to 1"},
		{made(), -2, picture.Options{}, "round -2: the match has 1", "--round 0 to 1"},
		{short, 50, picture.Options{}, "round 50: only 1 of the 200 rounds of this match are known", "--round 0 to 1"},
		{made(), 0, picture.Options{CellSize: -1}, "cell size -1: a cell has 1 to 200 pixels", "--cell 20"},
		{made(), 0, picture.Options{Theme: 7}, "theme 7: there are light and dark", "--theme light"},
	} {
		_, err := picture.Paint(c.show, c.round, c.o)
		requireRefused(t, err, c.want, c.hint)
	}
	_, err := picture.Paint(new(story.Story), 0, picture.Options{})
	require.EqualError(t, err, "there is nothing to show of this match")
}

func requireRefused(t *testing.T, err error, want, hint string) {
	t.Helper()
	refused := new(picture.OptionError)
	require.ErrorAs(t, err, &refused)
	require.Equal(t, want, refused.Error())
	require.Equal(t, hint, refused.Hint())
}

// TestAnArrowToNowhereIsNotDrawn: bots may note any cell.
func TestAnArrowToNowhereIsNotDrawn(t *testing.T) {
	paint := func(to engine.Pos) []uint8 {
		m := made()
		m.Played[0].Notes = [][]engine.Note{{{Kind: engine.ArrowNote, At: engine.Pos{Row: 2, Col: 3}, To: to}}}
		img, err := picture.Paint(m, 0, picture.Options{CellSize: 40})
		require.NoError(t, err)
		return img.Pix
	}
	none := paint(engine.Pos{Row: 2, Col: 3})
	require.Equal(t, none, paint(engine.Pos{Row: 3, Col: 0}))
	require.Equal(t, none, paint(engine.Pos{Row: 0, Col: -1}))
	require.NotEqual(t, none, paint(engine.Pos{Row: 0, Col: 0}))
}

// TestNothingOfABotBreaksAPicture draws the worst names and notes there can be.
func TestNothingOfABotBreaksAPicture(t *testing.T) {
	m := made()
	bad := string(bytes.Repeat([]byte("\x1b[31m\u202e\xff\u0301W\n"), 5000))
	m.Players[0].Name, m.Scenes[0].Caption, m.Played[0].Events[0].Text = bad, bad, bad
	far := engine.Pos{Row: math.MaxInt, Col: math.MinInt}
	m.Played[0].Notes = [][]engine.Note{{
		{Kind: engine.MarkNote, At: far},
		{Kind: engine.ArrowNote, To: far},
		{Kind: engine.LabelNote, At: engine.Pos{Row: 1}, Text: bad},
	}, nil}
	img, err := picture.Paint(m, 0, picture.Options{CellSize: 40})
	require.NoError(t, err)
	good, err := picture.Paint(made(), 0, picture.Options{CellSize: 40})
	require.NoError(t, err)
	require.Equal(t, good.Rect.Dx(), img.Rect.Dx())
}

// TestThePictureOfEveryGameSaysItsSeed, whether its board is wide or not.
func TestThePictureOfEveryGameSaysItsSeed(t *testing.T) {
	for _, game := range games.All() {
		m := play(t, storytest.Setup(t, game, 20))
		paint := func(seed string, o picture.Options) *image.RGBA {
			m.Seed = seed
			img, err := picture.Paint(m, 20, o)
			require.NoError(t, err)
			return img
		}
		for _, o := range []picture.Options{{CellSize: 4}, {CellSize: 12, Theme: picture.Dark}} {
			with, without := paint("42", o), paint("", o)
			require.Equal(t, without.Rect, with.Rect)
			require.NotEqual(t, without.Pix, with.Pix, game.Info().Name)
		}
	}
}

// TestEveryLookIsDrawn except scene.Note, which is only told.
func TestEveryLookIsDrawn(t *testing.T) {
	paint := func(look scene.Look, size int) []uint8 {
		m := made()
		m.Legend.Events = []scene.EventKind{{Name: "it", Look: look, Major: true}}
		m.Played[0].Events = []scene.Event{{Cell: 5, To: 11, Seat: 1}}
		img, err := picture.Paint(m, 0, picture.Options{CellSize: size})
		require.NoError(t, err)
		return img.Pix
	}
	seen := map[string]scene.Look{string(paint(scene.Note, 40)): scene.Note}
	for _, look := range []scene.Look{
		scene.Birth, scene.Death, scene.Hit, scene.Heal, scene.Shot, scene.Capture, scene.Gain, scene.Break,
	} {
		pixels := string(paint(look, 40))
		require.NotContains(t, seen, pixels, "%s looks like %s", look, seen[pixels])
		seen[pixels] = look
		require.NotEqual(t, paint(scene.Note, 4), paint(look, 4), "small: %s", look)
	}
}

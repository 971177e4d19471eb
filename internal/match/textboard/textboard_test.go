package textboard

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestABoard(t *testing.T) {
	legend := scene.Legend{
		Rows: 12, Cols: 3, WrapRows: true,
		Cells: []scene.Cell{
			{Glyph: ".", Fill: scene.Colour{Dark: "#000000"}},
			{Glyph: "", Fill: scene.Colour{Light: "#ffffff"}},
			{Glyph: "\x1b"},
		},
		Units: []scene.Kind{{Glyph: "Öx"}},
	}
	now := scene.Scene{
		Cells: make([]uint8, 36), Window: scene.Window{Row: 10, Rows: 4, Cols: 4},
		Owners: make([]int8, 36), Units: []scene.Unit{
			{Cell: 1, Owner: 2},
			{Cell: 32, Owner: scene.Nobody},
			{Cell: scene.Nowhere},
		},
	}
	for i := range now.Owners {
		now.Owners[i] = scene.Nobody
	}
	now.Cells[3], now.Cells[5], now.Cells[35], now.Owners[31] = 1, 2, 99, 1
	write := func(colours Colours) string {
		var text bytes.Buffer
		Write(&text, legend, now, 2, colours)
		return text.String()
	}
	require.Equal(t, `   0     0
   0 1 2 0
10 . .1Ö
11 . .
 0 . Ö2.
 1   .
`, write(NoColours))

	coloured := write(AllColours)
	require.Contains(t, coloured, "\x1b[0;1;4;38;2;0;18;12;48;2;16;180;134mÖ ",
		"one's own unit: bold, underlined, on the colour of the player")
	require.Contains(t, coloured, "\x1b[0;1;38;2;255;255;255;48;2;0;0;0mÖ ", "a unit of nobody")
	require.Contains(t, coloured, "48;2;43;90;116m", "a cell with an owner: half the colour of the player")
	for line := range strings.Lines(coloured) {
		require.True(t, !strings.Contains(line, "\x1b") || strings.HasSuffix(strings.TrimRight(line, " \n"), reset), "%q",
			line)
	}
	require.Contains(t, write(FewColours), "48;5;")
	require.NotContains(t, write(FewColours), "48;2;")

	legend.Cols, now.Window.Cols = 3, 60
	require.Contains(t, write(FewColours), "   0  0  0", "a character for each cell, as two would not fit")
	now.Window.Cols = 0
	require.NotPanics(t, func() { write(NoColours) })
	legend.Rows = 0
	require.Empty(t, write(NoColours))
}

func TestColoursOfTerminals(t *testing.T) {
	for colour, number := range map[string]int{
		"#000000": 16, "#ffffff": 231, "#ff0000": 196, "#5f87af": 67, "#808080": 244, "#090909": 232, "#e69f00": 178,
	} {
		c, ok := parse(colour)
		require.True(t, ok)
		require.Equal(t, number, c.nearest(), colour)
	}
	for _, wrong := range []string{"", "owner", "#12345", "#gggggg", "#1234567"} {
		_, ok := parse(wrong)
		require.False(t, ok, wrong)
	}
}

func TestAWindowLeadsOverAClosedEdge(t *testing.T) {
	legend := scene.Legend{Rows: 1, Cols: 3, WrapCols: true, Cells: []scene.Cell{{Glyph: "."}, {Glyph: "#"}}}
	now := scene.Scene{Cells: []uint8{1, 0, 0}, Window: scene.Window{Col: 2, Rows: 1, Cols: 2}}
	var text bytes.Buffer
	Write(&text, legend, now, 0, NoColours)
	require.Equal(t, "    0\n  2 0\n0 . #\n", text.String())
	now.Cells = now.Cells[:2] // fewer than the board has
	text.Reset()
	Write(&text, legend, now, 0, NoColours)
	require.Equal(t, "    0\n  2 0\n0   #\n", text.String())
}

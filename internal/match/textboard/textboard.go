// Package textboard writes the board of a match as text, for a terminal and for files.
package textboard

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// board is a scene that is being written for one player.
type board struct {
	legend  scene.Legend
	scene   scene.Scene
	window  scene.Window
	units   map[int]scene.Unit // by cell
	me      int
	colours Colours
	width   int // characters of a cell
}

// usualWidth is how many characters most terminals show in a line.
const usualWidth = 80

// Write writes a scene: the numbers of rows and columns, and for each cell its contents and their owner. The units of
// one player, who may be scene.Nobody, are underlined.
func Write(to io.Writer, legend scene.Legend, now scene.Scene, me int, colours Colours) {
	newBoard(legend, now, me, colours).write(to)
}

func newBoard(legend scene.Legend, now scene.Scene, me int, colours Colours) *board {
	b := &board{
		legend: legend, scene: now, window: now.Window, units: map[int]scene.Unit{}, me: me, colours: colours,
		width: 2,
	}
	if b.window == (scene.Window{}) {
		b.window = scene.Window{Rows: legend.Rows, Cols: legend.Cols}
	}
	for _, u := range now.Units {
		b.units[u.Cell] = u
	}
	// Without colours, the second character is needed for the owner.
	if colours != NoColours && 2*b.window.Cols+len(fmt.Sprint(legend.Rows))+1 > usualWidth {
		b.width = 1
	}
	return b
}

// at returns the cell at a place of the window, or scene.Nowhere.
func (b *board) at(row, col int) int {
	row, col = row+b.window.Row, col+b.window.Col
	if b.legend.WrapRows {
		row = wrapped(row, b.legend.Rows)
	}
	if b.legend.WrapCols {
		col = wrapped(col, b.legend.Cols)
	}
	return b.legend.CellAt(row, col)
}

func wrapped(n, size int) int { return (n%size + size) % size }

func (b *board) write(to io.Writer) {
	if b.legend.Rows <= 0 || b.legend.Cols <= 0 {
		return
	}
	margin := len(fmt.Sprint(b.legend.Rows - 1))
	b.columns(to, margin)
	for row := range b.window.Rows {
		fmt.Fprintf(to, "%*d ", margin, wrapped(b.window.Row+row, b.legend.Rows))
		var line strings.Builder
		last := ""
		for col := range b.window.Cols {
			text, look := b.cell(b.at(row, col))
			if sequence := look.sequence(b.colours); sequence != last {
				line.WriteString(sequence)
				last = sequence
			}
			line.WriteString(text)
		}
		if last != "" {
			line.WriteString(reset)
		}
		fmt.Fprintln(to, strings.TrimRight(line.String(), " "))
	}
}

// columns writes the numbers of the columns above the board, the tens only where they
// change.
func (b *board) columns(to io.Writer, margin int) {
	tens, ones := strings.Repeat(" ", b.window.Cols*b.width+2), strings.Repeat(" ", b.window.Cols*b.width)
	top, below := []byte(tens), []byte(ones)
	for i := range b.window.Cols {
		col := wrapped(b.window.Col+i, b.legend.Cols)
		if col%10 == 0 {
			copy(top[i*b.width:], fmt.Sprint(col/10%100))
		}
		below[i*b.width] = byte('0' + col%10)
	}
	for _, line := range [][]byte{top, below} {
		fmt.Fprintf(to, "%*s %s\n", margin, "", bytes.TrimRight(line, " "))
	}
}

// cell returns the characters of a cell and how they look. The owner is a colour, or
// without colours a digit.
func (b *board) cell(cell int) (string, paint) {
	if cell < 0 || cell >= len(b.scene.Cells) || int(b.scene.Cells[cell]) >= len(b.legend.Cells) {
		return strings.Repeat(" ", b.width), paint{}
	}
	kind := b.legend.Cells[b.scene.Cells[cell]]
	glyph, owner := kind.Glyph, scene.Nobody
	if cell < len(b.scene.Owners) {
		owner = int(b.scene.Owners[cell])
	}
	look := paint{ground: ground(kind.Fill)}
	if owner != scene.Nobody {
		colour, _ := parse(story.LookOf(owner).Colour.Dark)
		look.ground = look.ground.mix(colour, 5)
	}
	look.ink = look.ground.mix(look.ground.contrast(), 3)
	if u, ok := b.units[cell]; ok {
		if u.Kind >= 0 && u.Kind < len(b.legend.Units) {
			glyph = b.legend.Units[u.Kind].Glyph
		}
		owner = u.Owner
		look.bold, look.line = true, owner == b.me
		look.ink = look.ground.contrast()
		if owner != scene.Nobody {
			look.ground, _ = parse(story.LookOf(owner).Colour.Dark)
			look.ink, _ = parse(story.LookOf(owner).Ink.Dark)
		}
	}
	return b.characters(glyph, owner), look
}

func (b *board) characters(glyph string, owner int) string {
	if glyph = strings.TrimSpace(engine.Printable(glyph)); glyph == "" {
		glyph = " "
	}
	glyph = string([]rune(glyph)[:1])
	switch {
	case b.width == 1:
		return glyph
	case b.colours == NoColours && owner != scene.Nobody:
		return glyph + fmt.Sprint(owner%10)
	}
	return glyph + " "
}

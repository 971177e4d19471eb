package story

import (
	"fmt"
	"strconv"

	"github.com/botarena/arena/engine"
)

// NoteText returns a note of a bot as a line of text.
func NoteText(n engine.Note) string {
	at := fmt.Sprintf("row %d, column %d", n.At.Row, n.At.Col)
	switch {
	case n.Kind == engine.MarkNote:
		return "mark: " + at
	case n.Kind == engine.ArrowNote:
		return fmt.Sprintf("arrow: %s to row %d, column %d", at, n.To.Row, n.To.Col)
	case n.Kind == engine.LabelNote:
		return fmt.Sprintf("label: %s: %s", at, n.Text)
	case n.Kind == engine.ChartNote:
		return "chart: " + n.Text + ": " + strconv.FormatFloat(n.Value, 'g', -1, 64)
	case n.Unit >= 0:
		return fmt.Sprintf("unit %d: %s", n.Unit, n.Text)
	}
	return n.Text
}

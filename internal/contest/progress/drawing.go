package progress

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// drawing is a board as it stands on a terminal. The cursor is in the line below it, and is not hidden: whatever ends
// the program would leave it so.
type drawing struct {
	lines []string
	width int // of the terminal
}

// replaced returns what a terminal must be sent to show another board instead; nothing if it is
// the same.
func (d *drawing) replaced(lines []string, width int) string {
	if width == d.width && strings.Join(lines, "\n") == strings.Join(d.lines, "\n") {
		return ""
	}
	var text strings.Builder
	text.WriteString(d.top(width))
	for _, line := range lines {
		text.WriteString(ansi.EraseLineRight + line + "\r\n")
	}
	text.WriteString(ansi.EraseScreenBelow) // the rest of a board with more lines
	d.lines, d.width = lines, width
	return text.String()
}

// erased returns what a terminal of that width must be sent to be as it was before the board.
func (d *drawing) erased(width int) string {
	text := d.top(width) + ansi.EraseScreenBelow
	*d = drawing{}
	return text
}

// top moves the cursor to where the board begins. A terminal that got narrower meanwhile has
// broken lines that were wider; those of most terminals are as many as here.
func (d *drawing) top(width int) string {
	height := 0
	for _, line := range d.lines {
		height += max(1, (ansi.StringWidthWc(line)+width-1)/width)
	}
	if height == 0 {
		return "\r"
	}
	return "\r" + ansi.CursorUp(height) // a key that was echoed has moved the cursor
}

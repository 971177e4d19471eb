package shell

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/botarena/arena/engine"
)

// table prints rows in columns. A column whose title begins with ">" is aligned
// to the right.
type table struct {
	right []bool
	rows  [][]string
}

// NewTable begins a table with these columns; one that begins with > is right-aligned.
func NewTable(titles ...string) *table {
	t := &table{}
	for i, title := range titles {
		bare, right := strings.CutPrefix(title, ">")
		t.right = append(t.right, right)
		titles[i] = bare
	}
	t.Row(titles...)
	return t
}

func (t *table) Row(cells ...string) {
	for i, cell := range cells {
		cells[i] = engine.Printable(cell) // in one line, and as wide as it is long
	}
	t.rows = append(t.rows, cells)
}

func (t *table) Print(to io.Writer) {
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if t.right[i] {
				line.WriteString(space + cell + "  ")
			} else {
				line.WriteString(cell + space + "  ")
			}
		}
		fmt.Fprintln(to, strings.TrimRight(line.String(), " "))
	}
}

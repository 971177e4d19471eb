package shell

import (
	"io"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/columns"
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

func (t *table) Print(to io.Writer) { columns.Write(to, t.right, t.rows) }

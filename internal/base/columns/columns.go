// Package columns writes rows of text as a table.
package columns

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Write writes rows of printable cells in columns, two spaces apart. Those of a column that is right end at its right
// side. No row has more cells than there are columns.
func Write(to io.Writer, right []bool, rows [][]string) {
	widths := make([]int, len(right))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if right[i] {
				line.WriteString(space + cell + "  ")
			} else {
				line.WriteString(cell + space + "  ")
			}
		}
		fmt.Fprintln(to, strings.TrimRight(line.String(), " "))
	}
}

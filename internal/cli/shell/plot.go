package shell

import (
	"fmt"
	"math"
	"strings"

	"github.com/botarena/arena/internal/contest/comparison"
)

// Sizes of the picture of a comparison, in characters.
const (
	plotWidth  = 60
	plotHeight = 11
)

// PlotCourse draws how the mean of a comparison's results went, and the interval that it
// is in: the first groups to the left, all to the right.
func PlotCourse(course []comparison.Evidence, of string) string {
	columns := min(plotWidth, len(course))
	at := func(column int) comparison.Evidence { return course[(column+1)*len(course)/columns-1] }
	low, high := 0.5, 0.5
	for column := columns / 4; column < columns; column++ { // before that, nearly all is possible
		now := at(column)
		low, high = min(low, now.Low), max(high, now.High)
	}
	step := max(high-low, 0.02) / (plotHeight - 1)
	row := func(share float64) int { return int(math.Round((share - low) / step)) }
	var text strings.Builder
	for y := plotHeight - 1; y >= 0; y-- {
		fmt.Fprintf(&text, "%4.0f %% ", 100*(low+float64(y)*step))
		line := ""
		for column := range columns {
			now := at(column)
			switch {
			case y == row(now.Mean):
				line += "●"
			case y > row(now.Low) && y < row(now.High) || y == row(now.Low) || y == row(now.High):
				line += "░"
			case y == row(0.5):
				line += "─"
			default:
				line += " "
			}
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	fmt.Fprintf(&text, "       %s after 1 to %d groups of matches; ● mean, ░ where the true one is\n", of, len(course))
	return text.String()
}

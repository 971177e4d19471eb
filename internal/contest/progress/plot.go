package progress

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// plotHeight is the number of lines of the evidence's picture where there is room.
const plotHeight = 4

// evidence shows the course of a comparison: the capital of the bet that has won more, on a
// logarithmic scale and so many lines high, with the line at which it is decided.
func (b *board) evidence(height int) []string {
	e := b.state.Evidence
	if e == nil || e.Decided <= 0 {
		return nil
	}
	claim, course, other := e.leading()
	now, decided := times(last(course)), times(e.Decided)
	lines := []string{fitting(b.width,
		claim+": evidence "+now+", decided at "+decided+"; the opposite: "+times(other),
		claim+": "+now+", decided at "+decided,
		claim+": "+now+" of "+decided)}
	lines = append(lines, b.plot(course, e.Decided, height)...)
	if ahead := e.ahead(); len(ahead) > 0 {
		lines = append(lines, fitting(b.width, ahead...))
	}
	return lines
}

// plot draws a course that begins at 0, with a line where it is decided.
func (b *board) plot(course []float64, decided float64, height int) []string {
	label := ansi.StringWidthWc(times(decided)) + 1
	width := b.width - label
	if width < 1 {
		return nil
	}
	points := sampled(course, width)
	lowest := 0.0
	for _, v := range points {
		lowest = min(lowest, max(v, -decided)) // what lies deeper would press the rest flat
	}
	var lines []string
	if height > 1 {
		lines = append(lines, toRight(times(decided), label-1)+" "+faint.Styled(strings.Repeat("┄", width)))
	}
	for row := height - 1; row >= 0; row-- {
		lines = append(lines, strings.Repeat(" ", label)+good.Styled(plotRow(points, lowest, decided, row, height)))
	}
	return lines
}

// plotRow draws one line of a plot; row 0 is the lowest.
func plotRow(points []float64, lowest, highest float64, row, height int) string {
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	line := make([]rune, len(points))
	for i, v := range points {
		share := (v - lowest) / (highest - lowest)
		filled := 1 + int(math.Round(min(max(share, 0), 1)*float64(8*height-1))) // the first eighth is the ground
		line[i] = eighths[min(max(filled-8*row, 0), 8)]
	}
	return strings.TrimRight(string(line), " ")
}

// sampled returns at most so many points of a course, the last one always.
func sampled(course []float64, most int) []float64 {
	var points []float64
	n := min(len(course), most)
	for i := range n {
		v := course[(i+1)*len(course)/n-1]
		if math.IsNaN(v) {
			v = 0
		}
		points = append(points, v)
	}
	return points
}

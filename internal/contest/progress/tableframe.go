package progress

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

const (
	narrowestBar = 9 // below it, an interval is not drawn
	widestBar    = 60
)

// columns are the widths of a table's columns.
type columns struct{ name, value, within, bar int }

// table lists the standings in at most so many lines.
func (b *board) table(room int) []string {
	rows := b.state.Table
	if len(rows) == 0 || room < 2 {
		return nil
	}
	more := ""
	if len(rows) > room-1 {
		rows = rows[:max(room-2, 0)]
		more = cut(fmt.Sprintf("and %d more", len(b.state.Table)-len(rows)), b.width)
	}
	c := b.columns(rows)
	lines := []string{faint.Styled(
		cut(padded("bot", c.name)+"  "+toRight(plainName(b.state.Unit.Name), c.value), b.width))}
	low, high := rangeOf(rows)
	for _, r := range rows {
		line := padded(plainName(r.Name), c.name) + "  " + toRight(b.state.Unit.value(r.Value), c.value)
		if c.within > 0 {
			line += " " + padded(b.state.Unit.within(r), c.within)
		}
		line = cut(line, b.width)
		if c.bar > 0 {
			line += "  " + whisker(r, low, high, c.bar)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if more != "" {
		lines = append(lines, faint.Styled(more))
	}
	return lines
}

// columns shares out the width: names and values first, the intervals get the rest.
func (b *board) columns(rows []Row) columns {
	c := columns{name: len("bot"), value: ansi.StringWidthWc(plainName(b.state.Unit.Name))}
	for _, r := range rows {
		c.name = max(c.name, ansi.StringWidthWc(plainName(r.Name)))
		c.value = max(c.value, ansi.StringWidthWc(b.state.Unit.value(r.Value)))
		c.within = max(c.within, ansi.StringWidthWc(b.state.Unit.within(r)))
	}
	c.name, c.value = min(c.name, b.width/2), min(c.value, b.width/3)
	if c.bar = min(b.width-c.name-c.value-c.within-5, widestBar); c.bar < narrowestBar || c.within == 0 {
		c.bar = 0
	}
	return c
}

// rangeOf returns the least and greatest value of all rows that have an interval.
func rangeOf(rows []Row) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		if known(r.Value, r.Low, r.High) {
			low, high = min(low, r.Low, r.Value), max(high, r.High, r.Value)
		}
	}
	return low, high
}

// whisker draws an interval and the value in it, where the whole width is low to high.
func whisker(r Row, low, high float64, width int) string {
	if !known(r.Value, r.Low, r.High) || !(high > low) {
		return ""
	}
	at := func(v float64) int {
		return min(max(int(math.Round((v-low)/(high-low)*float64(width-1))), 0), width-1)
	}
	from, value, to := at(r.Low), at(r.Value), at(r.High)
	cells := []rune(strings.Repeat(" ", from) + strings.Repeat("─", max(to-from+1, 0)))
	if to > from {
		cells[from], cells[to] = '├', '┤'
	}
	if value < len(cells) {
		cells[value] = '┿'
	}
	return string(cells)
}

// toRight puts a text at the right end of a column.
func toRight(text string, width int) string {
	text = cut(text, width)
	return strings.Repeat(" ", max(0, width-ansi.StringWidthWc(text))) + text
}

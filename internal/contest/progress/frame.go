package progress

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/botarena/arena/internal/base/safe"
)

// Sizes of the board, in characters.
const (
	tall       = 20 // lines from which there is room for empty ones
	mostFaults = 3
)

var (
	strong = ansi.NewStyle().Bold()
	faint  = ansi.NewStyle().Faint()
	good   = ansi.NewStyle().ForegroundColor(ansi.Green)
	bad    = ansi.NewStyle().ForegroundColor(ansi.Red)
)

// board is what a frame is drawn from. The same board gives the same frame.
type board struct {
	state         State
	now           time.Time
	width, height int // of the terminal, at least 1
}

// frame draws the board: at most height lines, none wider than width. If there is no room for
// all, the picture of the evidence gets smaller first, then the table.
func (b *board) frame() string {
	head, faults, foot := b.head(), b.faults(), []string{faint.Styled(cut("Ctrl-C stops", b.width))}
	room := b.height - len(head) - b.with(faults) - b.with(foot)
	plot := plotHeight
	if b.height < tall {
		plot = 1
	}
	evidence, all := b.evidence(plot), 1+len(b.state.Table)+b.gap()
	for plot > 1 && b.with(evidence)+all > room {
		plot--
		evidence = b.evidence(plot)
	}
	table := b.table(room - b.with(evidence) - b.gap())
	lines := head
	for _, part := range [][]string{table, evidence, faults, foot} {
		if b.with(part) > len(part) {
			lines = append(lines, "")
		}
		lines = append(lines, part...)
	}
	return strings.Join(lines[:min(len(lines), b.height)], "\n")
}

// with is how many lines a part takes with the empty one before it.
func (b *board) with(part []string) int {
	if len(part) == 0 {
		return 0
	}
	return len(part) + b.gap()
}

// gap is how many empty lines there are before a part.
func (b *board) gap() int {
	if b.height < tall {
		return 0
	}
	return 1
}

// head says how many matches were played and how long the others will take.
func (b *board) head() []string {
	var lines []string
	if b.state.Title != "" {
		lines = append(lines, strong.Styled(cut(plainName(b.state.Title), b.width)))
	}
	count, p := countOf(&b.state), paceOf(&b.state, b.now)
	texts := []string{count}
	if p.rate > 0 {
		texts = slices.Insert(texts, 0, count+", "+rateOf(p.rate))
	}
	if left := leftOf(&b.state, p); left != "" {
		texts = slices.Insert(texts, 0, count+", "+rateOf(p.rate)+", "+left, count+", "+left)
	}
	if p.left = -1; p.likely >= 0 { // without the longest it may take, and then without the limit
		left := leftOf(&b.state, p)
		texts = slices.Insert(texts, 2, count+", "+left, safe.Count(b.state.Matches, "match")+", "+left)
	}
	if b.state.AtMost {
		texts = append(texts, safe.Count(b.state.Matches, "match"))
	}
	text := fitting(b.width, texts...)
	if since := span(p.elapsed); b.width >= ansi.StringWidthWc(text)+len(since)+2 {
		text = padded(text, b.width-len(since)) + since
	}
	lines = append(lines, text)
	if b.state.Of > 0 {
		lines = append(lines, b.bar())
	}
	return lines
}

// bar draws how much is done.
func (b *board) bar() string {
	done := min(max(b.state.Matches, 0), b.state.Of) * b.width / b.state.Of
	return good.Styled(strings.Repeat("━", done)) + faint.Styled(strings.Repeat("─", b.width-done))
}

// faults lists the last faults.
func (b *board) faults() []string {
	most := mostFaults
	if b.height < tall {
		most = 1
	}
	var lines []string
	for _, fault := range b.state.Faults[max(0, len(b.state.Faults)-most):] {
		lines = append(lines, bad.Styled(cut(plainName(fault), b.width)))
	}
	return lines
}

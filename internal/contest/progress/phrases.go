package progress

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// countOf says how many matches there are.
func countOf(s *State) string {
	switch {
	case s.AtMost:
		return fmt.Sprintf("%d of at most %s", s.Matches, safe.Count(s.Of, "match"))
	case s.Of > 0:
		return fmt.Sprintf("%d of %s", s.Matches, safe.Count(s.Of, "match"))
	}
	return safe.Count(s.Matches, "match")
}

// rateOf says how fast matches are played.
func rateOf(rate float64) string {
	switch {
	case rate >= 100:
		return fmt.Sprintf("%.0f a second", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f a second", rate)
	case rate*60 >= 1:
		return fmt.Sprintf("%.1f a minute", rate*60)
	}
	return fmt.Sprintf("%.1f an hour", rate*3600)
}

// Left says how long the matches take that are left of a run, as "33 s left"; "" if that is not known.
func Left(s State, now time.Time) string { return leftOf(&s, paceOf(&s, now)) }

// leftOf says how long the matches take that are left; "" if that is not known.
func leftOf(s *State, p pace) string {
	switch {
	case p.likely >= 0 && p.left >= 0:
		return "about " + span(p.likely) + " left, " + span(p.left) + " at most"
	case p.likely >= 0:
		return "about " + span(p.likely) + " left"
	case p.left >= 0 && s.AtMost:
		return span(p.left) + " left at most"
	case p.left >= 0:
		return span(p.left) + " left"
	}
	return ""
}

// span says how long something takes.
func span(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
}

func (u Unit) value(v float64) string {
	if !known(v) {
		return "?"
	}
	return fmt.Sprintf("%.*f", u.Decimals, u.scaled(v)) + u.sign()
}

// within says how far the farther end of an interval is from the value.
func (u Unit) within(r Row) string {
	if !known(r.Value, r.Low, r.High) {
		return ""
	}
	return fmt.Sprintf("±%.*f", u.Decimals, u.scaled(max(r.High-r.Value, r.Value-r.Low, 0)))
}

func (u Unit) scaled(v float64) float64 {
	if u.Percent {
		return 100 * v
	}
	return v
}

func (u Unit) sign() string {
	if u.Percent {
		return " %"
	}
	return ""
}

// times says how often the capital at the beginning a capital is.
func times(capital float64) string {
	x := math.Exp(capital)
	switch {
	case math.IsNaN(x):
		return "×?"
	case x >= 1e6:
		return fmt.Sprintf("×%.0e", x)
	case x >= 9.95:
		return fmt.Sprintf("×%.0f", x)
	case x >= 0.01:
		return fmt.Sprintf("×%.2g", x)
	}
	return "×0"
}

// ahead says in what share of pairs the new bot was ahead, shorter and shorter.
func (e *Evidence) ahead() []string {
	if !known(e.Share) {
		return nil
	}
	if !known(e.Low, e.High) {
		return []string{fmt.Sprintf("ahead in %.0f %% of pairs", 100*e.Share)}
	}
	return []string{
		fmt.Sprintf("%s ahead in %.0f %% of pairs, between %.0f and %.0f", plainName(e.New), 100*e.Share, 100*e.Low,
			100*e.High),
		fmt.Sprintf("ahead in %.0f %%, between %.0f and %.0f", 100*e.Share, 100*e.Low, 100*e.High),
	}
}

// leading says which of the two bets has won more, and returns its course.
func (e *Evidence) leading() (claim string, course []float64, other float64) {
	better, worse := last(e.Better), last(e.Worse)
	if worse > better {
		return plainName(e.New) + " is worse", e.Worse, better
	}
	return plainName(e.New) + " is better", e.Better, worse
}

func last(course []float64) float64 {
	if len(course) == 0 {
		return 0
	}
	return course[len(course)-1]
}

// plainName makes a bot's name, or any other text from outside, safe to be shown in a line.
func plainName(text string) string {
	return strings.ReplaceAll(engine.Printable(text), "\t", " ")
}

// cut cuts a text to a width on a terminal, in which some characters count twice.
func cut(text string, width int) string {
	if ansi.StringWidthWc(text) <= width {
		return text
	}
	return ansi.TruncateWc(text, max(width, 0), "…")
}

// padded cuts or fills a text to a width.
func padded(text string, width int) string {
	text = cut(text, width)
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidthWc(text)))
}

// fitting returns the first text that is no wider than a terminal, or the last, cut.
func fitting(width int, texts ...string) string {
	for _, text := range texts {
		if ansi.StringWidthWc(text) <= width {
			return text
		}
	}
	return cut(texts[len(texts)-1], width)
}

package stats

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Text writes the figure and how far off it may be, as 64.6% ±13.2: in multiples of a unit
// and with so many decimals.
func (e Estimate) Text(times float64, decimals int, unit string) string {
	text := fmt.Sprintf("%.*f%s", decimals, times*e.Value, unit)
	if e.Interval == nil {
		return text
	}
	return text + fmt.Sprintf(" ±%.*f", decimals, times*max(e.Interval.High-e.Value, e.Value-e.Interval.Low))
}

// FaultsText lists the verdicts, as 2 crash, 1 time.
func (b Bot) FaultsText() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(b.Faults)) {
		parts = append(parts, fmt.Sprintf("%d %s", b.Faults[kind], kind))
	}
	return strings.Join(parts, ", ")
}

// Text says that one number does not fit, and which bots go round; nothing if it does.
func (f *Fit) Text(names []string) string {
	if !f.Fails() {
		return ""
	}
	const text = "one number for each bot does not fit these matches: "
	if f.Circle == nil {
		return fmt.Sprintf("%s%s is ahead of %s more often than their ratings say", text, names[f.Pair[0]], names[f.Pair[1]])
	}
	a, b, c := names[f.Circle[0]], names[f.Circle[1]], names[f.Circle[2]]
	return fmt.Sprintf("%s%s is ahead of %s, %s of %s, and %s of %s", text, a, b, b, c, c, a)
}

package resultpage

import (
	"fmt"
	"slices"
)

// mostFaults is how many rows the table of faults has.
const mostFaults = 30

// faultTable lists the verdicts by bot and kind, the most frequent first, and the matches that
// could not be played.
type faultTable struct {
	Rows     []fault
	More     int // rows that are left out
	Failures []Failure
	MoreFail int
}

// fault is a kind of verdict on a bot.
type fault struct {
	Fault

	Name    string
	Command string // which opens the match
	Link    string // to its page, or ""
}

func (p *Page) faults(live bool) faultTable {
	t := faultTable{More: max(0, len(p.Faults)-mostFaults), MoreFail: max(0, len(p.Failures)-mostFaults)}
	for _, f := range p.Faults[:len(p.Faults)-t.More] {
		row := fault{
			Fault: f, Name: p.Bots[f.Bot], Command: fmt.Sprintf("%s%d%s --view", p.Before, f.Match, p.After),
			Link: p.Links[f.Match-1],
		}
		if live {
			row.Link = fmt.Sprintf("match/%d", f.Match)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Failures = slices.Clone(p.Failures[t.MoreFail:])
	slices.Reverse(t.Failures) // the latest first
	return t
}

package resultpage

import (
	"cmp"
	"fmt"
	"maps"
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

// fault is a kind of verdict on a bot. What is known of the last one is there in detail.
type fault struct {
	Bot, Kind    string
	Times        int
	Match, Round int
	Detail       string
	Command      string // which opens the match
	Link         string // to its page, or ""

	bot int
}

func (p *Page) faults(live bool) faultTable {
	type kindOfBot struct {
		bot  int
		kind string
	}
	found := make(map[kindOfBot]*fault)
	for _, m := range p.Matches {
		for _, v := range verdictsOf(m) {
			bot := m.Seats[v.Seat]
			key := kindOfBot{bot, v.Kind}
			if found[key] == nil {
				found[key] = &fault{Bot: p.Bots[bot], Kind: v.Kind, bot: bot}
			}
			f := found[key]
			f.Times++
			if number := m.Number + 1; number > f.Match {
				f.Match, f.Round, f.Detail, f.Link = number, v.Round, v.Detail, p.Links[m.Number]
			}
		}
	}
	t := faultTable{Failures: slices.Clone(p.Failures)}
	for _, f := range slices.SortedFunc(maps.Values(found), func(a, b *fault) int {
		return cmp.Or(b.Times-a.Times, a.bot-b.bot, cmp.Compare(a.Kind, b.Kind))
	}) {
		f.Command = fmt.Sprintf("%s%d%s --view", p.Before, f.Match, p.After)
		if live {
			f.Link = fmt.Sprintf("match/%d", f.Match)
		}
		t.Rows = append(t.Rows, *f)
	}
	t.More, t.MoreFail = max(0, len(t.Rows)-mostFaults), max(0, len(t.Failures)-mostFaults)
	t.Rows = t.Rows[:min(len(t.Rows), mostFaults)]
	slices.Reverse(t.Failures) // the latest first
	t.Failures = t.Failures[:min(len(t.Failures), mostFaults)]
	return t
}

package archive

import (
	"cmp"
	"maps"
	"slices"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
)

// Fault is how often a bot had a verdict of a kind, and the last one.
type Fault struct {
	Bot   int
	Times int
	Match int // the number of the last one's, from 0
	Last  match.Verdict
}

// faultTally counts the verdicts, by bot and kind.
type faultTally map[kindOfBot]*Fault

type kindOfBot struct {
	bot  int
	kind match.Kind
}

func (t faultTally) add(m played.Match) {
	for _, v := range m.Verdicts {
		key := kindOfBot{m.Seats[v.Seat], v.Kind}
		f := t[key]
		if f == nil {
			f = &Fault{Bot: key.bot, Match: -1}
			t[key] = f
		}
		f.Times++
		if m.Number > f.Match {
			f.Match, f.Last = m.Number, v
		}
	}
}

// Faults returns the verdicts by bot and kind, the most frequent first.
func (t *Tournament) Faults() []Fault {
	all := make([]Fault, 0, len(t.faults))
	for _, f := range slices.SortedFunc(maps.Values(t.faults), func(a, b *Fault) int {
		return cmp.Or(b.Times-a.Times, a.Bot-b.Bot, cmp.Compare(a.Last.Kind, b.Last.Kind))
	}) {
		all = append(all, *f)
	}
	return all
}

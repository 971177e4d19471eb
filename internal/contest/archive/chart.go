package archive

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/match/replay"
)

// Chart is what bots noted under the name of a chart, over the matches whose replays the store keeps.
type Chart struct {
	Bots  [][]Noted // by bot, then round
	Names []string  // of all charts that these matches have, sorted
	Kept  int       // matches with a replay
	Fit   int       // those of them with numbers that count
}

// Noted sums up the numbers of a round, or of several.
type Noted struct {
	Count       int
	Sum         float64
	Least, Most float64
}

// Mean returns the mean of the numbers, of which there must be one.
func (n Noted) Mean() float64 { return n.Sum / float64(n.Count) }

// With adds other numbers.
func (n Noted) With(other Noted) Noted {
	if n.Count == 0 || other.Count == 0 {
		return Noted{n.Count + other.Count, n.Sum + other.Sum, n.Least + other.Least, n.Most + other.Most}
	}
	return Noted{
		n.Count + other.Count, n.Sum + other.Sum, min(n.Least, other.Least), max(n.Most, other.Most),
	}
}

// Filter says whose seats in which matches count.
type Filter struct {
	Seat    int     // -1 for any
	Against int     // a bot that sits in another seat; -1 for any
	Seed    *uint64 // nil for any
	Won     *bool   // the first place, or another; nil for any
}

// All lets every seat count.
func All() Filter { return Filter{Seat: -1, Against: -1} }

// fits reports whether a seat of a match counts.
func (f *Filter) fits(m played.Match, seat int) bool {
	others := func(bot int) bool { return bot == f.Against }
	return (f.Seat < 0 || f.Seat == seat) &&
		(f.Seed == nil || *f.Seed == m.Seed) &&
		(f.Won == nil || *f.Won == (m.Places[seat] == 1)) &&
		(f.Against < 0 || slices.ContainsFunc(m.Seats[:seat], others) || slices.ContainsFunc(m.Seats[seat+1:], others))
}

// Chart reads what the bots of a tournament noted under a name.
func (a *Archive) Chart(ctx context.Context, t *Tournament, name string, only Filter) (*Chart, error) {
	kept, err := a.Store.Kept(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	c := &Chart{Bots: make([][]Noted, len(t.Bots))}
	names := make(map[string]bool)
	for _, m := range t.Standings.Matches {
		key, ok := kept[m.Number]
		if !ok {
			continue
		}
		data, _, err := a.Store.Replay(ctx, key)
		if err != nil {
			return nil, err
		}
		read, err := replay.Read(bytes.NewReader(data), a.Games)
		if err != nil {
			return nil, hint.Wrap(a.Path, fmt.Errorf("match %d: %w", m.Number+1, err))
		}
		c.Kept++
		if c.add(m, read.Rounds, name, only, names) {
			c.Fit++
		}
	}
	c.Names = slices.Sorted(maps.Keys(names))
	return c, nil
}

// add adds a match, and reports whether it has a number that counts.
func (c *Chart) add(
	m played.Match, rounds []replay.Round, name string, only Filter, names map[string]bool,
) (fits bool) {
	counts := make([]bool, len(m.Seats))
	for seat := range counts {
		counts[seat] = only.fits(m, seat)
	}
	for _, round := range rounds {
		for seat, notes := range round.Notes[:min(len(round.Notes), len(counts))] {
			for _, n := range notes {
				if n.Kind != engine.ChartNote {
					continue
				}
				names[n.Text] = true
				if n.Text == name && counts[seat] {
					fits = true
					c.note(m.Seats[seat], round.Number, n.Value)
				}
			}
		}
	}
	return fits
}

func (c *Chart) note(bot, round int, value float64) {
	for len(c.Bots[bot]) <= round {
		c.Bots[bot] = append(c.Bots[bot], Noted{})
	}
	c.Bots[bot][round] = c.Bots[bot][round].With(Noted{1, value, value, value})
}

// Rounds is how many rounds the chart has.
func (c *Chart) Rounds() int {
	most := 0
	for _, rounds := range c.Bots {
		most = max(most, len(rounds))
	}
	return most
}

// Over sums up what a bot noted in the rounds from one to another, without the second.
func (c *Chart) Over(bot, from, to int) (all Noted) {
	rounds := c.Bots[bot]
	for _, noted := range rounds[min(from, len(rounds)):min(to, len(rounds))] {
		all = all.With(noted)
	}
	return all
}

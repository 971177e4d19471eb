package archive

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/replay"
)

// Chart is what bots noted under the name of a chart, over the matches whose replays the store keeps.
type Chart struct {
	Name  string
	Names []string  // of all charts that these matches have, or the bot of the filter, sorted
	Each  int       // rounds that are summed up in one
	Bots  [][]Noted // by bot, then by so many rounds
	Kept  int       // matches with a replay
	Read  int       // those that have been read
	Fit   int       // those of them with numbers that count
	Full  bool      // no more are read, as they would take too much memory
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
	Bot     *int    // whose seats; nil for any
	Seed    *uint64 // nil for any
	Won     *bool   // the first place, or another; nil for any
	Shared  *bool   // the first place is that of several; nil for any
	Frozen  bool    // only seats with a verdict
	Length  *Range  // rounds of the match; nil for any
	Margin  *Range  // as [ByMargin]; nil for any
}

// Range is from one number to another, with both.
type Range struct{ From, To int }

func (r *Range) has(n int) bool { return r == nil || r.From <= n && n <= r.To }

// All lets every seat count.
func All() Filter { return Filter{Seat: -1, Against: -1} }

// fits reports whether a seat of a match counts.
func (f *Filter) fits(m played.Match, seat int) bool {
	others := func(bot int) bool { return bot == f.Against }
	return (f.Seat < 0 || f.Seat == seat) &&
		(f.Bot == nil || *f.Bot == m.Seats[seat]) &&
		(f.Seed == nil || *f.Seed == m.Seed) &&
		(f.Against < 0 || slices.ContainsFunc(m.Seats[:seat], others) || slices.ContainsFunc(m.Seats[seat+1:], others)) &&
		f.ended(m, seat) && f.Length.has(m.Rounds) && (f.Margin == nil || f.Margin.has(margin(m, seat)))
}

// ended reports whether it ended for a seat as it must.
func (f *Filter) ended(m played.Match, seat int) bool {
	frozen := func(v match.Verdict) bool { return v.Seat == seat }
	return (f.Won == nil || *f.Won == (m.Places[seat] == 1)) &&
		(f.Shared == nil || *f.Shared == slices.Contains(m.Places[slices.Index(m.Places, 1)+1:], 1)) &&
		(!f.Frozen || slices.ContainsFunc(m.Verdicts, frozen))
}

// course is what the bot of a seat noted under a name.
type course struct {
	name   string
	seat   int
	points []Noted // each of as many rounds
}

// damagedError reports a replay that can't be read.
type damagedError struct {
	match int
	why   error
}

func (e *damagedError) Error() string { return fmt.Sprintf("match %d: %v", e.match+1, e.why) }

func (e *damagedError) Unwrap() error { return e.why }

// courses reads a replay, unless it was dropped meanwhile. It fails with a [*damagedError] if it can't be read.
func (a *Archive) courses(ctx context.Context, number int, key store.Key, each, rounds int) (
	all []course, kept bool, err error,
) {
	data, kept, err := a.Store.Replay(ctx, key)
	if err != nil || !kept {
		return nil, false, err
	}
	read, err := replay.Read(bytes.NewReader(data), a.Games)
	if err != nil {
		return nil, true, hint.Wrap(a.Path, &damagedError{number, err})
	}
	for _, round := range read.Rounds {
		if round.Number > rounds {
			break // no match of these settings has it
		}
		for seat, notes := range round.Notes {
			for _, n := range notes {
				if n.Kind == engine.ChartNote {
					all = note(all, n, seat, round.Number/each)
				}
			}
		}
	}
	return all, true, nil
}

// note adds a number.
func note(all []course, n engine.Note, seat, point int) []course {
	at := slices.IndexFunc(all, func(c course) bool { return c.seat == seat && c.name == n.Text })
	if at < 0 {
		at = len(all)
		all = append(all, course{name: n.Text, seat: seat})
	}
	points := all[at].points
	if lacks := point + 1 - len(points); lacks > 0 {
		points = append(points, make([]Noted, lacks)...)
	}
	points[point] = points[point].With(Noted{1, n.Value, n.Value, n.Value})
	all[at].points = points
	return all
}

// Chart reads what the bots of a tournament noted under a name.
func (a *Archive) Chart(ctx context.Context, t *Tournament, name string, only Filter) (*Chart, error) {
	kept, err := a.Store.Kept(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	c := &Chart{Name: name, Each: 1, Bots: make([][]Noted, len(t.Bots))}
	names := make(map[string]bool)
	for _, m := range t.Standings.Matches {
		key, ok := kept[m.Number]
		if !ok {
			continue
		}
		read, ok, err := a.courses(ctx, m.Number, key, c.Each, t.Setup.Rounds())
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for _, of := range read {
			names[of.name] = true
		}
		c.add(m, read, only)
	}
	c.Kept = c.Read
	c.Names = slices.Sorted(maps.Keys(names))
	return c, nil
}

// add adds a match.
func (c *Chart) add(m played.Match, read []course, only Filter) {
	c.Read++
	fits := false
	for _, of := range read {
		if of.name != c.Name || of.seat >= len(m.Seats) || !only.fits(m, of.seat) {
			continue
		}
		bot := m.Seats[of.seat]
		if lacks := len(of.points) - len(c.Bots[bot]); lacks > 0 {
			c.Bots[bot] = append(c.Bots[bot], make([]Noted, lacks)...)
		}
		for i, n := range of.points {
			c.Bots[bot][i] = c.Bots[bot][i].With(n)
		}
		fits = true
	}
	if fits {
		c.Fit++
	}
}

// Rounds is how many rounds the chart has.
func (c *Chart) Rounds() int {
	most := 0
	for _, rounds := range c.Bots {
		most = max(most, len(rounds))
	}
	return most
}

// Over sums up what a bot noted in the rounds from one to another, without the second, where each is for itself.
func (c *Chart) Over(bot, from, to int) (all Noted) {
	rounds := c.Bots[bot]
	for _, noted := range rounds[min(from, len(rounds)):min(to, len(rounds))] {
		all = all.With(noted)
	}
	return all
}

package archive

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

const (
	// mostPoints is how many points the course of a bot has, at most.
	mostPoints = 60
	// mostRemembered is how many points of all courses are remembered, of 32 bytes each: some thousand matches.
	mostRemembered = 1 << 20
	// usualRead is for how long more replays are read for an answer: a long match takes as much as a hundred short ones.
	usualRead = 2 * time.Second
)

// Charts remembers what the bots of a tournament noted, so that each replay is read once. Only one may ask at a time.
type Charts struct {
	archive Archive
	id      int64
	read    map[store.Key]charted
	points  int // that are remembered
	longest time.Duration
}

// charted is a match that has been read.
type charted struct {
	played.Match
	courses []course
	damaged bool
}

// Charts returns a memory of the charts of a tournament, with nothing in it.
func (a *Archive) Charts(tournament int64) *Charts {
	return &Charts{archive: *a, id: tournament, read: make(map[store.Key]charted), longest: usualRead}
}

// Chart reads at most more replays that have not been read, the newest first, and sums up all that have been.
// A damaged one does not count, or nobody would have a chart any more. Without a name, the chart is the first that the
// bots of the filter have.
func (c *Charts) Chart(ctx context.Context, name string, only Filter, more int) (*Chart, error) {
	now, err := c.archive.Store.Tournament(ctx, c.id)
	if err != nil {
		return nil, err
	}
	t, err := c.archive.begin(now)
	if err != nil {
		return nil, err
	}
	kept, err := c.archive.Store.Kept(ctx, c.id)
	if err != nil {
		return nil, err
	}
	each := Each(t.Setup.Rounds(), mostPoints)
	chart := &Chart{Name: name, Each: each, Bots: make([][]Noted, len(t.Bots))}
	c.forget(kept)
	if err := c.readMore(ctx, t, kept, each, more); err != nil {
		return nil, err
	}
	chart.Full = c.points >= mostRemembered
	c.sum(chart, t, kept, only)
	return chart, nil
}

// Each returns how many rounds are summed up so that there are as many rows as most, or fewer: 1, 2, 5, 10 and so on.
func Each(rounds, most int) int {
	for power := 1; ; power *= 10 {
		for _, each := range []int{power, 2 * power, 5 * power} {
			if each*most >= rounds {
				return each
			}
		}
	}
}

// forget lets matches go whose replays are no longer kept.
func (c *Charts) forget(kept map[int]store.Key) {
	have := make(map[store.Key]bool, len(kept))
	for _, key := range kept {
		have[key] = true
	}
	maps.DeleteFunc(c.read, func(key store.Key, m charted) bool {
		if !have[key] {
			c.points -= m.size()
		}
		return !have[key]
	})
}

func (m charted) size() (points int) {
	for _, one := range m.courses {
		points += len(one.points)
	}
	return points
}

// readMore reads some of the replays that have not been read.
func (c *Charts) readMore(ctx context.Context, t *Tournament, kept map[int]store.Key, each, more int) error {
	var lacking []int
	for number, key := range kept {
		if _, read := c.read[key]; !read {
			lacking = append(lacking, number)
		}
	}
	slices.Sort(lacking)
	lacking = lacking[max(0, len(lacking)-more):]
	if len(lacking) == 0 || c.points >= mostRemembered {
		return nil
	}
	var lines []played.Match // first, as who reads the store holds up its clean-up
	for m, err := range c.archive.Store.Lines(ctx, c.id, lacking[0]) {
		if err == nil && m.Number > lacking[len(lacking)-1] {
			break
		}
		if err == nil {
			err = check(t.Tournament, t.Setup, m.Match)
		}
		if err != nil {
			return err
		}
		key, has := kept[m.Number]
		if _, read := c.read[key]; has && !read {
			lines = append(lines, m.Match)
		}
	}
	begun := time.Now()
	for _, m := range slices.Backward(lines) {
		key := kept[m.Number]
		courses, is, err := c.archive.courses(ctx, m.Number, key, each, t.Setup.Rounds())
		damaged := errors.As(err, new(*damagedError))
		if err != nil && !damaged {
			return err
		}
		if !is { // any more
			delete(kept, m.Number)
			continue
		}
		one := charted{m, courses, damaged}
		c.read[key], c.points = one, c.points+one.size()
		if time.Since(begun) >= c.longest {
			break
		}
	}
	return nil
}

// sum sums up the matches that have been read.
func (c *Charts) sum(chart *Chart, t *Tournament, kept map[int]store.Key, only Filter) {
	var read []charted // in an order, as sums depend on it
	names := make(map[string]bool)
	for _, number := range slices.Sorted(maps.Keys(kept)) {
		m, is := c.read[kept[number]]
		if m.damaged {
			continue
		}
		if chart.Kept++; !is {
			continue
		}
		m.Seats = slices.Clone(m.Seats)
		JoinVersions(m.Match, t.last)
		read = append(read, m)
		for _, one := range m.courses {
			if one.seat < len(m.Seats) && (only.Bot == nil || *only.Bot == m.Seats[one.seat]) {
				names[one.name] = true
			}
		}
	}
	chart.Names = slices.Sorted(maps.Keys(names))
	if chart.Name == "" && len(chart.Names) > 0 {
		chart.Name = chart.Names[0]
	}
	for _, m := range read {
		chart.add(m.Match, m.courses, only)
	}
}

package archive

import (
	"context"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/played"
)

// mostLosses is of how many of its last losses a bot's page tells.
const mostLosses = 10

// Deeds are facts of a bot beside its figures. Matches are numbers, from 0.
type Deeds struct {
	Losses  []int         // the last matches that it has not won, in their order
	Slowest time.Duration // CPU time of its longest round
	In      int           // the match of that round
}

// Record is the greatest score of all matches.
type Record struct {
	Bot, Score, Match int
	Ended             time.Time // zero if there is none
}

// deeds are those of all bots, by number.
type deeds struct {
	of     []Deeds
	record Record
}

func (d *deeds) add(m played.Match) {
	for seat, bot := range m.Seats {
		for len(d.of) <= bot {
			d.of = append(d.of, Deeds{})
		}
		one := &d.of[bot]
		if m.MostCPU != nil && m.MostCPU[seat] > one.Slowest {
			one.Slowest, one.In = m.MostCPU[seat], m.Number
		}
		if d.record.Ended.IsZero() || m.Scores[seat] > d.record.Score {
			d.record = Record{bot, m.Scores[seat], m.Number, m.Ended}
		}
		if !slices.Contains(m.Seats[:seat], bot) && !won(m, bot) {
			one.lose(m.Number)
		}
	}
}

// lose notes a match. It may come later than others with greater numbers.
func (d *Deeds) lose(number int) {
	at, _ := slices.BinarySearch(d.Losses, number)
	switch {
	case len(d.Losses) < mostLosses:
		d.Losses = slices.Insert(d.Losses, at, number)
	case at > 0:
		copy(d.Losses, d.Losses[1:at])
		d.Losses[at-1] = number
	}
}

// won reports whether a bot has won a match, alone or with others.
func won(m played.Match, bot int) bool {
	for seat, is := range m.Seats {
		if is == bot && m.Places[seat] == 1 {
			return true
		}
	}
	return false
}

// Deeds returns those of a bot.
func (t *Tournament) Deeds(bot int) Deeds {
	if bot >= len(t.deeds.of) {
		return Deeds{}
	}
	one := t.deeds.of[bot]
	one.Losses = slices.Clone(one.Losses)
	return one
}

// Record returns the greatest score so far.
func (t *Tournament) Record() Record { return t.deeds.record }

// Played returns the matches of these numbers that are there, in the same order.
func (a *Archive) Played(ctx context.Context, t *Tournament, numbers []int) (list []played.Match, err error) {
	for _, number := range numbers {
		for m, err := range a.Store.Lines(ctx, t.ID, number) {
			if err != nil {
				return nil, err
			}
			if m.Number == number {
				JoinVersions(m.Match, t.last)
				list = append(list, m.Match)
			}
			break
		}
	}
	return list, nil
}

// Newest returns the last matches of a tournament, so many at most, in their order.
func (a *Archive) Newest(ctx context.Context, t *Tournament, most int) (list []played.Match, err error) {
	for m, err := range a.Store.Lines(ctx, t.ID, max(0, t.End()-most)) {
		if err != nil {
			return nil, err
		}
		if t.Has(m.Number) {
			JoinVersions(m.Match, t.last)
			list = append(list, m.Match)
		}
	}
	return list, nil
}

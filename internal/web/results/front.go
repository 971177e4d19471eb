package results

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// mostNewest is among how many of the last matches those are chosen that are worth watching.
const mostNewest = 300

// addFront adds what the page of a league begins with, and keeps how its bots are rated today.
func (f *follower) addFront(ctx context.Context, p *resultpage.Page) error {
	if f.t.Kind != store.KindLeague {
		return nil
	}
	newest, err := f.o.Archive.Newest(ctx, f.t, mostNewest)
	p.Watch, p.Address = watch(newest, *p), f.o.Address
	err = errors.Join(err, f.picture(ctx, p))
	p.Record = f.recordOf()
	if f.o.Playing != nil && f.t.AsOf.IsZero() {
		p.Playing = f.o.Playing()
	}
	today, of := f.clock().Format(time.DateOnly), f.o.Archive.Store
	if f.o.KeepRatings {
		err = errors.Join(err, of.KeepRatings(ctx, f.t.ID, ratedOn(today, *p)))
	}
	before, failed := of.RatingsBefore(ctx, f.t.ID, today)
	leaders, none := of.Leaders(ctx, f.t.ID, mostDays)
	p.Yesterday, p.Leaders = daysOf(before), daysOf(leaders)
	return errors.Join(err, failed, none)
}

// recordOf is the greatest score of a league.
func (f *follower) recordOf() *resultpage.Record {
	r := f.t.Record()
	if r.Ended.IsZero() {
		return nil
	}
	return &resultpage.Record{Bot: r.Bot, Score: r.Score, Match: r.Match + 1, Ended: r.Ended}
}

// ratedOn is how the bots of a page are rated.
func ratedOn(day string, p resultpage.Page) []store.Rated {
	all := make([]store.Rated, len(p.Ranking))
	for i, bot := range p.Ranking {
		of := p.Summary.Bots[bot]
		all[i] = store.Rated{Day: day, Entrant: bot, Place: i + 1, Matches: of.Matches, Rating: of.Rating.Value}
		if in := of.Rating.Interval; in != nil {
			all[i].Low, all[i].High = &in.Low, &in.High
		}
	}
	return all
}

// watch returns which of some matches are worth watching, each for another reason.
func watch(matches []played.Match, p resultpage.Page) (list []resultpage.Watched) {
	for _, choice := range []struct {
		what string
		of   func(played.Match) float64 // how good it is; 0 if it is not at all
	}{
		{"the closest", closeness},
		{"the greatest upset", func(m played.Match) float64 { return upset(m, p) }},
		{"the most points", func(m played.Match) float64 { return float64(slices.Max(m.Scores)) }},
	} {
		best, found := 0.0, -1
		for i, m := range matches {
			taken := slices.ContainsFunc(list, func(w resultpage.Watched) bool { return w.Match == m.Number+1 })
			if good := choice.of(m); good > 0 && good >= best && !taken {
				best, found = good, i
			}
		}
		if found >= 0 {
			list = append(list, watched(choice.what, matches[found]))
		}
	}
	return list
}

func watched(what string, m played.Match) resultpage.Watched {
	w := resultpage.Watched{What: what, Match: m.Number + 1}
	seats := make([]int, len(m.Seats))
	for seat := range seats {
		seats[seat] = seat
	}
	slices.SortStableFunc(seats, func(a, b int) int { return m.Places[a] - m.Places[b] })
	for _, seat := range seats {
		w.Bots, w.Scores = append(w.Bots, m.Seats[seat]), append(w.Scores, m.Scores[seat])
	}
	return w
}

// closeness is the score of the second as a share of that of the first. One in which a bot was frozen is not close.
func closeness(m played.Match) float64 {
	sorted := slices.Sorted(slices.Values(m.Scores))
	if len(sorted) < 2 || sorted[len(sorted)-1] <= 0 || len(m.Verdicts) > 0 {
		return 0
	}
	return float64(max(0, sorted[len(sorted)-2])) / float64(sorted[len(sorted)-1])
}

// upset is by how many points the best of a match is rated above its winner.
func upset(m played.Match, p resultpage.Page) float64 {
	most, winner := 0.0, 0.0
	for seat, bot := range m.Seats {
		rating := p.Summary.Bots[bot].Rating.Value
		if seat == 0 || rating > most {
			most = rating
		}
		if m.Places[seat] == 1 && (winner == 0 || rating > winner) {
			winner = rating
		}
	}
	return most - winner
}

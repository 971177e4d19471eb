package results

import (
	"context"
	"errors"
	"fmt"
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
	changes, unread := f.o.Archive.Store.LeadChanges(ctx, f.t.ID, max(0, f.t.End()-mostNewest))
	p.Watch, p.Address = watch(newest, changes, *p), f.o.Address
	err = errors.Join(err, unread, f.picture(ctx, p))
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

// watch returns which of some matches are worth watching, each for another reason, or for several of them. Changes are
// how often their leads have changed, where that is known.
func watch(matches []played.Match, changes map[int]int, p resultpage.Page) (list []resultpage.Watched) {
	for _, reason := range []struct {
		of   func(played.Match) float64 // how good it is; 0 if it is not at all
		what func(good float64) string
	}{
		{closeness, func(float64) string { return "the closest" }},
		{func(m played.Match) float64 { return upset(m, p) }, func(float64) string { return "the greatest upset" }},
		{func(m played.Match) float64 { return float64(changes[m.Number]) }, func(n float64) string {
			return fmt.Sprintf("the lead changed most often, %s", times(int(n)))
		}},
	} {
		best, found := 0.0, -1
		for i, m := range matches {
			if good := reason.of(m); good > 0 && good >= best {
				best, found = good, i
			}
		}
		if found < 0 {
			continue
		}
		w, what := watched(matches[found]), reason.what(best)
		if at := slices.IndexFunc(list, func(is resultpage.Watched) bool { return is.Match == w.Match }); at >= 0 {
			list[at].What += ", and " + what
			continue
		}
		w.What = what
		list = append(list, w)
	}
	return list
}

// times is how often something was.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func watched(m played.Match) resultpage.Watched {
	w := resultpage.Watched{Match: m.Number + 1}
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

package contest

import (
	"context"
	"errors"

	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
)

// Terms say which bots are compared, under which conditions, and when enough is known.
type Terms struct {
	// Run has the conditions. Its entrants are the new bot, the old one, and those of the field.
	Run
	comparison.Question // whose Field follows from the entrants
	Begin

	Most int // matches at most

	// Begun, if not nil, is called before the first match.
	Begun func(Begun)
	// Progress, if not nil, is called after each match.
	Progress func(Progress)
}

// Compare plays matches of a new bot and an old one until enough is known, or as many as there may
// be. With an error, the answer covers the matches so far; it is nil if no match was begun.
func Compare(ctx context.Context, t Terms) (a *comparison.Answer, err error) {
	seats := t.Setup.Seats()
	t.Field = len(t.Entrants) - schedule.FirstOfField
	if err := t.Fits(seats); err != nil {
		return nil, err
	}
	if t.Most, err = comparison.WholeGroups(t.Most); err != nil {
		return nil, err
	}
	if t.Entrants[schedule.New].Bot.Same(t.Entrants[schedule.Old].Bot) {
		return nil, comparison.ErrSame
	}
	if a, err = t.NewAnswer(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Memory.Close()) }()
	begun, err := t.Remember(ctx, store.KindCompare, t.Format(seats), t.Begin)
	if err != nil {
		return nil, err
	}
	matches, err := t.Schedule(seats, begun.First)
	if err != nil {
		return nil, err
	}
	if t.Begun != nil {
		t.Begun(begun)
	}
	return a, t.Play(ctx, matches.Matches(), t.Most, func(m series.Match) bool {
		more := a.Add(m.Match)
		if t.Progress != nil {
			t.Progress(t.progress(m, a))
		}
		return more
	})
}

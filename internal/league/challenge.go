package league

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// ChallengeMatches is how many matches a challenge has, each with a seed of its own.
const ChallengeMatches = 10

// ChallengeBounds are those of all leagues: enough for a class in which some are curious, and 40 MB of replays.
var ChallengeBounds = store.ChallengeBounds{Waiting: 20, Day: 5, Kept: 100}

// Why a league takes no challenge.
var (
	ErrStandsStill = errors.New("the table stands still, and until everybody sees it again, no challenges are taken")
	ErrClosed      = errors.New("the league takes no more bots, and no challenges")
)

// ChallengedError says why these bots can't be challenged.
type ChallengedError struct{ Why string }

func (e *ChallengedError) Error() string { return e.Why }

// TakesChallenges returns nil, or why the league takes none now.
func (l *League) TakesChallenges(ctx context.Context, now time.Time) error {
	h, err := l.Store.Hours(ctx, l.ID)
	switch {
	case err != nil:
		return err
	case !h.Freeze.IsZero() && !now.Before(h.Freeze):
		return ErrStandsStill
	case !h.Deadline.IsZero() && now.After(h.Deadline.Add(h.Late)): // then the machine is for the final
		return ErrClosed
	}
	return nil
}

// Challenge lets a person challenge bots of the league, by their names, to matches on seeds that are drawn now: who
// chose them could try many at home.
func (l *League) Challenge(ctx context.Context, person string, names []string, now time.Time) (
	c store.Challenge, err error,
) {
	if err := l.TakesChallenges(ctx, now); err != nil {
		return c, err
	}
	current, err := l.Store.League(ctx)
	if err != nil {
		return c, err
	}
	c.Kind, c.Format, c.Conditions, c.Person = store.KindSeries, Balanced, current.Conditions, person
	for i, name := range names {
		if slices.Contains(names[:i], name) || i == l.Match.Seats() {
			break // which the number tells
		}
		e, err := challenged(current.Entrants, name)
		if err != nil {
			return c, err
		}
		e.Joined = nil // which is of leagues
		c.Entrants = append(c.Entrants, e)
	}
	if len(c.Entrants) != l.Match.Seats() || len(names) != l.Match.Seats() {
		return c, &ChallengedError{fmt.Sprintf("choose %d bots, each once", l.Match.Seats())}
	}
	if c.First, err = drawSeed(); err != nil {
		return c, err
	}
	return l.Store.BeginChallenge(ctx, l.ID, c, ChallengeBounds, now)
}

// challenged returns the bot of a name that plays, or will.
func challenged(entrants []store.Entrant, name string) (store.Entrant, error) {
	why := "is no bot of the league"
	for _, e := range entrants {
		if e.Name != name {
			continue
		}
		if e.Stays() {
			return e, nil
		}
		if why = "plays no more"; e.Paused {
			why = "is paused"
		}
	}
	return store.Entrant{}, &ChallengedError{safe.Sprintf("%s %s", safe.Outside(name), why)}
}

// Challenged returns the bots of a challenge as they are started, and its schedule.
func (l *League) Challenged(ctx context.Context, finder find.Finder, c store.Challenge) (
	[]lineup.Entrant, schedule.Schedule, error,
) {
	bots, err := l.started(ctx, finder, c.Entrants)
	if err != nil {
		return nil, nil, err
	}
	turns, err := schedule.NewBalanced(make([]schedule.Stay, len(bots)), l.Match.Seats(), false, c.First)
	return bots, turns, err
}

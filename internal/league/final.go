package league

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// Why no final can be drawn yet.
var (
	ErrNoDeadline = errors.New("it has no deadline, so more bots may come")
	ErrTooFewBots = errors.New("fewer bots than seats have played")
)

// OpenError reports a league that still takes bots.
type OpenError struct{ Until time.Time }

func (e *OpenError) Error() string { return "it still takes bots" }

// UnplayedError reports a bot that plays in a league, and has not played a match.
type UnplayedError struct{ Name safe.Outside }

func (e *UnplayedError) Error() string { return e.Name.String() + " has not played a match yet" }

// The formats of finals: the bots fill the seats, or take turns.
const (
	finalRotations = "rotations"
	finalBalanced  = "balanced"
)

// mostSeed keeps seeds that are drawn short enough to read out, and too many to try them all.
const mostSeed = 1_000_000_000_000

func drawSeed() (uint64, error) {
	seed, err := rand.Int(rand.Reader, big.NewInt(mostSeed))
	if err != nil {
		return 0, err
	}
	return seed.Uint64(), nil
}

// DrawFinal begins a final of the first bots of the table that play, with so many matches, on seeds that nobody can
// have known while bots were taken: they are drawn now. The table has the numbers of all that have played.
func (l *League) DrawFinal(ctx context.Context, table []int, best, matches int, now time.Time) (store.Final, error) {
	h, err := l.Store.Hours(ctx, l.ID)
	if err != nil {
		return store.Final{}, err
	}
	switch until := h.Deadline.Add(h.Late); {
	case h.Deadline.IsZero():
		return store.Final{}, ErrNoDeadline
	case !now.After(until):
		return store.Final{}, &OpenError{until}
	}
	f := store.Final{Of: matches}
	f.Kind, f.Format, f.Conditions = store.KindSeries, finalBalanced, l.Conditions
	for number, e := range l.Entrants {
		if e.Stays() && !slices.Contains(table, number) {
			return f, &UnplayedError{safe.Outside(e.Name)}
		}
	}
	for _, number := range table {
		if e := l.Entrants[number]; e.Stays() && len(f.Entrants) < best {
			e.Joined = nil // which is of leagues
			f.Entrants = append(f.Entrants, e)
		}
	}
	if len(f.Entrants) < l.Match.Seats() {
		return f, ErrTooFewBots
	}
	if len(f.Entrants) == l.Match.Seats() {
		f.Format = finalRotations
	}
	if f.First, err = drawSeed(); err != nil {
		return f, err
	}
	return l.Store.BeginFinal(ctx, l.ID, f, now)
}

// Finalists returns the bots of a final as they are started, and its schedule.
func (l *League) Finalists(ctx context.Context, finder find.Finder, f store.Final) (
	[]lineup.Entrant, schedule.Schedule, error,
) {
	bots, err := l.started(ctx, finder, f.Entrants)
	if err != nil {
		return nil, nil, err
	}
	switch f.Format {
	case finalRotations:
		seats := make([]int, len(bots))
		for number := range seats {
			seats[number] = number
		}
		return bots, schedule.NewRotations(seats, f.First), nil
	case finalBalanced:
		turns, err := schedule.NewBalanced(make([]schedule.Stay, len(bots)), l.Match.Seats(), true, f.First)
		return bots, turns, err
	}
	return nil, nil, fmt.Errorf("the final has the schedule %q, which this arena does not know", f.Format)
}

// started returns bots of the league as they are started.
func (l *League) started(ctx context.Context, finder find.Finder, entrants []store.Entrant) ([]lineup.Entrant, error) {
	bots := make([]lineup.Entrant, len(entrants))
	for number, e := range entrants {
		found, err := l.ToPlay(ctx, finder, e.Name, e.Program)
		if err != nil {
			return nil, err
		}
		bots[number] = lineup.Stored(e)
		bots[number].Bot.Command = found.Command
	}
	lineup.Label(bots)
	return bots, nil
}

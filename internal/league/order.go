package league

import (
	"context"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// The formats of leagues.
const (
	// Balanced is the format in which all bots play about as often, and meet each other and sit
	// in each seat about as often.
	Balanced = "balanced"
	// Ladder is the format in which those play whose ranks are least certain.
	Ladder = ladder.Format
)

// order says who plays next.
type order interface {
	// number returns the number of the next match that is new.
	number() int
	// decided returns how many matches were decided on before, and must be played as they are.
	decided() int
	// change lets entrants join, leave and be preferred from that match on.
	change(now store.Tournament) error
	// owes returns how many matches an entrant is to play before others.
	owes(entrant int) int
	// next returns the next match. It returns false while there are too few bots.
	next(ctx context.Context) (schedule.Planned, bool, error)
	// pass goes past the next match, which is over.
	pass(m schedule.Planned) error
	// learn counts the results before a match that it has not counted.
	learn(ctx context.Context, until int) error
	// forget lets all results be counted anew, as some were set aside.
	forget()
	// played counts a match.
	played(m played.Match)
	// state writes down where it is.
	state(into *checkpoint)
}

// balanced is the order in which all play about as often.
type balanced struct{ walk *schedule.Walk }

func newBalanced(seats int, first uint64) *balanced {
	return &balanced{schedule.NewWalk(seats, false, first)}
}

func (b *balanced) number() int { return b.walk.Number() }

func (b *balanced) decided() int { return 0 }

func (b *balanced) change(now store.Tournament) error {
	return b.walk.Change(store.StaysOf(now.Entrants), now.Debts()...)
}

func (b *balanced) owes(entrant int) int { return b.walk.Owes(entrant) }

func (b *balanced) next(context.Context) (schedule.Planned, bool, error) {
	m, more := b.walk.Next()
	return m, more, nil
}

func (b *balanced) pass(m schedule.Planned) error { return b.walk.Pass(m.Seats) }

func (b *balanced) learn(context.Context, int) error { return nil }

func (b *balanced) forget() {}

func (b *balanced) played(played.Match) {}

func (b *balanced) state(into *checkpoint) {
	state := b.walk.State()
	into.Walk = &state
}

package league

import (
	"context"
	"fmt"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// ladderOrder is the order in which those play whose match tells most. Its decisions
// depend on results, and on when they came; so they are stored before they are carried out.
type ladderOrder struct {
	store      *store.Store
	tournament int64
	seats      int
	stored     int // matches that were decided
	gone       int // through them
	learned    int // the number of the first result that was not counted in its turn

	stays    []schedule.Stay
	debts    []schedule.Debt
	arrivals schedule.Arrivals
	ladder   *ladder.Ladder
}

func (l *ladderOrder) number() int  { return l.gone }
func (l *ladderOrder) decided() int { return l.stored }

func (l *ladderOrder) change(now store.Tournament) error {
	l.stays, l.debts = store.StaysOf(now.Entrants), now.Debts()
	l.arrivals.Change(l.stays)
	l.ladder.Grow(len(l.stays))
	return nil
}

func (l *ladderOrder) owes(entrant int) int { return l.ladder.Owes(entrant) }

func (l *ladderOrder) learn(ctx context.Context, until int) error {
	if until <= l.learned {
		return nil
	}
	for m, err := range l.store.Lines(ctx, l.tournament, l.learned) {
		if err != nil {
			return err
		}
		if m.Number >= until {
			break
		}
		if err := sits(m.Seats, l.seats, len(l.stays)); err != nil {
			return fmt.Errorf("match %d %w", m.Number, err)
		}
		l.ladder.Learn(m.Match)
	}
	l.learned = until
	return nil
}

func (l *ladderOrder) forget() {
	l.ladder.Forget()
	l.learned = 0
}

func (l *ladderOrder) next(ctx context.Context) (schedule.Planned, bool, error) {
	if l.gone < l.stored {
		d, decided, err := l.store.Decision(ctx, l.tournament, l.gone)
		if err == nil && !decided {
			err = fmt.Errorf("match %d was not decided, but match %d was", l.gone, l.stored-1)
		}
		if err == nil {
			err = l.pass(d.Planned)
		}
		return d.Planned, err == nil, err
	}
	d, ok := l.decide()
	if !ok {
		return schedule.Planned{}, false, nil
	}
	if err := l.store.Decide(ctx, l.tournament, d); err != nil {
		return schedule.Planned{}, false, err
	}
	l.stored++
	return d.Planned, true, l.pass(d.Planned)
}

// join lets those begin who play from a match on.
func (l *ladderOrder) join(match int) {
	came, before := l.arrivals.At(match)
	for _, bot := range came {
		l.ladder.Join(bot, l.stays[bot].After, before)
	}
	for _, d := range l.debts {
		if d.From == match && d.Bot < len(l.stays) {
			l.ladder.Owe(d.Bot, d.Matches)
		}
	}
}

func (l *ladderOrder) pass(m schedule.Planned) error {
	if l.gone == l.stored {
		return fmt.Errorf("match %d was played, but nobody decided that it should be", m.Number)
	}
	if err := sits(m.Seats, l.seats, len(l.stays)); err != nil {
		return fmt.Errorf("match %d %w", m.Number, err)
	}
	l.join(l.gone)
	l.gone++
	l.ladder.Count(m.Seats)
	return nil
}

// sits returns an error unless a match of so many seats can have these bots, of so many.
func sits(bots []int, seats, of int) error {
	for _, bot := range bots {
		if bot < 0 || bot >= of {
			return fmt.Errorf("has bot %d, and there are %d", bot, of)
		}
	}
	if len(bots) != seats {
		return fmt.Errorf("has %d bots for %d seats", len(bots), seats)
	}
	return nil
}

// decide returns the next match, or false if there are too few bots.
func (l *ladderOrder) decide() (store.Decision, bool) {
	number := l.stored
	l.join(number)
	present := make([]int, 0, len(l.stays))
	for bot, stay := range l.stays {
		if stay.Includes(number) {
			present = append(present, bot)
		}
	}
	if len(present) < l.seats {
		return store.Decision{}, false
	}
	m, why := l.ladder.Next(number, present)
	return store.Decision{Planned: m, Why: why}, true
}

func (l *ladderOrder) played(m played.Match) { l.ladder.Learn(m) }

func (l *ladderOrder) state(into *checkpoint) {
	into.Ladder, into.Learned = l.ladder.State(), l.learned
}

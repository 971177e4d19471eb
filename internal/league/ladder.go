package league

import (
	"context"
	"fmt"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// newOrder returns the order of the league's format.
func (p *playing) newOrder(ctx context.Context, seats int) (order, error) {
	if !p.league.Ladder {
		return newBalanced(seats, p.league.First), nil
	}
	l := &ladderOrder{store: p.Store, tournament: p.league.ID, ladder: ladder.New(seats, p.league.First), seats: seats}
	decisions, err := p.Store.Decisions(ctx, l.tournament)
	if err != nil {
		return nil, err
	}
	for _, d := range decisions {
		if d.Number != len(l.matches) {
			return nil, fmt.Errorf("match %d was not decided, but match %d was", len(l.matches), d.Number)
		}
		l.matches = append(l.matches, d.Planned)
	}
	return l, nil
}

// ladderOrder is the order in which those play whose match tells most. Its decisions
// depend on results, and on when they came; so they are stored before they are carried out.
type ladderOrder struct {
	store      *store.Store
	tournament int64
	seats      int
	matches    []schedule.Planned // that were decided
	gone       int                // through them

	stays    []schedule.Stay
	arrivals schedule.Arrivals
	ladder   *ladder.Ladder
}

func (l *ladderOrder) number() int  { return l.gone }
func (l *ladderOrder) decided() int { return len(l.matches) }

func (l *ladderOrder) change(entrants []store.Entrant) error {
	l.stays = store.StaysOf(entrants)
	l.arrivals.Change(l.stays)
	l.ladder.Grow(len(entrants))
	return nil
}

func (l *ladderOrder) rebuild(ctx context.Context) error {
	l.ladder.Forget()
	for m, err := range l.store.Lines(ctx, l.tournament, 0) {
		if err != nil {
			return err
		}
		l.played(m.Match)
	}
	return nil
}

func (l *ladderOrder) next(ctx context.Context) (schedule.Planned, bool, error) {
	if l.gone == len(l.matches) {
		d, ok := l.decide()
		if !ok {
			return schedule.Planned{}, false, nil
		}
		if err := l.store.Decide(ctx, l.tournament, d); err != nil {
			return schedule.Planned{}, false, err
		}
		l.matches = append(l.matches, d.Planned)
	}
	return l.advance(), true, nil
}

// join lets those begin who play from a match on.
func (l *ladderOrder) join(match int) {
	came, before := l.arrivals.At(match)
	for _, bot := range came {
		l.ladder.Join(bot, l.stays[bot].After, before)
	}
}

// advance goes past the next match, which was decided on, and returns it.
func (l *ladderOrder) advance() schedule.Planned {
	l.join(l.gone)
	m := l.matches[l.gone]
	l.gone++
	l.ladder.Count(m.Seats)
	return m
}

func (l *ladderOrder) pass(m schedule.Planned) error {
	if l.gone == len(l.matches) {
		return fmt.Errorf("match %d was played, but nobody decided that it should be", m.Number)
	}
	l.advance()
	return nil
}

// decide returns the next match, or false if there are too few bots.
func (l *ladderOrder) decide() (store.Decision, bool) {
	number := len(l.matches)
	l.join(number)
	var present []int
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

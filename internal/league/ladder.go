package league

import (
	"context"
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
)

// newOrder returns the order of the league's format.
func (p *playing) newOrder(ctx context.Context, seats int) (order, error) {
	if !p.league.Ladder {
		return newBalanced(seats, p.league.First), nil
	}
	l := &ladder{
		store: p.Store, tournament: p.league.ID, first: p.league.First, seats: seats,
		tally: stats.NewTally(0),
	}
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
	return l, l.rebuild(ctx)
}

// ladder is the order in which those play whose ranks are least certain. Its decisions
// depend on results, and on when they came; so they are stored before they are carried out.
type ladder struct {
	store      *store.Store
	tournament int64
	first      uint64 // seed of the first match
	seats      int
	matches    []schedule.Planned // that were decided
	gone       int                // through them

	stays []schedule.Stay
	count []int // matches that were decided, by bot
	sat   [][]int

	tally   *stats.Tally
	summary stats.Summary
	fresh   int // matches since the summary
}

func (l *ladder) number() int  { return l.gone }
func (l *ladder) decided() int { return len(l.matches) }

func (l *ladder) change(entrants []store.Entrant) error {
	l.stays = staysOf(entrants)
	if len(l.count) < len(entrants) {
		more := len(entrants) - len(l.count)
		l.count = append(l.count, make([]int, more)...)
		for range more {
			l.sat = append(l.sat, make([]int, l.seats))
		}
		l.tally.Grow(len(entrants))
		l.fresh = l.tally.Matches()
	}
	return nil
}

func (l *ladder) rebuild(ctx context.Context) error {
	l.tally = stats.NewTally(len(l.count))
	for m, err := range l.store.Matches(ctx, l.tournament) {
		if err != nil {
			return err
		}
		l.played(m.Match)
	}
	l.fresh = l.tally.Matches() + 1 // what was summed up does not hold
	return nil
}

func (l *ladder) next(ctx context.Context) (schedule.Planned, bool, error) {
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

// advance goes past the next match, which was decided on, and returns it.
func (l *ladder) advance() schedule.Planned {
	m := l.matches[l.gone]
	l.gone++
	for seat, bot := range m.Seats {
		l.count[bot]++
		l.sat[bot][seat]++
	}
	return m
}

func (l *ladder) pass(m schedule.Planned) error {
	if l.gone == len(l.matches) {
		return fmt.Errorf("match %d was played, but nobody decided that it should be", m.Number)
	}
	l.advance()
	return nil
}

// decide returns the next match, or false if there are too few bots.
func (l *ladder) decide() (store.Decision, bool) {
	number := len(l.matches)
	var present []schedule.Rung
	l.summarize()
	for bot, stay := range l.stays {
		if stay.Includes(number) {
			present = append(present, l.rung(bot))
		}
	}
	if len(present) < l.seats {
		return store.Decision{}, false
	}
	group := uint64(number) //nolint:gosec // never negative
	seats, why := schedule.Ladder(present, l.seats, engine.NewRand(engine.NewChaCha8(l.first, schedule.Draws+group)))
	m := schedule.Planned{Number: number, Group: number, Seed: l.first + group, Seats: seats}
	return store.Decision{Planned: m, Why: why}, true
}

// rung is what is known of where a bot stands.
func (l *ladder) rung(bot int) schedule.Rung {
	r := schedule.Rung{Bot: bot, Matches: l.count[bot], Sat: l.sat[bot], Rating: meanRating}
	if bot >= len(l.summary.Bots) {
		return r
	}
	of := l.summary.Bots[bot]
	if r.Known = of.Matches; r.Known > 0 {
		r.Rating = of.Rating.Value
	}
	if i := of.Rating.Interval; i != nil {
		r.Low, r.High = i.Low, i.High
	}
	return r
}

// meanRating is the rating of a bot of which nothing is known.
const meanRating = 1500

// ladderResamples is enough to see which intervals overlap most.
const ladderResamples = 100

// summarize sums up the results anew if there are enough new ones to matter. With 1000 bots it
// takes seconds.
func (l *ladder) summarize() {
	if l.fresh > max(l.tally.Matches()/50, len(l.stays)/10) {
		l.summary = l.tally.Summary(stats.Options{Resamples: ladderResamples, Seed: l.first})
		l.fresh = 0
	}
}

func (l *ladder) played(m played.Match) {
	l.tally.Grow(slices.Max(m.Seats) + 1) // a store may tell of a match before it tells of its bots
	l.tally.Add(m)
	l.fresh++
}

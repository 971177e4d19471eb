package cli

import (
	"context"
	"fmt"
	"iter"

	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/outcome"
	"github.com/botarena/arena/internal/params"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/tune"
	"github.com/botarena/arena/internal/words"
)

// tuning is a search for better values of parameters.
type tuning struct {
	*manyMatches
	o     *tuneOptions
	bot   lineup.Entrant
	field []lineup.Entrant
	space params.Space
	start params.Values

	versus versus
	first  uint64
	tuner  *tune.Search
	steps  int
	groups int  // that were played
	differ bool // there was a group in which not both were as good
}

// search asks for duels and plays them until there are no more.
func (r *tuning) search(ctx context.Context) error {
	for {
		duels := r.tuner.Next()
		if len(duels) == 0 {
			return nil
		}
		r.s.err.progress("match %d of %d; best so far: %s", r.groups*matchesOfGroup, r.steps*tune.Step*matchesOfGroup, r.space.Typed(r.tuner.Best()))
		results, err := r.playDuels(ctx, duels)
		if err != nil {
			return err
		}
		r.tuner.Told(results)
		r.groups += len(duels)
		if !r.differ {
			return withHint(fmt.Errorf("%s: its parameters made no difference in %s", words.Name(r.bot.Bot.Typed), words.Count(r.groups*matchesOfGroup, "match")), howToRead(r.space))
		}
	}
}

// playDuels plays a group of matches for each duel, and returns the results.
func (r *tuning) playDuels(ctx context.Context, duels []tune.Duel) ([]float64, error) {
	r.seat(duels)
	group, results := make([]outcome.Match, 0, matchesOfGroup), make([]float64, 0, len(duels))
	err := r.playQuietly(ctx, r.matches(duels), 0, func(m series.Match) bool {
		r.count(m)
		if m.Number != len(results)*matchesOfGroup+len(group) {
			return true // others are missing before it, as after Ctrl-C
		}
		if group = append(group, sidesOf(m, func(bot int) int { return r.role(bot, duels) })); len(group) < matchesOfGroup {
			return true
		}
		result, err := outcome.OfGroup(r.o.by.measure(), group)
		must(err) // the schedule seats both
		r.differ = r.differ || result != 0.5
		group, results = group[:0], append(results, result)
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("search, after %s: %w", words.Count(r.groups*matchesOfGroup, "match"), err)
	}
	return results, nil
}

// seat makes the two sides of each duel entrants, and those of the field after them.
func (r *tuning) seat(duels []tune.Duel) {
	var list []lineup.Entrant
	for _, d := range duels {
		list = append(list, r.given(d.A), r.given(d.B))
	}
	r.bots = lineup.Lineup{Entrants: append(list, r.field...)}
	r.memory.tournament.Entrants = lineup.InStore(r.bots.Entrants)
	base := r.groups * matchesOfGroup
	r.memory.filed = func(planned schedule.Match) schedule.Match {
		planned.Number += base
		planned.Seats = mapped(planned.Seats, func(bot int) int { return r.role(bot, duels) })
		return planned
	}
}

// given returns the bot with values for its parameters.
func (r *tuning) given(v params.Values) lineup.Entrant {
	one := r.bot
	one.Bot = r.bot.Bot.Given(r.space, v)
	one.Bot.Typed = r.typed(v)
	return one
}

// typed returns what stands for the bot with these values on a command line.
func (r *tuning) typed(v params.Values) string {
	return withoutValues(r.bot.Bot.Typed) + ":" + r.space.Typed(v)
}

// role returns the role of an entrant in the schedule.
func (r *tuning) role(bot int, duels []tune.Duel) int {
	if over := bot - 2*len(duels); over >= 0 {
		return schedule.FirstOfField + over
	}
	return bot % 2 // schedule.New, schedule.Old
}

// matches returns the matches of duels, with the entrants as seat numbers them.
func (r *tuning) matches(duels []tune.Duel) iter.Seq[schedule.Match] {
	return func(yield func(schedule.Match) bool) {
		for number := range len(duels) * matchesOfGroup {
			m := r.versus.At(r.groups*matchesOfGroup + number)
			duel := number / matchesOfGroup
			m.Number = number
			m.Seats = mapped(m.Seats, func(role int) int {
				if role >= schedule.FirstOfField {
					return role - schedule.FirstOfField + 2*len(duels)
				}
				return 2*duel + role
			})
			if !yield(m) {
				return
			}
		}
	}
}

func mapped(list []int, to func(int) int) []int {
	all := make([]int, len(list))
	for i, one := range list {
		all[i] = to(one)
	}
	return all
}

package contest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/contest/tune"
)

// Search looks for better values of the parameters of a bot: the bot plays against itself with other
// values. It is made by [NewSearch], and plays by [Search.Play].
type Search struct {
	Run
	comparison.Question
	Bot    lineup.Entrant
	Space  params.Space
	Start  params.Values // that the bot has at the start
	First  uint64        // the seed of the first group
	Groups int           // that were played

	// Progress, if not nil, is called after each match.
	Progress func(Progress)
	// Step, if not nil, is called before matches are played at the same time.
	Step func()

	field    []lineup.Entrant
	schedule comparison.Schedule
	tuner    *tune.Search
	steps    int
	differ   bool // there was a group in which not both were as good
}

// ErrNoParameters is returned for a bot that has none.
var ErrNoParameters = errors.New("has no parameters")

// NoEffectError is returned for a bot on which its parameters have no effect.
type NoEffectError struct {
	Bot     find.Bot
	Matches int // in which that was found out
}

func (e *NoEffectError) Error() string {
	return fmt.Sprintf("%s: its parameters made no difference in %d matches", e.Bot.Typed, e.Matches)
}

// NewSearch returns a search of at least so many matches. The entrants of the run are the bot, and
// those of the field. The errors are [ErrNoParameters], and those of [Question.Fits].
func NewSearch(r Run, q comparison.Question, matches int) (*Search, error) {
	s := &Search{Run: r, Question: q, Bot: r.Entrants[0], field: r.Entrants[1:]}
	s.Field = len(s.field)
	if err := s.Fits(r.Setup.Seats()); err != nil {
		return nil, err
	}
	declared := s.Bot.Bot.Parameters
	if declared == nil {
		return nil, ErrNoParameters
	}
	s.Space, s.Start = declared.Space, declared.Values
	matchesOfStep := tune.Step * comparison.MatchesOfGroup
	s.steps = (matches + matchesOfStep - 1) / matchesOfStep
	s.Entrants = append([]lineup.Entrant{s.Bot, s.Bot}, s.field...)
	return s, nil
}

// Begin settles with which seed the matches begin. Then the Memory of the search must be closed.
func (s *Search) Begin(ctx context.Context, b Begin) (begun Begun, err error) {
	if begun, err = s.Remember(ctx, store.KindTune, s.format(), b); err != nil {
		return begun, err
	}
	s.First = begun.First
	s.tuner = tune.New(s.Space.WithDefaults(s.Start), s.steps*tune.Step, s.First)
	s.schedule, err = s.Schedule(s.Setup.Seats(), s.First)
	return begun, err
}

// format names all that a search depends on but its seed. It does not depend on how long it
// is: with a greater number it goes on.
func (s *Search) format() string {
	ranges := make([]string, len(s.Space))
	for i, p := range s.Space {
		kind := ""
		if p.Integer {
			kind += " integer"
		}
		if p.Scale != params.Linear {
			kind += " " + string(p.Scale)
		}
		ranges[i] = fmt.Sprintf("%s %s..%s%s", p.Name, params.Number(p.Low), params.Number(p.High), kind)
	}
	format := s.Format(s.Setup.Seats())
	return fmt.Sprintf("search %d by %s: %s; %s", tune.Version, s.By, format, strings.Join(ranges, ", "))
}

// Best returns the values that seem best by now.
func (s *Search) Best() params.Values { return s.tuner.Best() }

// Played returns how many matches were played.
func (s *Search) Played() int { return s.Groups * comparison.MatchesOfGroup }

// Of returns how many matches are played.
func (s *Search) Of() int { return s.steps * tune.Step * comparison.MatchesOfGroup }

// Play asks for duels and plays them until there are no more. The error may be a *[NoEffectError].
func (s *Search) Play(ctx context.Context) error {
	for {
		duels := s.tuner.Next()
		if len(duels) == 0 {
			return nil
		}
		if s.Step != nil {
			s.Step()
		}
		results, err := s.playDuels(ctx, duels)
		if err != nil {
			return err
		}
		s.tuner.Told(results)
		s.Groups += len(duels)
		if !s.differ {
			return &NoEffectError{s.Bot.Bot, s.Played()}
		}
	}
}

// playDuels plays a group of matches for each duel, and returns the results.
func (s *Search) playDuels(ctx context.Context, duels []tune.Duel) ([]float64, error) {
	s.seat(duels)
	group, results := make([]evidence.Scored, 0, comparison.MatchesOfGroup), make([]float64, 0, len(duels))
	err := s.Run.Play(ctx, s.matches(duels), 0, func(m series.Match) bool {
		if s.Progress != nil {
			s.Progress(s.progress(m, nil))
		}
		if m.Number != len(results)*comparison.MatchesOfGroup+len(group) {
			return true // others are missing before it, as when a run was stopped
		}
		group = append(group, comparison.Sides(m.Match, func(bot int) int { return role(bot, duels) }))
		if len(group) < comparison.MatchesOfGroup {
			return true
		}
		result := s.By.ResultOf(group)
		s.differ = s.differ || result != 0.5
		group, results = group[:0], append(results, result)
		return true
	})
	return results, err
}

// seat makes the two sides of each duel entrants, and those of the field after them.
func (s *Search) seat(duels []tune.Duel) {
	s.Entrants = nil
	for _, d := range duels {
		s.Entrants = append(s.Entrants, s.Given(d.A), s.Given(d.B))
	}
	s.Entrants = append(s.Entrants, s.field...)
	if s.Memory == nil {
		return
	}
	s.Memory.tournament.Entrants = lineup.InStore(s.Entrants)
	base := s.Played()
	s.Memory.filed = func(planned schedule.Planned) schedule.Planned {
		planned.Number += base
		planned.Seats = mapped(planned.Seats, func(bot int) int { return role(bot, duels) })
		return planned
	}
}

// Given returns the bot with values for its parameters.
func (s *Search) Given(v params.Values) lineup.Entrant {
	one := s.Bot
	one.Bot = s.Bot.Bot.Given(s.Space, v)
	one.Bot.Typed = s.Typed(v)
	return one
}

// Typed returns what stands for the bot with these values on a command line.
func (s *Search) Typed(v params.Values) string {
	bot, _ := find.SplitValues(s.Bot.Bot.Typed)
	return bot + ":" + s.Space.Typed(v)
}

// Confirm returns terms on which the best values are compared with those at the start, on seeds that
// the search did not see.
func (s *Search) Confirm(most int) Terms {
	t := Terms{Run: s.Run, Question: s.Question, Begin: Begin{First: s.First + uint64(s.Groups)}, Most: most}
	t.Memory, t.reports = nil, nil
	newer, older := s.Given(s.Best()), s.Given(s.Start)
	newer.Label, older.Label = "tuned "+s.Bot.Name, s.Bot.Name+" as it was"
	t.Entrants = append([]lineup.Entrant{newer, older}, s.field...) // as schedule.New and schedule.Old
	return t
}

// role returns the role that an entrant of a step has in the schedule.
func role(bot int, duels []tune.Duel) int {
	if over := bot - 2*len(duels); over >= 0 {
		return schedule.FirstOfField + over
	}
	return bot % 2 // schedule.New, schedule.Old
}

// matches returns the matches of duels, with the entrants as seat numbers them.
func (s *Search) matches(duels []tune.Duel) iter.Seq[schedule.Planned] {
	return func(yield func(schedule.Planned) bool) {
		for number := range len(duels) * comparison.MatchesOfGroup {
			m := s.schedule.At(s.Played() + number)
			duel := number / comparison.MatchesOfGroup
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

package contest

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/tune"
	"github.com/botarena/arena/internal/match/faults"
)

// zeal is a parameter of a bot that plays best with 8.
var zeal = params.Space{{Name: "zeal", Default: 1, Low: 0, High: 10, Integer: true}}

// eager returns a run of the bot with that parameter, and of others that play along.
func eager(others ...string) (Run, *field) {
	r, f := fourBots()
	bot := entrant("eager")
	bot.Bot = bot.Bot.Given(zeal, params.Values{1})
	r.Entrants = []lineup.Entrant{bot}
	for _, name := range others {
		r.Entrants = append(r.Entrants, entrant(name))
	}
	f.score = func(e lineup.Entrant, _ schedule.Planned) int {
		if e.Bot.Parameters == nil {
			return 0
		}
		off := int(e.Bot.Parameters.Values[0]) - 8
		return 200 - off*off
	}
	return *r, f
}

// search plays a search of so many matches, from seed 7 on.
func search(t *testing.T, r Run, path string, matches int) (*Search, error) {
	t.Helper()
	s, err := NewSearch(r, comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin}, matches)
	require.NoError(t, err)
	_, err = s.Begin(t.Context(), Begin{Store: path, First: 7})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Memory.Close()) }()
	return s, s.Play(t.Context())
}

func TestASearchFindsWhatIsBetter(t *testing.T) {
	for _, others := range [][]string{nil, {"demo", "null"}} {
		r, f := eager(others...)
		s, err := search(t, r, "", 200)
		require.NoError(t, err)
		require.InDelta(t, 8, s.Best()[0], 1)
		require.Equal(t, 224, s.Played(), "in whole steps")
		require.Equal(t, s.Of(), s.Played())
		require.Len(t, f.played, 224)
		require.Equal(t, params.Values{1}, s.Start)
	}
}

func TestASearchIsNotPlayedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	r, _ := eager("demo")
	first, err := search(t, r, path, 64)
	require.NoError(t, err)
	r, f := eager("demo")
	again, err := search(t, r, path, 64)
	require.NoError(t, err)
	require.Empty(t, f.played)
	require.Equal(t, first.Best(), again.Best())
	r, f = eager("demo")
	_, err = search(t, r, path, 96)
	require.NoError(t, err)
	require.Len(t, f.played, 32, "with a greater number it goes on")
}

func TestAnotherSpaceIsAnotherSearch(t *testing.T) {
	formats := map[string]bool{}
	for _, p := range []params.Param{
		{Name: "zeal", Default: 1, Low: 0, High: 10, Integer: true},
		{Name: "zeal", Default: 1, Low: 0, High: 10},
		{Name: "zeal", Default: 1, Low: 0, High: 9, Integer: true},
		{Name: "zeal", Default: 2, Low: 1, High: 10},
		{Name: "zeal", Default: 2, Low: 1, High: 10, Scale: params.Log},
		{Name: "zest", Default: 1, Low: 0, High: 10, Integer: true},
	} {
		r, _ := eager()
		r.Entrants[0].Bot = r.Entrants[0].Bot.Given(params.Space{p}, params.Values{p.Default})
		s, err := NewSearch(r, comparison.Question{By: comparison.ByPairs}, 1)
		require.NoError(t, err)
		formats[s.format()] = true
	}
	require.Len(t, formats, 6)
	require.Contains(t, formats, "search 1 by pairs: by turns; zeal 0..10 integer")
}

func TestParametersWithoutEffectAreFoundOut(t *testing.T) {
	r, f := eager()
	f.score = func(lineup.Entrant, schedule.Planned) int { return 1 }
	_, err := search(t, r, "", 1000)
	none := new(NoEffectError)
	require.ErrorAs(t, err, &none)
	require.Equal(t, 32, none.Matches)
	require.Equal(t, "eager", none.Bot.Typed)
	require.Len(t, f.played, 32)
}

func TestOneGroupWithADifferenceIsAnEffect(t *testing.T) {
	r, f := eager()
	good := f.score
	f.score = func(e lineup.Entrant, m schedule.Planned) int {
		if m.Seed == 7 {
			return good(e, m)
		}
		return 1
	}
	_, err := search(t, r, "", 64)
	require.NoError(t, err)
	require.Len(t, f.played, 64)
}

func TestABotWithoutParametersIsNotSearched(t *testing.T) {
	r, _ := fourBots()
	_, err := NewSearch(*r, comparison.Question{By: comparison.ByPairs}, 100)
	require.ErrorIs(t, err, ErrNoParameters)
	two, _ := duelists()
	_, err = NewSearch(*two, comparison.Question{By: comparison.ByPairs}, 100)
	require.ErrorIs(t, err, comparison.ErrNoField)
}

func TestTheBestIsComparedWithTheStartOnFreshSeeds(t *testing.T) {
	r, f := eager("demo")
	r.Faults.Dir, r.reports = "faults", []faults.Report{{}}
	s, err := search(t, r, filepath.Join(t.TempDir(), "a.db"), 200)
	require.NoError(t, err)
	last := f.played[len(f.played)-1].Seed
	f.played = nil
	terms := s.Confirm(100)
	require.Equal(t, last+1, terms.First)
	require.False(t, terms.GoOn)
	require.Nil(t, terms.Memory, "which was closed")
	require.Equal(t, "faults", terms.plan(1).Faults.Dir, "it has reports of its own")
	var labels, typed []string
	for _, e := range terms.Entrants {
		labels, typed = append(labels, e.Label), append(typed, e.Bot.Typed)
	}
	require.Equal(t, []string{"tuned eager", "eager as it was", "demo"}, labels)
	require.Equal(t, []string{"eager:" + s.Space.Typed(s.Best()), "eager:zeal=1", "demo"}, typed)
	answer, err := Compare(t.Context(), terms)
	require.NoError(t, err)
	require.Equal(t, evidence.Better, answer.Says())
	require.Equal(t, last+1, f.played[0].Seed)
}

func TestASearchTellsHowItGetsOn(t *testing.T) {
	r, _ := eager("demo")
	s, err := NewSearch(r, comparison.Question{By: comparison.ByPairs}, 33)
	require.NoError(t, err)
	_, err = s.Begin(t.Context(), Begin{First: 7})
	require.NoError(t, err)
	var played []int
	s.Step = func() { played = append(played, s.Played()) }
	matches := 0
	s.Progress = func(p Progress) {
		matches++
		for _, bot := range p.Match.Seats {
			require.Contains(t, []string{"eager", "demo"}, p.Entrants[bot].Name)
		}
	}
	require.NoError(t, s.Play(t.Context()))
	require.Equal(t, []int{0, 32}, played)
	require.Equal(t, 64, matches)
}

func TestAStoppedSearchTellsWhy(t *testing.T) {
	r, _ := eager()
	s, err := NewSearch(r, comparison.Question{By: comparison.ByPairs}, 1000)
	require.NoError(t, err)
	_, err = s.Begin(t.Context(), Begin{First: 7})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	s.Step = func() {
		if s.Groups > 0 {
			stop()
		}
	}
	require.ErrorIs(t, s.Play(ctx), context.Canceled)
	require.Equal(t, tune.Step, s.Groups)
}

// In a step, each duel has its own two entrants. The store has all steps as one schedule
// of two.
func TestDuelsAreMatchesOfOneSchedule(t *testing.T) {
	versus, err := schedule.NewVersus(schedule.Mixture{New: 1, Old: 1, Field: 2}, 2, comparison.MatchesOfGroup, 100)
	require.NoError(t, err)
	s := &Search{
		Run: Run{Memory: &Memory{}}, schedule: versus, Groups: 16, Space: zeal,
		Bot:   lineup.Entrant{Name: "eager", Bot: find.Bot{Typed: "eager:zeal=1"}},
		field: []lineup.Entrant{{Name: "demo"}, {Name: "null"}},
	}
	duels := []tune.Duel{{A: params.Values{1}, B: params.Values{2}}, {A: params.Values{3}, B: params.Values{4}}}
	s.seat(duels)
	var typed, names []string
	for _, one := range s.Entrants {
		typed, names = append(typed, one.Bot.Typed), append(names, one.Name)
	}
	require.Equal(t, []string{"eager:zeal=1", "eager:zeal=2", "eager:zeal=3", "eager:zeal=4", "", ""}, typed)
	require.Equal(t, []string{"eager", "eager", "eager", "eager", "demo", "null"}, names)
	require.Equal(t, lineup.InStore(s.Entrants), s.Memory.tournament.Entrants)

	planned := slices.Collect(s.matches(duels))
	require.Len(t, planned, 4)
	for number, m := range planned {
		require.Equal(t, number, m.Number)
		require.Equal(t, versus.At(32+number), s.Memory.file(m))
		for _, bot := range m.Seats {
			if bot < 4 {
				require.Equal(t, number/comparison.MatchesOfGroup, bot/2, "a duel is between its own two")
			}
		}
	}
	require.Equal(t, uint64(116), planned[0].Seed)
}

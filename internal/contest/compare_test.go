package contest

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
)

// terms compare the bot new with the bot old.
func terms(score func(lineup.Entrant, schedule.Planned) int) (Terms, *field) {
	r, f := fourBots()
	f.score = score
	r.Entrants = []lineup.Entrant{entrant("new"), entrant("old")}
	return Terms{
		Run: *r, Question: comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin},
		Begin: Begin{First: 100}, Most: 400,
	}, f
}

// TestAComparisonEndsWhenItKnowsEnough has bots of which one is always ahead.
func TestAComparisonEndsWhenItKnowsEnough(t *testing.T) {
	for want, scores := range map[evidence.Answer]map[string]int{
		evidence.Better:       {"new": 2, "old": 1},
		evidence.Worse:        {"new": 1, "old": 2},
		evidence.NoDifference: {"new": 1, "old": 1},
	} {
		terms, f := terms(by(scores))
		answer, err := Compare(t.Context(), terms)
		require.NoError(t, err)
		require.Equal(t, want, answer.Says())
		require.Less(t, answer.Matches, 400)
		require.LessOrEqual(t, len(f.played), answer.Matches+2, "it stops when it knows")
		require.Equal(t, answer.Matches, comparison.MatchesOfGroup*len(answer.Groups))
		require.Len(t, answer.Course, len(answer.Groups))
		require.False(t, answer.Undecided())
	}
}

func TestAComparisonEndsAtTheMost(t *testing.T) {
	terms, f := terms(by(map[string]int{"new": 1, "old": 1}))
	terms.Margin, terms.Most = 0, 7
	answer, err := Compare(t.Context(), terms)
	require.NoError(t, err)
	require.Len(t, f.played, 6, "in whole groups")
	require.True(t, answer.Undecided())
}

func TestNewAndOldExchangeSeatsOnOneSeed(t *testing.T) {
	terms, f := terms(by(map[string]int{"new": 1, "old": 1}))
	terms.Margin, terms.Most = 0, 4
	_, err := Compare(t.Context(), terms)
	require.NoError(t, err)
	for number, m := range f.played {
		require.Equal(t, 100+uint64(number/2), m.Seed)
	}
	require.Len(t, f.played, 4)
	for seat, bot := range f.played[0].Seats {
		require.Equal(t, 1-bot, f.played[1].Seats[seat])
	}
}

func TestBotsOfTheFieldPlayAlong(t *testing.T) {
	terms, f := terms(by(map[string]int{"new": 3, "old": 1, "demo": 2}))
	terms.Entrants = append(terms.Entrants, entrant("demo"))
	answer, err := Compare(t.Context(), terms)
	require.NoError(t, err)
	require.Equal(t, evidence.Better, answer.Says())
	require.Equal(t, 1, answer.Field)
	for _, m := range f.played {
		seats := map[int]int{}
		for _, bot := range m.Seats {
			seats[bot]++
		}
		require.Equal(t, map[int]int{schedule.New: 1, schedule.Old: 1, schedule.FirstOfField: 2}, seats)
	}
}

func TestAComparisonGoesOnWithAGreaterNumber(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	even := by(map[string]int{"new": 1, "old": 1})
	first, _ := terms(even)
	first.Margin, first.Most, first.Store = 0, 10, path
	_, err := Compare(t.Context(), first)
	require.NoError(t, err)
	require.NoFileExists(t, path+"-wal", "the store is closed")

	again, f := terms(even)
	again.Margin, again.Most, again.Begin = 0, 16, Begin{Store: path, First: 5, GoOn: true}
	var begun Begun
	again.Begun = func(b Begun) { begun = b }
	last := Progress{}
	again.Progress = func(p Progress) {
		require.NotZero(t, begun, "it begins before the first match")
		last = p
	}
	answer, err := Compare(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, Begun{First: 100, Had: 10}, begun)
	require.Len(t, f.played, 6)
	require.Equal(t, 10, last.Stored)
	require.Equal(t, 15, last.Match.Number)
	require.Equal(t, again.Entrants, last.Entrants)
	require.Same(t, answer, last.Answer)
	require.Equal(t, 16, answer.Matches)
}

func TestWhatCanNotBeComparedIsRefusedBeforeAMatch(t *testing.T) {
	even := by(map[string]int{"new": 1, "old": 1})
	for want, change := range map[error]func(*Terms){
		comparison.ErrSame:   func(t *Terms) { t.Entrants[1] = t.Entrants[0] },
		comparison.ErrMargin: func(t *Terms) { t.Margin = 0.5 },
		comparison.ErrNoField: func(t *Terms) {
			r, _ := duelists()
			t.Setup, t.Entrants = r.Setup, append(t.Entrants, entrant("demo"))
		},
	} {
		terms, f := terms(even)
		change(&terms)
		answer, err := Compare(t.Context(), terms)
		require.ErrorIs(t, err, want)
		require.Nil(t, answer)
		require.Empty(t, f.played)
	}
	terms, _ := terms(even)
	terms.Most = 1
	_, err := Compare(t.Context(), terms)
	require.EqualError(t, err, "1 is less than a group of 2 matches")
	require.ErrorIs(t, comparison.Question{}.Fits(1), comparison.ErrOneSeat)
	require.NoError(t, comparison.Question{}.Fits(2))
	require.NoError(t, comparison.Question{Field: 1}.Fits(3))
}

func TestWhatAStoppedComparisonKnowsIsTold(t *testing.T) {
	terms, _ := terms(by(map[string]int{"new": 1, "old": 1}))
	terms.Margin = 0
	ctx, stop := context.WithCancelCause(t.Context())
	terms.Progress = func(p Progress) {
		if p.Match.Number == 3 {
			stop(errors.New("interrupted"))
		}
	}
	answer, err := Compare(ctx, terms)
	require.ErrorContains(t, err, "interrupted")
	require.GreaterOrEqual(t, answer.Matches, 4)
}

func TestAStoreThatCanNotBeOpenedEndsAComparison(t *testing.T) {
	terms, f := terms(by(map[string]int{"new": 1, "old": 1}))
	terms.Store = filepath.Join(t.TempDir(), "missing", "a.db")
	answer, err := Compare(t.Context(), terms)
	require.ErrorContains(t, err, "there is no folder for it")
	require.Nil(t, answer)
	require.Empty(t, f.played)
}

func TestSchedulesAreNamedByTheirMixture(t *testing.T) {
	for _, c := range []struct {
		seats, field int
		format       string
	}{
		{2, 0, "by turns"},
		{4, 0, "by turns"},
		{3, 0, "versus 2:1:0 of 0, groups of 2"},
		{4, 1, "versus 1:1:2 of 1, groups of 2"},
		{4, 3, "versus 1:1:2 of 3, groups of 2"},
	} {
		q := comparison.Question{Field: c.field}
		require.Equal(t, c.format, q.Format(c.seats))
		s, err := q.Schedule(c.seats, 9)
		require.NoError(t, err)
		require.Equal(t, comparison.MatchesOfGroup, s.GroupSize())
		require.Len(t, s.At(0).Seats, c.seats)
		require.Equal(t, uint64(10), s.At(2).Seed)
	}
}

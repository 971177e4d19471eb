package playground_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/web/playground"
)

func (p *tab) plan(s playground.Series) (plan playground.Plan) {
	p.Helper()
	text, err := p.call("plan", s)
	require.NoError(p, err)
	require.NoError(p, json.Unmarshal(text, &plan))
	return plan
}

func (p *tab) weigh(w playground.Weighed) (f playground.Found) {
	p.Helper()
	text, err := p.call("weigh", w)
	require.NoError(p, err)
	require.NoError(p, json.Unmarshal(text, &f))
	return f
}

// TestASeriesIsPlannedAndWeighedAsACompare: the same matches, and of the same scores the same sentence.
func TestASeriesIsPlannedAndWeighedAsACompare(t *testing.T) {
	for _, field := range []int{0, 2} {
		p := newTab(t)
		series := playground.Series{Game: "orkisland", First: "18446744073709551000", Field: field, Matches: 20}
		plan := p.plan(series)
		require.Len(t, plan.Matches, 20)
		q := comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin, Field: field}
		schedule, err := q.Schedule(4, 18446744073709551000)
		require.NoError(t, err)
		usual, err := q.NewAnswer()
		require.NoError(t, err)
		weighed := playground.Weighed{Series: series, New: "new", Old: "old"}
		require.Empty(t, p.weigh(weighed).Sentence, "nothing is known yet")
		for number, m := range plan.Matches {
			want := schedule.At(number)
			require.Equal(t, fmt.Sprint(want.Seed), m.Seed)
			require.Equal(t, want.Seats, m.Seats)
			scores := make([]int, 4)
			for seat, bot := range m.Seats {
				scores[seat] = 10*bot + number%3*seat
			}
			weighed.Scores = append(weighed.Scores, scores)
			usual.Add(played.Match{Planned: want, Result: match.Result{Scores: scores}})
		}
		f := p.weigh(weighed)
		require.Equal(t, usual.Sentence("new", "old"), f.Sentence)
		require.Equal(t, usual.Says().String(), f.Answer)
		require.Equal(t, usual.Last().High, f.High)
		require.Len(t, f.Groups, 10)
		require.Equal(t, 20, f.Matches)
		require.Equal(t, !usual.Undecided(), f.Decided)
		require.Equal(t, usual.More(), f.More)
	}
}

// TestALongerSeriesBeginsWithAShorterOne: it goes on where that one ended, and no seed comes twice in the same seats.
func TestALongerSeriesBeginsWithAShorterOne(t *testing.T) {
	for _, field := range []int{0, 2} {
		p := newTab(t)
		series := playground.Series{Game: "orkisland", First: "30", Field: field, Matches: 20}
		short := p.plan(series).Matches
		series.Matches = 62
		long := p.plan(series).Matches
		require.Equal(t, short, long[:20])
		seen := map[string]bool{}
		for _, m := range long {
			one := fmt.Sprint(m)
			require.False(t, seen[one], one)
			seen[one] = true
		}
		require.Equal(t, "60", long[61].Seed)
	}
}

// TestAnUndecidedSeriesSaysHowManyMoreItTakes, and a decided one none.
func TestAnUndecidedSeriesSaysHowManyMoreItTakes(t *testing.T) {
	p := newTab(t)
	series := playground.Series{Game: "moria", First: "1", Matches: 40}
	weighed := playground.Weighed{Series: series, New: "a", Old: "b"}
	require.Zero(t, p.weigh(weighed).More)
	for number, m := range p.plan(series).Matches {
		scores := make([]int, 4)
		for seat, bot := range m.Seats {
			scores[seat] = 1 - bot
		}
		weighed.Scores = append(weighed.Scores, scores)
		if f := p.weigh(weighed); number%2 == 1 && !f.Decided {
			require.Positive(t, f.More, "after %d", number+1)
			require.Zero(t, f.More%2)
			require.Contains(t, f.Sentence, fmt.Sprintf("it takes about %d more", f.More))
		}
	}
	f := p.weigh(weighed)
	require.True(t, f.Decided)
	require.Zero(t, f.More)
}

// TestASeriesSaysInWhichSeatsTheNewBotLoses, if that is no luck: the same scores in fewer matches say nothing.
func TestASeriesSaysInWhichSeatsTheNewBotLoses(t *testing.T) {
	for _, field := range []int{0, 2} {
		p := newTab(t)
		series := playground.Series{Game: "moria", First: "1", Field: field, Matches: 120}
		weighed := playground.Weighed{Series: series, New: "a", Old: "b"}
		sat := make([]int, 4)
		for number, m := range p.plan(series).Matches {
			scores := make([]int, 4)
			for seat, bot := range m.Seats {
				if scores[seat] = 5; bot == 0 {
					scores[seat] = []int{9, 3 + 4*(sat[1]%2), 1, 1}[seat] // in seat 1 by turns
					sat[seat]++
				}
			}
			weighed.Scores = append(weighed.Scores, scores)
			if number == 7 {
				for _, s := range p.weigh(weighed).Seats {
					require.Equal(t, "undecided", s.Answer)
				}
			}
		}
		f := p.weigh(weighed)
		answers := map[int]string{}
		for seat, s := range f.Seats {
			require.Equal(t, sat[seat], s.Matches)
			answers[seat] = s.Answer
		}
		require.Equal(t, map[int]string{0: "better", 1: "undecided", 2: "worse", 3: "worse"}, answers, "field %d", field)
		require.Zero(t, f.Seats[3].Mean)
		require.Equal(t, 1.0, f.Seats[0].Mean)
	}
}

func TestAClearDifferenceDecides(t *testing.T) {
	p := newTab(t)
	series := playground.Series{Game: "moria", First: "1", Matches: 40}
	weighed := playground.Weighed{Series: series, New: "a", Old: "b\x1b"}
	for _, m := range p.plan(series).Matches {
		scores := make([]int, 4)
		for seat, bot := range m.Seats {
			scores[seat] = 1 - bot
		}
		weighed.Scores = append(weighed.Scores, scores)
	}
	f := p.weigh(weighed)
	require.Equal(t, "better", f.Answer)
	require.True(t, f.Decided)
	require.Contains(t, f.Sentence, `a is better than "b\x1b": ahead in 100 % of pairs`)
}

func TestASeriesThatCanNotBeIsRefused(t *testing.T) {
	good := playground.Series{Game: "orkisland", First: "1", Matches: 20}
	for want, change := range map[string]func(*playground.Series){
		"3 matches: an even number up to 2000 is possible":    func(s *playground.Series) { s.Matches = 3 },
		"0 matches: an even number up to 2000 is possible":    func(s *playground.Series) { s.Matches = 0 },
		"2002 matches: an even number up to 2000 is possible": func(s *playground.Series) { s.Matches = 2002 },
		"the field has no less than no bots":                  func(s *playground.Series) { s.Field = -1 },
		"seed x: not a number from 0 to 18446744073709551615": func(s *playground.Series) { s.First = "x" },
	} {
		s := good
		change(&s)
		_, err := newTab(t).call("plan", s)
		require.EqualError(t, err, want)
	}
	_, err := newTab(t).call("weigh", playground.Weighed{Series: good, Scores: [][]int{{1, 2}}})
	require.EqualError(t, err, "match 0: 2 scores, but the game has 4 seats")
}

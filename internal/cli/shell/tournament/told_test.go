package tournament

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/progress"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/match/faults"
)

// anna and borg are two bots in a comparison or a series.
func annaAndBorg() Common {
	bots := []lineup.Entrant{{Name: "anna", Label: "anna", Bot: find.Bot{Typed: "a b"}}, {Name: "borg", Label: "borg"}}
	return Common{
		Setup: duel.Game.Default(), Random: "chacha8", First: 7, Bots: bots, Sandbox: "whole",
		Again: func(m schedule.Planned) string { return "again " + string(rune('0'+m.Number)) },
	}
}

// playedMatch is a match in which the first bot has one score and the second another.
func playedMatch(number int, seed uint64, scores ...int) series.Match {
	places := []int{1, 1}
	if scores[0] != scores[1] {
		places = []int{1, 2}
	}
	if scores[0] < scores[1] {
		places = []int{2, 1}
	}
	var m series.Match
	m.Number, m.Group, m.Seed, m.Seats = number, number/2, seed, []int{0, 1}
	m.Scores, m.Places = scores, places
	m.CPU, m.MostCPU = make([]time.Duration, 2), make([]time.Duration, 2)
	return m
}

func TestWhoGoesRound(t *testing.T) {
	all := annaAndBorg()
	all.Bots = []lineup.Entrant{{Label: "rock"}, {Label: "paper"}, {Label: "blade"}}
	r := NewStandings(all, false)
	for i := range 90 {
		m := playedMatch(i, uint64(i), 9, 1) //nolint:gosec // never negative
		m.Group, m.Seats = i, [][]int{{0, 2}, {2, 1}, {1, 0}}[i%3]
		r.Played(m)
	}
	var text strings.Builder
	require.NoError(t, r.Tell(&text, false, true))
	require.Contains(t, text.String(),
		"\none number for each bot does not fit these matches: rock is ahead of blade, blade of paper, and paper of rock\n")
	fit := r.JSON(r.SoFar(), true).Fit
	require.True(t, fit.Fails)
	require.Equal(t, []int{0, 2, 1}, fit.Circle)
	require.Less(t, fit.Chance, 0.01)
}

func TestWhoIsAboveWhom(t *testing.T) {
	r := NewStandings(annaAndBorg(), false)
	for i, scores := range [][]int{{9, 1}, {9, 2}, {9, 3}, {5, 5}, {1, 9}, {1, 9}, {1, 8}} {
		r.Played(playedMatch(i, 7+uint64(i)/2, scores...))
	}
	for i := range 8 {
		r.Played(playedMatch(7+i, 20+uint64(i), 9, 1))
	}
	var text strings.Builder
	require.NoError(t, r.Tell(&text, false, true))
	require.Contains(t, text.String(), "\nanna above borg in 11 of 15, equal in 1: ahead ")
	require.Contains(t, text.String(), "\n  borg above anna with seed 9, 10\n  hint: again 4\n")
	require.NotContains(t, text.String(), "CPU")
	require.True(t, strings.HasSuffix(text.String(), "\nsandbox whole\n"))
	require.Contains(t, text.String(), "\nwins by seat: 0 ")

	r = NewStandings(annaAndBorg(), true)
	for i := range 13 {
		scores := []int{9, 1}
		if i < 6 {
			scores = []int{1, 9}
		}
		r.Played(playedMatch(i, 7+uint64(i), scores...))
	}
	text.Reset()
	r.Print(&text, r.SoFar())
	require.Contains(t, text.String(), "borg above anna with seed 7, 8, 9, 10, 11, …\n")
	require.Contains(t, text.String(), "CPU")
	text.Reset()
	require.NoError(t, NewStandings(annaAndBorg(), false).Tell(&text, false, true))
	require.Empty(t, text.String(), "no match was played")
}

func TestFiguresOfASeriesAsJSON(t *testing.T) {
	r := NewStandings(annaAndBorg(), false)
	lost := playedMatch(0, 7, 1, 9)
	lost.Verdicts = []match.Verdict{{Seat: 0, Round: 3, Kind: match.Crash, Detail: "boom"}}
	lost.Reports = []faults.Report{{Seat: 0, Dir: "faults/x"}}
	r.Played(lost)
	all := r.JSON(r.SoFar(), false)
	require.False(t, all.Finished)
	require.Equal(t, uint64(7), all.FirstSeed)
	require.Equal(t, 1, all.Matches)
	require.Equal(t, []int{1, 9}, all.Results[0].Scores)
	require.Equal(t, "faults/x", all.Results[0].Verdicts[0].Report)
	require.Nil(t, all.Results[0].CPU)
	require.Nil(t, all.Bots[0].CPU)
	require.Equal(t, 1, all.Pairs[0].Below)
	require.Equal(t, []int{0, 1}, []int{all.Pairs[0].Bot, all.Pairs[0].Other})
	r.Costs = true
	all = r.JSON(r.SoFar(), true)
	require.Len(t, all.Results[0].CPU, 2)
	require.NotNil(t, all.Bots[0].CPU)
	require.Equal(t, []float64{1, 3}, bounds(stats.Estimate{Value: 2, Interval: &stats.Interval{Low: 1, High: 3}}))
	require.Nil(t, bounds(stats.Estimate{Value: 2}))
}

func TestWhatAComparisonTells(t *testing.T) {
	a, err := comparison.Question{By: comparison.ByPairs, Margin: 0.05}.NewAnswer()
	require.NoError(t, err)
	f := &Findings{annaAndBorg(), a}
	var text strings.Builder
	require.NoError(t, f.Tell(&text, false))
	require.Empty(t, text.String(), "no group is whole")
	var state progress.State
	f.Look(&state)
	require.Nil(t, state.Evidence)
	for i, scores := range [][]int{{1, 9}, {1, 9}, {1, 9}, {5, 5}, {9, 1}, {9, 1}, {1, 9}, {5, 5}, {1, 9}, {1, 9}} {
		a.Add(playedMatch(i, 7+uint64(i)/2, scores...).Match)
	}
	require.NoError(t, f.Tell(&text, false))
	require.Contains(t, text.String(), "anna did badly with seed 7 (0.00): again 0 --view\n")
	require.Equal(t, 3, strings.Count(text.String(), "did badly"))
	require.True(t, strings.HasSuffix(text.String(), "\n"+f.sentence()+"\n"))
	f.Look(&state)
	require.Equal(t, "anna", state.Evidence.New)
	require.Equal(t, "borg", state.Evidence.Old)
	require.Len(t, state.Evidence.Better, 5)
	require.Equal(t, a.Last().Mean, state.Evidence.Share)
	require.Equal(t, a.More(), state.More, "by this, it is known how long it takes")
	require.Positive(t, state.More)
	text.Reset()
	require.NoError(t, f.Tell(&text, true))
	require.Contains(t, text.String(), `"first_seed": 7`)
}

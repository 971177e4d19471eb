package contest

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/loop"
	"github.com/botarena/arena/internal/contest/progress"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/match/faults"
)

// anna and borg are two bots in a comparison or a series.
func annaAndBorg() common {
	bots := []lineup.Entrant{{Name: "anna", Label: "anna", Bot: find.Bot{Typed: "a b"}}, {Name: "borg", Label: "borg"}}
	return common{
		setup: duel.Game.Default(), random: "chacha8", first: 7, Bots: bots, Sandbox: "whole",
		again: func(m schedule.Planned) string { return "again " + string(rune('0'+m.Number)) },
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

func TestWhoIsAboveWhom(t *testing.T) {
	r := newStandings(annaAndBorg(), false)
	for i, scores := range [][]int{{9, 1}, {9, 2}, {9, 3}, {5, 5}, {1, 9}, {1, 9}, {1, 8}} {
		r.add(playedMatch(i, 7+uint64(i)/2, scores...))
	}
	for i := range 8 {
		r.add(playedMatch(7+i, 20+uint64(i), 9, 1))
	}
	var text strings.Builder
	require.NoError(t, r.tell(&text, false, true))
	require.Contains(t, text.String(), "\nanna above borg in 11 of 15, equal in 1: ahead ")
	require.Contains(t, text.String(), "\n  borg above anna with seed 9, 10\n  hint: again 4\n")
	require.NotContains(t, text.String(), "CPU")
	require.True(t, strings.HasSuffix(text.String(), "\nsandbox whole\n"))
	require.Contains(t, text.String(), "\nwins by seat: 0 ")

	r = newStandings(annaAndBorg(), true)
	for i := range 13 {
		scores := []int{9, 1}
		if i < 6 {
			scores = []int{1, 9}
		}
		r.add(playedMatch(i, 7+uint64(i), scores...))
	}
	text.Reset()
	r.Print(&text, r.SoFar())
	require.Contains(t, text.String(), "borg above anna with seed 7, 8, 9, 10, 11, …\n")
	require.Contains(t, text.String(), "CPU")
	text.Reset()
	require.NoError(t, newStandings(annaAndBorg(), false).tell(&text, false, true))
	require.Empty(t, text.String(), "no match was played")
}

func TestFiguresOfASeriesAsJSON(t *testing.T) {
	r := newStandings(annaAndBorg(), false)
	lost := playedMatch(0, 7, 1, 9)
	lost.Verdicts = []match.Verdict{{Seat: 0, Round: 3, Kind: match.Crash, Detail: "boom"}}
	lost.Reports = []faults.Report{{Seat: 0, Dir: "faults/x"}}
	r.add(lost)
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
	a, err := contest.Question{By: contest.ByPairs, Margin: 0.05}.NewAnswer()
	require.NoError(t, err)
	f := &findings{annaAndBorg(), a}
	var text strings.Builder
	require.NoError(t, f.tell(&text, false))
	require.Empty(t, text.String(), "no group is whole")
	var state progress.State
	f.look(&state)
	require.Nil(t, state.Evidence)
	for i, scores := range [][]int{{1, 9}, {1, 9}, {1, 9}, {5, 5}, {9, 1}, {9, 1}, {1, 9}, {5, 5}, {1, 9}, {1, 9}} {
		a.Add(playedMatch(i, 7+uint64(i)/2, scores...).Match)
	}
	require.NoError(t, f.tell(&text, false))
	require.Contains(t, text.String(), "anna did badly with seed 7 (0.00): again 0 --view\n")
	require.Equal(t, 3, strings.Count(text.String(), "did badly"))
	require.True(t, strings.HasSuffix(text.String(), "\n"+f.sentence()+"\n"))
	f.look(&state)
	require.Equal(t, "anna", state.Evidence.New)
	require.Equal(t, "borg", state.Evidence.Old)
	require.Len(t, state.Evidence.Better, 5)
	require.Equal(t, a.Last().Mean, state.Evidence.Share)
	text.Reset()
	require.NoError(t, f.tell(&text, true))
	require.Contains(t, text.String(), `"first_seed": 7`)
}

// many is a run of many matches whose bots are known.
func many(t *testing.T) (r *manyMatches, told *strings.Builder) {
	t.Helper()
	t.Setenv("ARENA_BOTS", "")
	s, out, told := quiet()
	t.Cleanup(func() { require.Empty(t, out.String(), "results alone go there") })
	o := &manyOptions{}
	o.Game, o.From.Dir, o.faults.Dir = "duel", "bots", "my faults"
	o.From.UsualLimits()
	o.Setup.Random = "chacha8"
	return &manyMatches{s: s, o: o, told: make(map[string]bool)}, told
}

// TestVerdictsOfManyMatches are told once of each kind on a bot, with the command that plays the match again.
func TestVerdictsOfManyMatches(t *testing.T) {
	r, told := many(t)
	bots := annaAndBorg().Bots
	bots[1].Bot.Typed = "borg"
	m := playedMatch(4, 9, 1, 9)
	m.Seats = []int{1, 0}
	m.Verdicts = []match.Verdict{{Seat: 0, Round: 3, Kind: match.Crash, Detail: "boom"}}
	m.Reports = []faults.Report{{Seat: 0, Dir: "my faults/x"}}
	r.count(m, bots)
	const first = "match 5: seat 0 (borg): crash in round 3: boom\n  report my faults/x\n" +
		"hint: arena play duel borg 'a b' -s 9"
	require.True(t, strings.HasPrefix(told.String(), first), told.String())
	before := told.Len()
	r.count(m, bots)
	require.Equal(t, before, told.Len())
	m.Verdicts[0].Seat = 1
	r.count(m, bots)
	require.Contains(t, told.String()[before:], "seat 1 (anna): crash")
	before = told.Len()
	m.Verdicts[0].Kind = match.OverCPU
	r.count(m, bots)
	require.Contains(t, told.String()[before:], "seat 1 (anna): ")
	require.Len(t, r.state.Faults, 3)
	told.Reset()
	r.reports = append(r.reports[:1], faults.Report{Seat: 1, Problem: "full", Fix: "make room"})
	r.tellReports()
	require.Equal(t, "warning: no report on seat 1: full\nhint: make room\nnote: 1 report on 4 verdicts in my faults\n",
		told.String())
	told.Reset()
	r.reports = nil
	r.tellReports()
	require.Empty(t, told.String())
}

func TestARunThatGoesOnTellsSo(t *testing.T) {
	r, told := many(t)
	r.begun(contest.Begun{First: 11})
	require.Empty(t, told.String())
	require.Equal(t, uint64(11), r.o.Setup.Seed.Value)
	r.begun(contest.Begun{First: 12, Had: 2})
	require.Equal(t, "note: duel.db has 2 matches of these bots from seed 12 on; -s begins others\n", told.String())
	begin, err := r.begin()
	require.NoError(t, err)
	require.True(t, begin.GoOn)
	begin, err = r.begin()
	require.NoError(t, err)
	require.False(t, begin.GoOn, "a seed was typed")
	require.Equal(t, "duel.db", begin.Store)
	require.Equal(t, r.o.Setup.Seed.Value, begin.First)
}

func TestHowToReadAParameter(t *testing.T) {
	require.Equal(t, `it reads them by sdk.Param("spread", 3) in Go, arena.param("spread", 3) in Python, `+
		`'$ARENA_PARAMS' elsewhere`, howToRead(params.Space{{Name: "spread", Default: 3}, {Name: "x"}}))
}

func TestWhatAnAuthorIsTold(t *testing.T) {
	s, _, _ := quiet()
	d := &dev{s: s, o: &devOptions{typed: "my bot"}}
	b, older := &loop.Build{Number: 2}, &loop.Build{Number: 1}
	for _, test := range []struct {
		event loop.Event
		want  string
	}{
		{loop.Built{Build: b, Took: 1234 * time.Millisecond}, b.Label() + " of my bot, in 1.23s"},
		{loop.Same{Build: older, Last: true}, "the program is the same as " + older.Label()},
		{loop.Same{Build: older}, "the program is the same as " + older.Label() + ": there is nothing to compare"},
		{loop.Baseline{Build: b}, "later builds are compared with " + b.Label()},
		{
			loop.Baseline{Build: b, First: true},
			"later builds are compared with " + b.Label() + "; save my bot to begin, Ctrl-C ends it",
		},
		{loop.Stopped{}, "saved again: stopped"},
		{nil, ""},
	} {
		require.Equal(t, test.want, d.line(test.event))
	}
	require.Equal(t, "starting the opponents", d.doing(loop.Doing{What: loop.Meeting}))
	require.Equal(t, "building my bot", d.doing(loop.Doing{What: loop.Building}))
	require.Equal(t, "playing the first match", d.doing(loop.Doing{What: loop.First}))
	require.Equal(t, "the first match", d.why(loop.LookAt{Why: loop.FirstMatch}))
	require.Equal(t, "with a new fault", d.why(loop.LookAt{Why: loop.NewFault}))
	d.o.by = contest.ByPairs
	require.Equal(t, b.Label()+" was ahead in 25 % of pairs", d.why(loop.LookAt{Why: 99, Build: b, Share: 0.25}))
	d.o.by = contest.ByScore
	require.Equal(t, b.Label()+" had 0.25 by score", d.why(loop.LookAt{Why: 99, Build: b, Share: 0.25}))
}

package contest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/devloop"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
)

// annaAndBorg are two bots of a run.
func annaAndBorg() []lineup.Entrant {
	return []lineup.Entrant{{Name: "anna", Label: "anna", Bot: find.Bot{Typed: "a b"}}, {Name: "borg", Label: "borg"}}
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
	bots := annaAndBorg()
	bots[1].Bot.Typed = "borg"
	var m series.Match
	m.Number, m.Seed, m.Seats = 4, 9, []int{1, 0}
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

// TestWhatGoesOn is said of a run that was stopped, and of no other that failed.
func TestWhatGoesOn(t *testing.T) {
	r, _ := many(t)
	ctx, stop := context.WithCancelCause(t.Context())
	pressed := errors.New("somebody stops it")
	ended := fmt.Errorf("stopped after 3 of 6 matches: %w", pressed)
	require.Empty(t, hint.Of(r.stopped(ctx, ended)), "it was not stopped")
	stop(pressed)
	require.EqualError(t, r.stopped(ctx, ended), ended.Error())
	require.Equal(t, "the same command goes on", hint.Of(r.stopped(ctx, ended)))
	require.Equal(t, "the same command with -n 9 goes on", r.goesOn("-n 9"))
	require.NoError(t, r.stopped(ctx, nil))
	require.Empty(t, hint.Of(r.stopped(ctx, errors.New("no space left"))))
	r.o.store.path = "none"
	require.Equal(t, "--store none kept nothing; without it, the same command goes on where it was stopped",
		hint.Of(r.stopped(ctx, ended)))
	require.Equal(t, "the same command with -n 9 finds out more, but plays anew, as --store none kept nothing",
		r.goesOn("-n 9"))
}

// TestWithTheLimitThatIsToldItMayBeDecided: as many matches as the sentence before says that it takes.
func TestWithTheLimitThatIsToldItMayBeDecided(t *testing.T) {
	require.Equal(t, 24, enough(8, 8, 16))
	require.Equal(t, 16, enough(8, 8, 4))
	require.Equal(t, 16, enough(8, 8, 10_002), "nobody plays as many")
}

func TestHowToReadAParameter(t *testing.T) {
	require.Equal(t, `it reads them by sdk.Param("spread", 3) in Go, arena.param("spread", 3) in Python, `+
		`'$ARENA_PARAMS' elsewhere`, howToRead(params.Space{{Name: "spread", Default: 3}, {Name: "x"}}))
}

func TestWhatAnAuthorIsTold(t *testing.T) {
	s, _, _ := quiet()
	d := &dev{s: s, o: &devOptions{typed: "my bot"}}
	b, older := &devloop.Build{Number: 2}, &devloop.Build{Number: 1}
	for _, test := range []struct {
		event devloop.Event
		want  string
	}{
		{devloop.Built{Build: b, Took: 1234 * time.Millisecond}, b.Label() + " of my bot, in 1.23s"},
		{devloop.Same{Build: older, Last: true}, "the program is the same as " + older.Label()},
		{devloop.Same{Build: older}, "the program is the same as " + older.Label() + ": there is nothing to compare"},
		{devloop.Baseline{Build: b}, "later builds are compared with " + b.Label()},
		{
			devloop.Baseline{Build: b, First: true},
			"later builds are compared with " + b.Label() + "; save my bot to begin, Ctrl-C ends it",
		},
		{devloop.Stopped{}, "saved again: stopped"},
		{nil, ""},
	} {
		require.Equal(t, test.want, d.line(test.event))
	}
	require.Equal(t, "starting the opponents", d.doing(devloop.Doing{What: devloop.Meeting}))
	require.Equal(t, "building my bot", d.doing(devloop.Doing{What: devloop.Building}))
	require.Equal(t, "playing the first match", d.doing(devloop.Doing{What: devloop.First}))
	require.Equal(t, "the first match", d.why(devloop.LookAt{Why: devloop.FirstMatch}))
	require.Equal(t, "with a new fault", d.why(devloop.LookAt{Why: devloop.NewFault}))
	d.o.by = comparison.ByPairs
	require.Equal(t, b.Label()+" was ahead in 25 % of pairs", d.why(devloop.LookAt{Why: 99, Build: b, Share: 0.25}))
	d.o.by = comparison.ByScore
	require.Equal(t, b.Label()+" had 0.25 by score", d.why(devloop.LookAt{Why: 99, Build: b, Share: 0.25}))
}

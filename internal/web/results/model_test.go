package results

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// verdictOn returns a result with a verdict on a seat.
func verdictOn(seat int, r store.Match) store.Match {
	r.Verdicts = append(r.Verdicts, match.Verdict{Seat: seat, Kind: match.Crash, Round: 4, Detail: "fell \x1b[2J"})
	return r
}

func TestAPageShowsWhatAComparisonCameTo(t *testing.T) {
	f := archivetest.New(t, store.KindCompare, func(begun *store.Tournament) {
		setup, err := duel.Game.Default().With("nb_rounds", 7)
		require.NoError(t, err)
		begun.Setup, begun.Sandbox = setup.Text(), "evil\x1b[2J"
	}, "new", "old", "absent")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), nil)
	f.Add(archivetest.Match(1, 1, 0), verdictOn(0, archivetest.Scored(2, 1)), nil)
	p := pageOf(t, f, Look{Before: "open ", After: " now", Costs: true}, map[int]string{1: "./1.html"})
	require.Equal(t, "Duel: compare", p.Title)
	require.Regexp(t, `^Tournament 1, begun 2026-03-01 ..:..: 2 matches, seeds 1 to 1. Sandbox evil.*\.$`, p.About[0])
	require.NotContains(t, p.About[0], "\x1b")
	require.Equal(t, "settings: nb_rounds=7", p.About[1])
	require.Equal(t, []string{"new", "old", "absent"}, p.Bots)
	require.Equal(t, []int{1, 0}, p.Ranking, "the best first, and none that has not played")
	require.True(t, p.Costs)
	require.Equal(t, "open |now", p.Before+"|"+p.After[1:])
	require.InDelta(t, 10, p.Rounds, 0)
	require.Contains(t, p.Finding.Sentence, "not decided: new may be better or worse than old")
	require.Equal(t, "mean of pairs ahead", p.Finding.Axis)
	require.Len(t, p.Finding.Course, 1)
	require.InDelta(t, 0, p.Finding.Course[0].Mean, 0)
	require.Greater(t, p.Finding.Course[0].High, p.Finding.Course[0].Low)
	require.Positive(t, p.Finding.Needed)
	require.Nil(t, p.Entrants)
	var listed []played.Match
	for m, err := range p.Matches {
		require.NoError(t, err)
		listed = append(listed, m)
	}
	require.Len(t, listed, 2)
	require.Equal(t, archivetest.Match(0, 0, 1), listed[0].Planned)
	require.Equal(t, "./1.html", p.Links[1])
	require.Equal(t, 4, listed[1].Verdicts[0].Round)
}

func TestNothingIsSaidOfAComparisonBeforeItsFirstGroup(t *testing.T) {
	f := archivetest.New(t, store.KindCompare, nil, "new", "old")
	require.NotContains(t, pageOf(t, f, Look{}, nil).About[0], "seeds")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), nil)
	p := pageOf(t, f, Look{}, nil)
	require.Nil(t, p.Finding)
	require.Equal(t, "settings: the usual ones", p.About[1])
}

func TestAPageOfALeagueHasItsBotsAndWorkers(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil)
	for _, e := range []store.Entrant{
		{Entrant: played.Entrant{Name: "a", Version: "1"}},
		{Entrant: played.Entrant{Name: "a", Version: "2"}, Signer: "SHA256:key"},
		{Entrant: played.Entrant{Name: "b"}},
	} {
		e.Typed, e.Program = e.Name+e.Version, [32]byte{0xab, byte(len(e.Version)), 1, 2, 3, 4, 5}
		_, err := f.Enter(t.Context(), f.ID, e)
		require.NoError(t, err)
		if e.Version == "1" {
			_, err = f.Settle(t.Context(), f.ID, 0)
			require.NoError(t, err)
			f.Add(archivetest.Match(0, 0, 0), archivetest.Scored(1, 2), nil)
		}
	}
	_, err := f.Settle(t.Context(), f.ID, 3)
	require.NoError(t, err)
	failure := store.Failure{Planned: archivetest.Match(1, 0, 0), Reason: "gone\x1b[2J"}
	require.NoError(t, f.Fail(t.Context(), f.ID, failure))
	for number, worker := range map[int]string{4: "z", 6: "k"} {
		r := archivetest.Scored(1, 2)
		r.Worker = worker
		f.Add(archivetest.Match(number, 0, 0), r, nil)
	}
	require.NoError(t, f.Meet(t.Context(), "z", "ann"))
	require.NoError(t, f.Revoke(t.Context(), "k", "it lies", archivetest.Noon))
	p := pageOf(t, f, Look{}, nil)
	require.Equal(t, "tuesdays: Duel", p.Title)
	require.Equal(t, []string{"a (version 1)", "a", "b"}, p.Bots)
	require.Equal(t, []string{"1", "2", ""}, p.Versions)
	require.Empty(t, p.Ranking, "the others have not played")
	require.Equal(t, []int{0}, p.Replaced)
	require.Equal(t, []resultpage.Entrant{
		{Name: "a", Joined: 1, Left: 4, Program: "ab0101020304"},
		{Name: "a", Joined: 4, Program: "ab0101020304", Author: "SHA256:key", Owner: "SHA256:key"},
		{Name: "b", Joined: 4, Program: "ab0001020304"},
	}, p.Entrants)
	require.Len(t, p.Failures, 1)
	require.Equal(t, 2, p.Failures[0].Number)
	require.NotContains(t, p.Failures[0].Reason, "\x1b")
	require.Len(t, p.Workers, 3)
	require.Equal(t, []string{"ann", "k", "this machine"},
		[]string{p.Workers[0].Name, p.Workers[1].Name, p.Workers[2].Name})
	require.Equal(t, "revoked: it lies", p.Workers[1].State)
	require.Equal(t, []int{1, 0, 1}, []int{p.Workers[0].Matches, p.Workers[1].Matches, p.Workers[2].Matches})
}

// TestAFileHasTheMatchesOfItsTables, though these were let go, and none that came since.
func TestAFileHasTheMatchesOfItsTables(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), nil)
	f.Add(archivetest.Match(2, 1, 0), archivetest.Scored(1, 2), nil)
	a := f.Archive()
	a.Tables = true
	read, err := a.Read(t.Context(), f.Now())
	require.NoError(t, err)
	require.Empty(t, read.Standings.Matches)
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(1, 2), nil)
	f.Add(archivetest.Match(3, 1, 0), archivetest.Scored(1, 2), nil)
	p, err := PageOf(t.Context(), f.Store, read, Look{}, nil)
	require.NoError(t, err)
	var page bytes.Buffer
	require.NoError(t, resultpage.Write(&page, p))
	require.Contains(t, page.String(), `"numbers":[1,2],`)

	over, stop := context.WithCancel(t.Context())
	p, err = PageOf(over, f.Store, read, Look{}, nil)
	require.NoError(t, err)
	stop()
	require.ErrorIs(t, resultpage.Write(io.Discard, p), context.Canceled, "a page without its matches is none")
}

func pageOf(t *testing.T, f *archivetest.Filled, look Look, links map[int]string) resultpage.Page {
	t.Helper()
	p, err := PageOf(t.Context(), f.Store, f.Read(), look, links)
	require.NoError(t, err)
	return p
}

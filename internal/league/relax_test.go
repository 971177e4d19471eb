package league

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
)

// givenTo is a transport that notes what it was given.
type givenTo struct {
	Transport
	jobs []Job
}

func (g *givenTo) Give(_ context.Context, j Job) error {
	g.jobs = append(g.jobs, j)
	return nil
}

// TestWhoIsLeftAloneConfirmsNothingOfItsOwn: neither a verdict nor a check. If others have found that nobody is to be
// frozen, they are enough when nobody else is there.
func TestWhoIsLeftAloneConfirmsNothingOfItsOwn(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	over := new(givenTo)
	p := &playing{
		Run:     &Run{Transport: over, Now: func() time.Time { return now }},
		workers: map[string]*known{"anna": {heard: now}, "ben": {heard: now.Add(-patience)}, "clara": {heard: now}},
		given: map[store.Key]*given{
			{1}: {Job: Job{Facts: store.Facts{Seed: 1}, Not: []string{"anna", "clara"}}, check: new(store.PendingCheck)},
			{2}: {Job: Job{Facts: store.Facts{Seed: 2}, Not: []string{"anna", "clara"}}},
			{3}: {Job: Job{Facts: store.Facts{Seed: 3}}},
			{4}: {Job: Job{Facts: store.Facts{Seed: 4}, Not: []string{"anna", "clara"}}},
			{5}: {Job: Job{Facts: store.Facts{Seed: 5}, Not: []string{"ben"}}},
		},
	}
	anna, clara := store.Finding{Worker: "anna", Frozen: []int{1}}, store.Finding{Worker: "clara"}
	p.found = map[store.Key][]store.Finding{
		{2}: {anna, clara}, {4}: {anna, {Worker: "clara", Frozen: []int{2}}}, {5}: {{Worker: "ben", Frozen: []int{1}}},
	}
	require.NoError(t, p.relax(t.Context()))
	require.Len(t, over.jobs, 1)
	require.EqualValues(t, 2, over.jobs[0].Facts.Seed)
	require.Equal(t, []string{"anna"}, over.jobs[0].Not)
	require.NoError(t, p.relax(t.Context()))
	require.Len(t, over.jobs, 1, "clara has it")

	p.workers["ben"].heard = now
	p.given[store.Key{2}].Not = []string{"anna", "clara"}
	require.NoError(t, p.relax(t.Context()))
	require.Len(t, over.jobs, 1, "ben is there")
}

// TestAClockThatWasSetBack makes nobody wait longer: not for a worker who was heard of by the clock before, nor for
// checks that are out, nor until it is told that a match waits for another worker.
func TestAClockThatWasSetBack(t *testing.T) {
	before := time.Unix(1_000_000, 0)
	now := before.Add(-time.Hour)
	p := &playing{
		Run:     &Run{Transport: new(givenTo), Matches: 1, Now: func() time.Time { return now }},
		workers: map[string]*known{"anna": {heard: before}},
	}
	require.True(t, p.isThereBut([]string{"ben"}))
	now = now.Add(patience)
	require.False(t, p.isThereBut([]string{"ben"}))

	p.held = []held{{since: before}}
	p.complain()
	require.False(t, p.lonely)
	now = now.Add(lonelyTime)
	p.complain()
	require.True(t, p.lonely)

	moment := before
	require.True(t, p.recent(&moment, lastChecks))
	now = now.Add(lastChecks)
	require.False(t, p.recent(&moment, lastChecks))
}

// TestWhatWaitsIsBounded: matches that wait for a second worker, and checks that wait for anybody.
func TestWhatWaitsIsBounded(t *testing.T) {
	late := store.Match{Worker: "anna"}
	late.Verdicts = []match.Verdict{{Kind: match.Late}}
	p := &playing{claims: claims{found: map[store.Key][]store.Finding{}}}
	heard := func(key store.Key, m store.Match) bool { _, heard := p.hears(key, m); return heard }
	for i := range mostClaims {
		require.True(t, heard(store.Key{255}, late), i)
		p.found[store.Key{0, byte(i)}] = []store.Finding{{Worker: "anna", Frozen: []int{0}}}
	}
	require.False(t, heard(store.Key{255}, late))
	require.True(t, heard(store.Key{255}, store.Match{Worker: "anna"}), "nobody is frozen")
	p.found[store.Key{254}] = []store.Finding{{Worker: "ben", Frozen: []int{0}}}
	require.True(t, heard(store.Key{254}, late), "it was asked")
	late.Worker = "ben"
	require.True(t, heard(store.Key{255}, late), "it has claimed but one match")
	late.Worker = ""
	require.True(t, heard(store.Key{255}, late))

	p = &playing{league: store.League{Checks: 1}, workers: map[string]*known{"anna": new(known)}}
	p.due = make([]store.PendingCheck, mostDue-1)
	result := store.Match{Worker: "anna"}
	require.Equal(t, store.CheckDue, p.checkOf(store.Facts{}, store.Key{}, result))
	p.due = append(p.due, store.PendingCheck{})
	require.Empty(t, p.checkOf(store.Facts{}, store.Key{}, result))
}

// TestWhoIsNotBelieved is neither heard nor asked, but for matches in which it freezes nobody.
func TestWhoIsNotBelieved(t *testing.T) {
	p := &playing{workers: map[string]*known{"anna": {Worker: store.Worker{ID: "anna", Why: "it froze zorg"}}, "ben": {}}}
	late := store.Match{Worker: "anna"}
	_, heard := p.hears(store.Key{}, late)
	require.True(t, heard)
	late.Verdicts = []match.Verdict{{Kind: match.Late}}
	_, heard = p.hears(store.Key{}, late)
	require.False(t, heard)
	require.Equal(t, []string{"anna", "clara"}, p.unwanted([]store.Finding{{Worker: "clara"}}))
}

// TestAQuarterOfTheVerdictsMustBeFoundByThree, and it is not told by who is checked, nor without the secret.
func TestAQuarterOfTheVerdictsMustBeFoundByThree(t *testing.T) {
	p := &playing{league: store.League{Secret: []byte("secret")}}
	other := &playing{league: store.League{Secret: []byte("other")}}
	three, checked, same := 0, 0, 0
	const keys = 4000
	for i := range keys {
		key := store.Key{byte(i), byte(i >> 8)}
		if p.freezes(key) != 3 {
			require.Equal(t, 2, p.freezes(key))
			continue
		}
		three++
		if IsChosen(p.league.Secret, key, thirds) {
			checked++
		}
		if other.freezes(key) == 3 {
			same++
		}
	}
	require.InDelta(t, keys/4, three, 160)
	require.InDelta(t, three/4, checked, 80)
	require.InDelta(t, three/4, same, 80)
}

// TestFewChecksAreOutAtATime, so that the league goes on if their workers leave.
func TestFewChecksAreOutAtATime(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	p := &playing{
		Run:     &Run{Now: func() time.Time { return now }},
		workers: map[string]*known{"anna": {heard: now}},
		given:   make(map[store.Key]*given),
	}
	p.due = []store.PendingCheck{{Match: store.Match{Worker: "ben"}}}
	const most = 4
	for i := range most {
		p.given[store.Key{byte(i)}] = &given{check: new(store.PendingCheck)}
	}
	job, err := p.nextDue(t.Context())
	require.NoError(t, err)
	require.Nil(t, job)
	delete(p.given, store.Key{0})
	job, err = p.nextDue(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"ben"}, job.Not)
	require.Empty(t, p.due)
}

// TestACheckIsGivenUpAfterTwoMachinesWereTooSlow for the match: it tells nothing of who played first.
func TestACheckIsGivenUpAfterTwoMachinesWereTooSlow(t *testing.T) {
	p := &playing{workers: map[string]*known{"anna": {}, "ben": {}, "clara": {}}}
	due := &store.PendingCheck{Match: store.Match{Worker: "anna", Outcome: []byte{1}}}
	ben, clara := store.Replayed{Worker: "ben"}, store.Replayed{Worker: "clara"}
	c, err := p.judge(t.Context(), due, ben)
	require.NoError(t, err)
	require.Equal(t, store.CheckDue, c.Check)
	due.Again = append(due.Again, ben)
	c, err = p.judge(t.Context(), due, clara)
	require.NoError(t, err)
	require.Equal(t, store.CheckVoid, c.Check)
	require.Empty(t, c.Odd, "nobody is to blame")
}

// TestNothingOfARevokedWorkerIsKept, not even until it is known whether the league asks for it.
func TestNothingOfARevokedWorkerIsKept(t *testing.T) {
	p := &playing{workers: map[string]*known{"mallory": {Worker: store.Worker{Revoked: time.Unix(1_000_000, 0)}}}}
	done := false
	require.NoError(t, p.takeUnasked(t.Context(), Delivered{Worker: "mallory", Done: func() { done = true }}))
	require.True(t, done)
	require.Empty(t, p.early.results)
}

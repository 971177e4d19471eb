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

// TestWhoIsLeftAloneChecksNothingOfItsOwn: a match that was to be played first by somebody else may be played
// by anybody once nobody else is there. A check may not: it would compare a worker with itself.
func TestWhoIsLeftAloneChecksNothingOfItsOwn(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	over := new(givenTo)
	p := &playing{
		Run:     &Run{Transport: over, Now: func() time.Time { return now }},
		workers: map[string]*known{"anna": {heard: now}, "ben": {heard: now.Add(-patience)}},
		given: map[store.Key]*given{
			{1}: {Job: Job{Facts: store.Facts{Seed: 1}, Not: []string{"anna"}}, check: new(store.Due)},
			{2}: {Job: Job{Facts: store.Facts{Seed: 2}, Not: []string{"anna"}}},
			{3}: {Job: Job{Facts: store.Facts{Seed: 3}}},
			{4}: {Job: Job{Facts: store.Facts{Seed: 4}, Not: []string{"ben"}}},
		},
	}
	require.NoError(t, p.relax(t.Context()))
	require.Len(t, over.jobs, 1)
	require.EqualValues(t, 2, over.jobs[0].Facts.Seed)
	require.Empty(t, over.jobs[0].Not)
	require.Equal(t, []string{"anna"}, p.given[store.Key{1}].Not)

	p.workers["ben"].heard = now
	over.jobs, p.given[store.Key{2}].Not = nil, []string{"anna"}
	require.NoError(t, p.relax(t.Context()))
	require.Empty(t, over.jobs, "ben is there")
}

// TestAClockThatWasSetBack makes nobody wait longer: not for a worker who was heard of by the clock before, nor for
// checks that are out, nor a match for another worker.
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

	p.claimed, p.held = map[store.Key]string{}, []held{{since: before}}
	require.Nil(t, p.nextHeld())
	now = now.Add(patience)
	require.NotNil(t, p.nextHeld())

	moment := before
	require.True(t, p.recent(&moment, lastChecks))
	now = now.Add(lastChecks)
	require.False(t, p.recent(&moment, lastChecks))
}

// TestWhatWaitsIsBounded: matches that wait for a second worker, and checks that wait for anybody.
func TestWhatWaitsIsBounded(t *testing.T) {
	late := store.Match{Worker: "anna"}
	late.Verdicts = []match.Verdict{{Kind: match.Late}}
	p := &playing{claims: claims{claimed: map[store.Key]string{}}}
	for i := range mostClaims {
		require.True(t, p.mustRepeat(store.Key{255}, late), i)
		p.claimed[store.Key{0, byte(i)}] = "anna"
	}
	require.False(t, p.mustRepeat(store.Key{255}, late))

	p = &playing{league: store.League{Checks: 1}, workers: map[string]*known{"anna": new(known)}}
	p.due = make([]store.Due, mostDue-1)
	result := store.Match{Worker: "anna"}
	require.Equal(t, store.CheckDue, p.checkOf(store.Facts{}, store.Key{}, result))
	p.due = append(p.due, store.Due{})
	require.Empty(t, p.checkOf(store.Facts{}, store.Key{}, result))
}

// TestFewChecksAreOutAtATime, so that the league goes on if their workers leave.
func TestFewChecksAreOutAtATime(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	p := &playing{
		Run:     &Run{Now: func() time.Time { return now }},
		workers: map[string]*known{"anna": {heard: now}},
		given:   make(map[store.Key]*given),
	}
	p.due = []store.Due{{Match: store.Match{Worker: "ben"}}}
	const most = 4
	for i := range most {
		p.given[store.Key{byte(i)}] = &given{check: new(store.Due)}
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

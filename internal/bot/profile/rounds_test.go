package profile_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/profile"
)

func TestSlowestNamesEachRoundOnce(t *testing.T) {
	one := profile.Costs{File: "one", Seed: 7, CPU: []time.Duration{9 * ms, 1 * ms, 5 * ms, 2 * ms}}
	two := profile.Costs{File: "two", Seed: 8, Seat: 1, CPU: []time.Duration{8 * ms, 1 * ms, 6 * ms}} // frozen in round 3
	require.Equal(t, []profile.Round{{one, 0, 9 * ms}, {two, 2, 6 * ms}, {one, 3, 2 * ms}},
		profile.Slowest([]profile.Costs{one, two}, 3))
	require.Equal(t, profile.Round{Match: one, Number: 1, CPU: ms}, profile.Slowest([]profile.Costs{one, two}, 9)[3],
		"of equals the first match")
	require.Empty(t, profile.Slowest(nil, 3))
	require.Empty(t, profile.Slowest([]profile.Costs{{}}, 3))
}

func TestStretches(t *testing.T) {
	one := profile.Costs{CPU: []time.Duration{70 * ms, 1 * ms, 2 * ms, 3 * ms, 60 * ms, 4 * ms}}
	two := profile.Costs{CPU: []time.Duration{50 * ms, 5 * ms, 6 * ms, 8 * ms}} // frozen in round 4
	budget := profile.Budget{Round: 50 * ms, Start: 20 * ms}
	first := profile.Stretch{Answers: 2, Mean: 60 * ms, P95: 70 * ms, Worst: 70 * ms}
	require.Equal(t, []profile.Stretch{
		first,
		{First: 1, Last: 3, Answers: 6, Mean: 4166667, P95: 8 * ms, Worst: 8 * ms},
		{First: 4, Last: 5, Answers: 2, Mean: 32 * ms, P95: 60 * ms, Worst: 60 * ms, Over: 1},
	}, profile.Stretches([]profile.Costs{one, two}, 2, budget))
	require.Len(t, profile.Stretches([]profile.Costs{one}, 100, budget), 6)
	whole := profile.Whole([]profile.Costs{one, two}, profile.Budget{Round: 50 * ms})
	require.Equal(t, 10, whole.Answers)
	require.Equal(t, 2, whole.Over, "in the first round as well")
	require.Zero(t, profile.Whole([]profile.Costs{one}, profile.Budget{}).Over, "no limit")
	require.Empty(t, profile.Stretches(nil, 2, budget))
	require.Zero(t, profile.Whole(nil, budget))
}

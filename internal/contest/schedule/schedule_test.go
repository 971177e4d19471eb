package schedule_test

import (
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

var update = flag.Bool("update", false, "write the golden files anew")

// first returns the first matches of a schedule.
func first(n int, s schedule.Schedule) []schedule.Planned {
	next, stop := iter.Pull(s.Matches())
	defer stop()
	var matches []schedule.Planned
	for len(matches) < n {
		m, ok := next()
		if !ok {
			break
		}
		matches = append(matches, m)
	}
	return matches
}

func all(t testing.TB, bots, seats int) *schedule.All {
	s, err := schedule.NewAll(bots, seats, 50)
	require.NoError(t, err)
	return s
}

func balanced(t testing.TB, bots []schedule.Stay, paired bool) *schedule.Balanced {
	s, err := schedule.NewBalanced(bots, 4, paired, 7)
	require.NoError(t, err)
	return s
}

func versus(t testing.TB, m schedule.Mixture, field, group int) *schedule.Versus {
	s, err := schedule.NewVersus(m, field, group, 7)
	require.NoError(t, err)
	return s
}

// TestGolden: an old store is gone on with by the same schedule.
func TestGolden(t *testing.T) {
	for name, s := range map[string]schedule.Schedule{
		"rotations":     schedule.NewRotations([]int{0, 1, 2, 3}, 30),
		"rotations-two": schedule.NewRotations([]int{0, 1, 0, 1}, 1<<64-2),
		"all":           all(t, 6, 4),
		"balanced":      balanced(t, make([]schedule.Stay, 9), false),
		"paired":        balanced(t, make([]schedule.Stay, 9), true),
		"joining":       balanced(t, []schedule.Stay{{}, {}, {}, {}, {Until: 10}, {From: 16}}, false),
		"versus":        versus(t, schedule.Mixture{New: 2, Old: 2}, 0, 2),
		"versus-field":  versus(t, schedule.Mixture{New: 1, Old: 1, Field: 2}, 3, 4),
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			for _, m := range first(40, s) {
				fmt.Fprintln(&text, m.Number, m.Group, m.Seed, m.Seats)
			}
			path := filepath.Join("testdata", name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), text.String())
		})
	}
}

// TestGroups holds what Planned says of groups, for all formats.
func TestGroups(t *testing.T) {
	for name, s := range map[string]schedule.Schedule{
		"rotations": schedule.NewRotations([]int{0, 1, 2, 2}, 7),
		"one bot":   schedule.NewRotations([]int{0, 0, 0, 0}, 7),
		"all":       all(t, 5, 2),
		"balanced":  balanced(t, make([]schedule.Stay, 7), false),
		"paired":    balanced(t, make([]schedule.Stay, 7), true),
		"versus":    versus(t, schedule.Mixture{New: 1, Old: 2, Field: 1}, 2, 6),
	} {
		t.Run(name, func(t *testing.T) {
			matches := first(200, s)
			require.Len(t, matches, 200)
			for i, m := range matches {
				require.Equal(t, i, m.Number)
				require.Equal(t, i/s.GroupSize(), m.Group)
				require.Equal(t, matches[0].Seed+uint64(m.Group), m.Seed)
			}
			for group := range slices.Chunk(matches, s.GroupSize()) {
				for i, m := range group {
					for _, other := range group[:i] {
						require.NotEqual(t, other.Seats, m.Seats, "group %d plays a match twice", m.Group)
					}
				}
			}
			require.Equal(t, matches, first(200, s), "a second time it is the same")
		})
	}
}

func TestRotations(t *testing.T) {
	for _, test := range []struct {
		lineup []int
		group  int
	}{
		{[]int{0, 1, 2, 3}, 4},
		{[]int{0, 1, 0, 1}, 2},
		{[]int{0, 0, 1, 1}, 4},
		{[]int{0, 0, 0, 0}, 1},
		{[]int{0, 1}, 2},
		{[]int{0, 1, 2, 0, 1, 2}, 3},
		{[]int{0}, 1},
	} {
		s := schedule.NewRotations(test.lineup, 1)
		require.Equal(t, test.group, s.GroupSize(), test.lineup)
		require.Equal(t, test.lineup, s.At(s.GroupSize()).Seats, "all are back")
	}
	require.Equal(t, []int{3, 0, 1, 2}, schedule.NewRotations([]int{0, 1, 2, 3}, 1).At(1).Seats,
		"each moves to the next seat")
}

// TestAllPlaysEveryLineupInEverySeat, in each pass.
func TestAllPlaysEveryLineupInEverySeat(t *testing.T) {
	for _, test := range []struct{ bots, seats, lineups int }{
		{4, 4, 1},
		{6, 4, 15},
		{13, 4, 715},
		{5, 2, 10},
		{3, 1, 3},
		{6, 6, 1},
	} {
		s := all(t, test.bots, test.seats)
		require.Equal(t, test.lineups*test.seats, s.Pass())
		for pass := range slices.Chunk(first(2*s.Pass(), s), s.Pass()) {
			seen := make(map[string]bool)
			sat := newSums(test.bots, test.seats)
			for _, m := range pass {
				sat.add(m)
				seen[fmt.Sprint(slices.Sorted(slices.Values(m.Seats)))] = true
				require.Len(t, slices.Compact(slices.Sorted(slices.Values(m.Seats))), test.seats)
			}
			require.Len(t, seen, test.lineups)
			require.Zero(t, sat.spreadOfSeats())
		}
	}
}

// TestAllIsEvenEarly: after every 13 line-ups of 13 bots, all have played equally often.
func TestAllIsEvenEarly(t *testing.T) {
	sums := newSums(13, 4)
	for _, m := range first(all(t, 13, 4).Pass(), all(t, 13, 4)) {
		sums.add(m)
		if (m.Number+1)%(13*4) == 0 {
			require.Zero(t, sums.spreadOfMatches())
			require.Zero(t, sums.spreadOfSeats())
		}
	}
}

func TestImpossibleSchedules(t *testing.T) {
	_, err := schedule.NewAll(3, 4, 1)
	require.EqualError(t, err, "3 bots for 4 seats")
	_, err = schedule.NewAll(41, 4, 1)
	require.EqualError(t, err, "41 bots: more than 100000 line-ups")
	_, err = schedule.NewBalanced([]schedule.Stay{{}, {}, {}, {From: 1}}, 4, false, 1)
	require.EqualError(t, err, "3 bots for 4 seats")
	_, err = schedule.NewBalanced(nil, 0, false, 1)
	require.EqualError(t, err, "0 bots for 0 seats")
	for _, test := range []struct {
		mixture      schedule.Mixture
		field, group int
		want         string
	}{
		{schedule.Mixture{New: 4}, 0, 2, "4 seats for the new bot, 0 for the old one, 0 for others"},
		{schedule.Mixture{New: 1, Old: 1, Field: 2}, 0, 2, "0 bots in the field for 2 seats"},
		{schedule.Mixture{New: 2, Old: 2}, 3, 2, "3 bots in the field for 0 seats"},
		{schedule.Mixture{New: 2, Old: 2}, 0, 3, "groups of 3 matches: it is an even number from 2 to 6"},
		{schedule.Mixture{New: 2, Old: 2}, 0, 8, "groups of 8 matches: it is an even number from 2 to 6"},
		{schedule.Mixture{New: 2, Old: 2}, 0, 0, "groups of 0 matches: it is an even number from 2 to 6"},
	} {
		_, err := schedule.NewVersus(test.mixture, test.field, test.group, 1)
		require.EqualError(t, err, test.want)
	}
}

package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// BenchmarkAdd adds matches of four seats, each in a transaction of its own.
func BenchmarkAdd(b *testing.B) {
	for name, replay := range map[string][]byte{"plain": nil, "replay": make([]byte, 36_000)} {
		b.Run(name, func(b *testing.B) {
			f := four(b, store.Options{})
			before := cpuTime(b)
			for number := 0; b.Loop(); number++ {
				f.addFour(b, number, replay)
			}
			reportCPU(b, before)
		})
	}
}

// BenchmarkKeepRatings keeps how a thousand bots are rated, as a page does with each of its tables.
func BenchmarkKeepRatings(b *testing.B) {
	f := four(b, store.Options{})
	all := make([]store.Rated, 1000)
	for i := range all {
		all[i] = store.Rated{Day: "2026-11-29", Entrant: i, Place: i + 1, Rating: 1500}
	}
	for b.Loop() {
		require.NoError(b, f.KeepRatings(b.Context(), f.tournament.ID, all))
	}
}

// BenchmarkMatches reads the matches of a tournament, and what is needed to go on with it.
func BenchmarkMatches(b *testing.B) {
	for _, count := range []int{1000, 100_000} {
		f := four(b, store.Options{})
		for number := range count {
			f.addFour(b, number, nil)
		}
		for name, read := range map[string]func() int{
			"results": func() (count int) {
				for _, err := range f.Matches(b.Context(), f.tournament.ID) {
					require.NoError(b, err)
					count++
				}
				return count
			},
			"lines": func() int { return len(lines(b, f.Store, f.tournament.ID, 0)) },
			"over":  func() int { return len(over(b, f.Store, f.tournament.ID, 0)) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, count), func(b *testing.B) {
				before := cpuTime(b)
				for b.Loop() {
					require.Equal(b, count, read())
				}
				reportCPU(b, before)
			})
		}
	}
}

// reportCPU reports the CPU time since then, as the clock on the wall counts other work too.
func reportCPU(b *testing.B, since time.Duration) {
	b.ReportMetric(float64((cpuTime(b)-since).Microseconds())/float64(b.N), "cpu-µs/op")
}

// four returns a store with a tournament of four seats.
func four(b *testing.B, o store.Options) *fixture {
	f := &fixture{Store: open(b, filepath.Join(b.TempDir(), "x.db"), o)}
	t := sample()
	t.Entrants = append(t.Entrants, t.Entrants...)
	var err error
	f.tournament, err = f.Begin(b.Context(), t, noon)
	require.NoError(b, err)
	f.schedule = schedule.NewRotations([]int{0, 1, 2, 3}, 1)
	return f
}

func (f *fixture) addFour(b *testing.B, number int, replay []byte) {
	r := result(number)
	r.Places, r.Scores = append(r.Places, r.Places...), append(r.Scores, r.Scores...)
	r.CPU, r.MostCPU = append(r.CPU, r.CPU...), append(r.MostCPU, r.MostCPU...)
	facts := f.tournament.Facts(f.schedule.At(number))
	facts.Seed = uint64(number) // the entrants have two programs, so that rotations are alike
	_, err := f.Add(b.Context(), f.tournament.ID, with(f.schedule.At(number), facts.Key(), r), replay)
	require.NoError(b, err)
}

package stats_test

import (
	"fmt"
	"testing"

	"github.com/botarena/arena/internal/contest/stats"
)

// BenchmarkLarge is the table of a large league.
func BenchmarkLarge(b *testing.B) {
	for _, size := range []struct{ bots, matches int }{{1000, 100_000}, {10_000, 100_000}} {
		b.Run(fmt.Sprintf("bots=%d", size.bots), func(b *testing.B) {
			w := line(size.bots, 4, 1)
			tally := stats.NewTally(size.bots)
			for m := range w.play(newRandom(1), size.matches) {
				tally.Add(m)
			}
			b.ResetTimer()
			for b.Loop() {
				tally.Summary(stats.Options{Resamples: stats.DefaultResamples})
			}
		})
	}
}

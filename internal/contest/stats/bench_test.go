package stats_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

const benchMatches = 10_000

var benchWorlds = []world{line(4, 2, 4), line(20, 2, 1), line(100, 2, 1)}

func (w world) bench() []played.Match {
	return slices.Collect(w.play(newRandom(1), benchMatches/w.rotations))
}

func BenchmarkSummarize(b *testing.B) {
	for _, w := range benchWorlds {
		b.Run(fmt.Sprintf("bots=%d", len(w.strengths)), func(b *testing.B) {
			matches := w.bench()
			for b.Loop() {
				summarize(len(w.strengths), matches, stats.Options{Resamples: stats.DefaultResamples})
			}
		})
	}
}

// What a live table costs, at each look.
func BenchmarkSummary(b *testing.B) {
	for _, w := range benchWorlds {
		b.Run(fmt.Sprintf("bots=%d", len(w.strengths)), func(b *testing.B) {
			tally := stats.NewTally(len(w.strengths))
			for _, m := range w.bench() {
				tally.Add(m)
			}
			for b.Loop() {
				tally.Summary(stats.Options{Resamples: stats.DefaultResamples})
			}
		})
	}
}

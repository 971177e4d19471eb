package evidence_test

import (
	"math/rand/v2"
	"testing"

	"github.com/botarena/arena/internal/contest/evidence"
)

// The bounds try fewer means the narrower the interval is: the first results take
// longest.

func BenchmarkFirstTenGroups(b *testing.B) {
	draw := beta.draw(0.5, 0.145, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		test := newTest(b, evidence.Options{Margin: 0.02})
		for range 10 {
			test.Add(draw())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(10*b.N), "ns/group")
}

func BenchmarkGroupAfterTenThousand(b *testing.B) {
	draw := beta.draw(0.5, 0.145, rand.New(rand.NewPCG(1, 1)))
	test := newTest(b, evidence.Options{Margin: 0.02})
	for range 10_000 {
		test.Add(draw())
	}
	for b.Loop() {
		test.Add(draw())
	}
}

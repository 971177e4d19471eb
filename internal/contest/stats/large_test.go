package stats_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

var (
	manyBots    = flag.Int("bots", 100, "`number` of bots of TestMemory")
	manyMatches = flag.Int("matches", 2000, "`number` of matches of TestMemory")
)

// BenchmarkLarge is the table of a large league.
func BenchmarkLarge(b *testing.B) {
	for _, size := range []struct{ bots, matches int }{{1000, 100_000}, {10_000, 100_000}} {
		b.Run(fmt.Sprintf("bots=%d", size.bots), func(b *testing.B) {
			tally := stats.NewTally(size.bots)
			for number := range size.matches {
				tally.Add(matchOf(number, size.bots))
			}
			b.ResetTimer()
			for b.Loop() {
				tally.Summary(stats.Options{Resamples: stats.DefaultResamples})
			}
		})
	}
}

// BenchmarkAdd is what a match of a large league adds to its table.
func BenchmarkAdd(b *testing.B) {
	const bots = 1000
	tally, number := stats.NewTally(bots), 0
	for b.Loop() {
		tally.Add(matchOf(number, bots))
		number++
	}
}

// matchOf is the match of a number, of bots whose strengths are spread over 800 points and who have seats by chance.
func matchOf(number, bots int) played.Match {
	random := rand.New(rand.NewPCG(uint64(number), 5)) //nolint:gosec // never negative
	m := ended(number, nil, nil)
	for range tableSize {
		bot := random.IntN(bots)
		form := math.Ln10*2*float64(bot)/float64(bots) - math.Log(random.ExpFloat64())
		m.Seats, m.Scores = append(m.Seats, bot), append(m.Scores, int(1000+100*form))
	}
	m.Places = engine.Places(m.Scores)
	m.CPU = make([]time.Duration, tableSize)
	for seat := range m.CPU {
		m.CPU[seat] = time.Duration(random.IntN(1e8))
	}
	return m
}

// TestMemory tells what the tally of a league takes as it grows, and what its table. With more matches:
//
//	go test ./internal/contest/stats -run Memory -v -timeout 0 -bots 1000 -matches 10000000
func TestMemory(t *testing.T) {
	tally, begun := stats.NewTally(*manyBots), time.Now()
	for number := range *manyMatches {
		tally.Add(matchOf(number, *manyBots))
		if n := number + 1; n&(n-1) == 0 || n == *manyMatches {
			t.Logf("%d matches: %d MB, %v a match", n, heap()/1_000_000, time.Since(begun)/time.Duration(n))
		}
	}
	begun = time.Now()
	s := tally.Summary(stats.Options{Resamples: stats.DefaultResamples})
	require.Equal(t, *manyMatches, s.Matches)
	t.Logf("a table after %v: %d MB", time.Since(begun), heap()/1_000_000)
	runtime.KeepAlive(tally)
}

// heap returns how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

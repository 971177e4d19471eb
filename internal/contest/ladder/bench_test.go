package ladder_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/schedule"
)

// BenchmarkMatch decides a match and learns its result.
func BenchmarkMatch(b *testing.B) {
	for _, bots := range []int{10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(bots), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			w := spread(bots, 10, 0.5, random)
			l, present := ladder.New(seats, 1), make([]int, bots)
			l.Grow(bots)
			for i := range present {
				present[i] = i
			}
			play := func(p schedule.Planned) {
				l.Count(p.Seats)
				l.Learn(w.play(p, random))
			}
			for range 5 * bots { // so that none is owed a match
				play(schedule.Planned{Seats: []int{random.IntN(bots), random.IntN(bots), random.IntN(bots), random.IntN(bots)}})
			}
			for number := 0; b.Loop(); number++ {
				p, _ := l.Next(number, present)
				play(p)
			}
		})
	}
}

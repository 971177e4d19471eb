package ladder_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/schedule"
)

// BenchmarkMatch decides a match and learns its result, of bots that have played so many matches each. Strangers came
// since, of whom no result is known.
func BenchmarkMatch(b *testing.B) {
	for _, test := range []struct{ bots, each, strangers int }{
		{10, 20, 0}, {100, 20, 0}, {1000, 20, 0}, {10_000, 20, 0}, {10_000, 200, 0}, {10_000, 200, 20},
	} {
		b.Run(fmt.Sprintf("%d/%d/%d", test.bots, test.each, test.strangers), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			w := spread(test.bots, 3500/float64(test.bots), 0.5, random)
			l, present := ladder.New(seats, 1), everybody(test.bots)
			l.Grow(test.bots)
			play := func(p schedule.Planned) {
				l.Count(p.Seats)
				l.Learn(w.play(p, random))
			}
			known := test.bots - test.strangers
			someone := func() []int { // one of each quarter
				lineup := random.Perm(seats)
				for seat, quarter := range lineup {
					lineup[seat] = quarter*(known/seats) + random.IntN(known/seats)
				}
				return lineup
			}
			for range test.each * known / seats {
				play(schedule.Planned{Seats: someone()})
			}
			for stranger := known; stranger < test.bots; stranger++ {
				l.Join(stranger, 0, present[:known])
				for range ladder.FewMatches {
					l.Count([]int{stranger})
				}
			}
			for number := 0; b.Loop(); number++ {
				p, _ := l.Next(number, present)
				play(p)
			}
		})
	}
}

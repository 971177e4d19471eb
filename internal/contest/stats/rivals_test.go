package stats_test

import (
	"flag"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// With 100 it makes the table of docs/why/statistics.md:
//
//	go test ./internal/contest/stats -run Rivals -leagues 100 -v -timeout 0
var leagues = flag.Int("leagues", 2, "leagues to simulate for each line of the table of rivals")

// rival is a rating that is moved by each match, and never looks back.
type rival interface {
	learn(m played.Match)
	value(bot int) float64
}

// belief is a normal distribution of a strength.
type belief struct{ mean, variance float64 }

// The numbers that TrueSkill and Weng and Lin begin with.
const (
	usualMean  = 25.
	usualError = usualMean / 3
	usualNoise = usualError / 2 // beta
)

func beliefs(bots int) []belief {
	return slices.Repeat([]belief{{usualMean, usualError * usualError}}, bots)
}

// wengLin is R. C. Weng and C.-J. Lin's online rating for the model of Plackett and Luce (2011, algorithm 4).
type wengLin []belief

func (w wengLin) value(bot int) float64 { return w[bot].mean }

func (w wengLin) learn(m played.Match) {
	all := 0.0
	for _, bot := range m.Seats {
		all += w[bot].variance + usualNoise*usualNoise
	}
	c := math.Sqrt(all)
	next := make([]belief, len(m.Seats))
	for i, bot := range m.Seats {
		move, shrink := 0.0, 0.0
		for q := range m.Seats {
			if m.Places[q] > m.Places[i] {
				continue // i has its place already
			}
			left := 0.0
			for s, other := range m.Seats {
				if m.Places[s] >= m.Places[q] {
					left += math.Exp(w[other].mean / c)
				}
			}
			chance := math.Exp(w[bot].mean/c) / left
			move -= chance
			if q == i {
				move++
			}
			shrink += chance * (1 - chance)
		}
		b := w[bot]
		gamma := math.Sqrt(b.variance) / c
		next[i] = belief{
			b.mean + b.variance/c*move, b.variance * max(1-gamma*b.variance/(c*c)*shrink, 1e-4),
		}
	}
	for i, bot := range m.Seats {
		w[bot] = next[i]
	}
}

// trueSkill is the rating of R. Herbrich, T. Minka and T. Graepel (2006) for players who all play for themselves,
// without ties: who is next to one another in the result passes messages until nothing moves.
type trueSkill []belief

func (s trueSkill) value(bot int) float64 { return s[bot].mean }

// message is a normal distribution by its precision, and its mean times that. Zero says nothing.
type message struct{ precision, product float64 }

func (m message) times(o message) message {
	return message{m.precision + o.precision, m.product + o.product}
}

func (m message) belief() belief { return belief{m.product / m.precision, 1 / m.precision} }

func (b belief) message() message { return message{1 / b.variance, b.mean / b.variance} }

func (s trueSkill) learn(m played.Match) {
	order := make([]int, len(m.Seats))
	for seat, place := range m.Places {
		order[place-1] = m.Seats[seat]
	}
	plays := make([]message, len(order)) // what each is expected to show
	for i, bot := range order {
		plays[i] = belief{s[bot].mean, s[bot].variance + usualNoise*usualNoise}.message()
	}
	toWinner, toLoser := make([]message, len(order)), make([]message, len(order)) // of i and the next one
	for range 20 {
		for i := range len(order) - 1 {
			winner, loser := plays[i], plays[i+1].times(toWinner[i+1])
			if i > 0 {
				winner = winner.times(toLoser[i-1])
			}
			toWinner[i], toLoser[i] = compared(winner.belief(), loser.belief())
		}
	}
	for i, bot := range order {
		told := toWinner[i]
		if i > 0 {
			told = told.times(toLoser[i-1])
		}
		shown := told.belief()
		shown.variance += usualNoise * usualNoise
		s[bot] = s[bot].message().times(shown.message()).belief()
	}
}

// compared returns what it tells of two that the first showed more.
func compared(winner, loser belief) (toWinner, toLoser message) {
	by := belief{winner.mean - loser.mean, winner.variance + loser.variance}
	spread := math.Sqrt(by.variance)
	t := by.mean / spread
	v := math.Exp(-t*t/2) / math.Sqrt(2*math.Pi) / (math.Erfc(-t/math.Sqrt2) / 2)
	after := belief{by.mean + spread*v, by.variance * (1 - v*(v+t))}.message()
	told := message{after.precision - 1/by.variance, after.product - by.mean/by.variance}.belief()
	return belief{told.mean + loser.mean, told.variance + loser.variance}.message(),
		belief{winner.mean - told.mean, told.variance + winner.variance}.message()
}

// TestRivalsBeginAsTheirAuthorsSay: after a match of two that can have no tie, TrueSkill has 29.2 ± 7.2 and 20.8 ±
// 7.2.
func TestRivalsBeginAsTheirAuthorsSay(t *testing.T) {
	one := ended(0, []int{0, 1}, []int{2, 1})
	skill := trueSkill(beliefs(2))
	skill.learn(one)
	require.InDelta(t, 29.205, skill[0].mean, 0.01)
	require.InDelta(t, 20.795, skill[1].mean, 0.01)
	require.InDelta(t, 7.195, math.Sqrt(skill[0].variance), 0.01)
	online := wengLin(beliefs(2))
	online.learn(one)
	require.InDelta(t, 27.635, online[0].mean, 0.01)
	require.InDelta(t, 8.066, math.Sqrt(online[0].variance), 0.01)
}

// TestRivals compares how many pairs of bots ratings put into the wrong order.
func TestRivals(t *testing.T) {
	sizes := []int{500, 1000, 2000}
	for _, test := range []struct {
		name string
		bias float64 // logits that each seat has more than the next one
	}{{"seats alike", 0}, {"seats 87 points apart", 0.5}, {"seats 260 points apart", 1.5}} {
		t.Run(test.name, func(t *testing.T) {
			const bots, apart = 16, 52 / pointsPerLogit
			w := world{rotations: 1, scores: skewed}
			for i := range bots {
				w.strengths = append(w.strengths, -apart*float64(i))
			}
			wrong := map[string][]float64{}
			for run := range *leagues {
				ours := stats.NewTally(bots)
				rivals := map[string]rival{"Weng–Lin": wengLin(beliefs(bots)), "TrueSkill": trueSkill(beliefs(bots))}
				random, size := newRandom(uint64(run)), 0 //nolint:gosec // never negative
				for group, lineup := range w.lineups(random, sizes[len(sizes)-1]) {
					scores := make([]int, tableSize)
					for seat, bot := range lineup {
						luck := -math.Log(random.ExpFloat64())
						scores[seat] = int(1e9 * (w.strengths[bot] - test.bias*float64(seat) + luck))
					}
					m := ended(group, lineup, scores)
					m.Places = engine.Places(scores)
					ours.Add(m)
					for _, r := range rivals {
						r.learn(m)
					}
					if ours.Matches() < sizes[size] {
						continue
					}
					s := ours.Summary(stats.Options{})
					count := func(name string, value func(bot int) float64) {
						if wrong[name] == nil {
							wrong[name] = make([]float64, len(sizes))
						}
						wrong[name][size] += float64(inversions(bots, value)) / float64(*leagues)
					}
					count("ours", func(bot int) float64 { return s.Bots[bot].Rating.Value })
					for name, r := range rivals {
						count(name, r.value)
					}
					size++
				}
			}
			for name, of := range wrong {
				t.Logf("| %s | %s | %.2f |", test.name, name, of)
			}
			for name, of := range wrong {
				for i, n := range of {
					require.LessOrEqual(t, wrong["ours"][i], n+1.5/float64(*leagues), "%s, %d matches", name, sizes[i])
				}
			}
		})
	}
}

// inversions counts the pairs of which the second has more, though the first is stronger.
func inversions(bots int, value func(bot int) float64) (n int) {
	for i := range bots {
		for j := i + 1; j < bots; j++ {
			if value(i) <= value(j) {
				n++
			}
		}
	}
	return n
}

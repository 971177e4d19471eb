package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

const pointsPerLogit = 400 / math.Ln10

// TestRatingOfTwo compares with what follows by hand. With strengths s and -s, a bot that
// won w of n matches has its greatest likelihood where wins and expected wins are equal, those
// against the phantom included:
//
//	w + 1/2 = n x²/(1+x²) + x/(1+x)   with x = exp(s)
//
// For the only match that is x³ - x² - x - 3 = 0.
func TestRatingOfTwo(t *testing.T) {
	x := ratingOfTwo(1, 0, 0)
	require.InDelta(t, 0, x*x*x-x*x-x-3, 1e-9)
	require.InDelta(t, 2.130395, x, 1e-6)
	for _, test := range []struct{ won, lost, tied int }{
		{1, 0, 0},
		{0, 3, 0},
		{3, 1, 0},
		{7, 2, 5},
		{900, 100, 0},
		{0, 0, 4},
		{1000, 0, 0},
	} {
		x := ratingOfTwo(test.won, test.lost, test.tied)
		wins, n := float64(test.won)+float64(test.tied)/2, float64(test.won+test.lost+test.tied)
		require.InDelta(t, wins+0.5, n*x*x/(1+x*x)+x/(1+x), 1e-7, "%+v", test)
	}
}

// ratingOfTwo returns exp(strength) of the first of two bots.
func ratingOfTwo(won, lost, tied int) float64 {
	var matches []played.Match
	for range won {
		matches = append(matches, ended(0, []int{0, 1}, []int{2, 1}))
	}
	for range lost {
		matches = append(matches, ended(0, []int{0, 1}, []int{1, 2}))
	}
	for range tied {
		matches = append(matches, ended(0, []int{0, 1}, []int{1, 1}))
	}
	s := summarize(2, matches, stats.Options{})
	return math.Exp((s.Bots[0].Rating.Value - s.Bots[1].Rating.Value) / 2 / pointsPerLogit)
}

// parameters are the strengths of bots and the effects of seats.
type parameters struct{ strengths, effects []float64 }

// likelihood returns the logarithm of the likelihood of parameters by its definition: all
// orders of tied seats one by one, and the phantom.
func likelihood(p parameters, matches []played.Match) float64 {
	sum := 0.0
	for _, v := range slices.Concat(p.strengths, p.effects) {
		sum += v/2 - math.Log1p(math.Exp(v))
	}
	for _, m := range matches {
		orders := ordersOf(m)
		for _, order := range orders {
			for i, first := range order {
				total := 0.0
				for _, seat := range order[i:] {
					total += math.Exp(p.strengths[m.Seats[seat]] + p.effects[seat])
				}
				sum += (p.strengths[m.Seats[first]] + p.effects[first] - math.Log(total)) / float64(len(orders))
			}
		}
	}
	return sum
}

// ordersOf returns all orders of the seats in which none is before one with a better place.
func ordersOf(m played.Match) (orders [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == len(m.Seats) {
			orders = append(orders, slices.Clone(order))
			return
		}
		best := math.MaxInt
		for seat, place := range m.Places {
			if !slices.Contains(order, seat) {
				best = min(best, place)
			}
		}
		for seat, place := range m.Places {
			if place == best && !slices.Contains(order, seat) {
				extend(append(slices.Clone(order), seat))
			}
		}
	}
	extend(nil)
	return orders
}

// withTies returns matches of eight bots in which seats tie, and one bot has two of them.
func withTies(groups int) []played.Match {
	matches := slices.Collect(line(8, 2, 1).play(newRandom(20), groups))
	for i, m := range matches {
		for seat := range m.Scores {
			m.Scores[seat] /= 300_000
		}
		if i%3 == 0 {
			m.Seats[0] = m.Seats[2]
		}
		matches[i] = ended(m.Group, m.Seats, m.Scores)
	}
	return matches
}

func TestRatingsMaximiseTheLikelihood(t *testing.T) {
	matches := withTies(60)
	ties := 0
	for _, m := range matches {
		if len(ordersOf(m)) > 1 {
			ties++
		}
	}
	require.Greater(t, ties, 20)
	found := parametersOf(summarize(8, matches, stats.Options{}))
	best := likelihood(found, matches)
	for name, list := range map[string][]float64{"strength": found.strengths, "effect": found.effects} {
		for i, was := range list {
			for _, by := range []float64{0.01, -0.01} {
				list[i] = was + by
				require.Less(t, likelihood(found, matches), best, "%s %d by %v", name, i, by)
				// At the top the likelihood is flat: a step costs in proportion to its square.
				list[i] = was + by/10
				require.Less(t, best-likelihood(found, matches), 1e-4)
			}
			list[i] = was
		}
	}
}

// parametersOf returns the parameters behind ratings and effects. These have means of 1500 and 0, while the
// phantom's are 0, so the best shift is looked for.
func parametersOf(s stats.Summary) (p parameters) {
	for _, b := range s.Bots {
		p.strengths = append(p.strengths, (b.Rating.Value-1500)/pointsPerLogit)
	}
	for _, e := range s.Effects {
		p.effects = append(p.effects, e.Value/pointsPerLogit)
	}
	return parameters{likeliest(p.strengths), likeliest(p.effects)}
}

// likeliest shifts parameters so that they do best against the phantom.
func likeliest(list []float64) []float64 {
	shifted := func(by float64) []float64 {
		all := slices.Clone(list)
		for i := range all {
			all[i] += by
		}
		return all
	}
	alone := func(by float64) float64 { return likelihood(parameters{strengths: shifted(by)}, nil) }
	low, high := -5., 5.
	for range 100 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if alone(a) < alone(b) {
			low = a
		} else {
			high = b
		}
	}
	return shifted(low)
}

// minorisedMaximised finds exp(strength) of each bot and exp(effect) of each seat in Hunter's way (2004), in turns, for
// matches without ties. It returns the number of steps too.
func minorisedMaximised(bots int, matches []played.Match) (gamma, delta []float64, steps int) {
	gamma, delta = slices.Repeat([]float64{1}, bots), slices.Repeat([]float64{1}, len(matches[0].Seats))
	for steps = 1; ; steps++ {
		moved := better(gamma, matches, func(m played.Match, seat int) (own int, other float64) {
			return m.Seats[seat], delta[seat]
		})
		moved = max(moved, better(delta, matches, func(m played.Match, seat int) (own int, other float64) {
			return seat, gamma[m.Seats[seat]]
		}))
		if moved < 1e-10 {
			return gamma, delta, steps
		}
	}
}

// better makes one step with some factors, while the other factor of each seat stays, and returns how far it was.
func better(
	factors []float64, matches []played.Match, of func(m played.Match, seat int) (own int, other float64),
) (moved float64) {
	above, below := slices.Repeat([]float64{0.5}, len(factors)), make([]float64, len(factors))
	for i, f := range factors {
		below[i] = 1 / (f + 1)
	}
	for _, m := range matches {
		order := ordersOf(m)[0]
		for i, first := range order {
			own, _ := of(m, first)
			above[own]++
			total := 0.0
			for _, seat := range order[i:] {
				own, other := of(m, seat)
				total += factors[own] * other
			}
			for _, seat := range order[i:] {
				own, other := of(m, seat)
				below[own] += other / total
			}
		}
	}
	for i := range factors {
		next := above[i] / below[i]
		moved = max(moved, math.Abs(math.Log(next/factors[i])))
		factors[i] = next
	}
	return moved
}

func TestRatingsAreThoseOfMinoriseMaximise(t *testing.T) {
	for name, w := range map[string]world{"near": line(8, 2, 1), "far": line(8, 5, 1)} {
		matches := slices.Collect(w.play(newRandom(21), 40))
		s := summarize(8, matches, stats.Options{})
		gamma, delta, steps := minorisedMaximised(8, matches)
		t.Logf("%s: %d steps", name, steps)
		for i := range 7 {
			points := pointsPerLogit * math.Log(gamma[i]/gamma[i+1])
			require.InDelta(t, points, s.Bots[i].Rating.Value-s.Bots[i+1].Rating.Value, 1e-4)
		}
		for i := range 3 {
			require.InDelta(t, pointsPerLogit*math.Log(delta[i]/delta[i+1]), s.Effects[i].Value-s.Effects[i+1].Value, 1e-4)
		}
	}
}

// TestEffectsNeedChanges: where nobody changes seats, all is the bots'.
func TestEffectsNeedChanges(t *testing.T) {
	var fixed, changing []played.Match
	for group := range 20 {
		fixed = append(fixed, ended(group, []int{0, 1, 2}, []int{3 + group%3, 4, 1 + group%5}))
		changing = append(changing, fixed[group])
	}
	changing[3].Seats = []int{1, 0, 2}
	require.Empty(t, summarize(3, fixed, usual).Effects)
	require.Empty(t, summarize(3, changing, usual).Effects, "bot 2 is still in its seat")
	changing[4].Seats = []int{0, 2, 1}
	effects := summarize(3, changing, usual).Effects
	require.Len(t, effects, 3)
	require.InDelta(t, 0, effects[0].Value+effects[1].Value+effects[2].Value, 1e-9)
}

func TestRatingScale(t *testing.T) {
	s := summarize(8, slices.Collect(line(8, 2, 1).play(newRandom(22), 300)), usual)
	sum := 0.0
	for _, b := range s.Bots {
		sum += b.Rating.Value
		require.Less(t, b.Rating.Interval.Low, b.Rating.Value)
		require.Greater(t, b.Rating.Interval.High, b.Rating.Value)
	}
	require.InDelta(t, 1500, sum/8, 1e-9)
	ahead := ratingOfTwo(100_000, 10_000, 0)
	require.InDelta(t, 400, 2*pointsPerLogit*math.Log(ahead), 0.1, "odds of 10 to 1")
}

// TestSeatsOfOneBot: a bot's two seats are two players of the same strength, so who of them
// is ahead tells nothing.
func TestSeatsOfOneBot(t *testing.T) {
	rating := func(scores ...int) float64 {
		return summarize(2, []played.Match{ended(0, []int{0, 0, 1}, scores)}, usual).Bots[0].Rating.Value
	}
	require.InDelta(t, rating(3, 2, 1), rating(2, 3, 1), 1e-9)
	require.Greater(t, rating(3, 2, 1), rating(3, 1, 2))
	require.Greater(t, rating(3, 1, 2), rating(2, 1, 3))
	require.InDelta(t, 1500, rating(1, 1, 1), 1e-6, "a tie of all")
	require.InDelta(
		t, 1500, summarize(1, []played.Match{ended(0, []int{0, 0}, []int{2, 1})}, usual).Bots[0].Rating.Value, 1e-9)
}

// TestBotThatIsNeverAhead: the others are compared as if it were not there. How far it is
// behind is not known.
func TestBotThatIsNeverAhead(t *testing.T) {
	matches := slices.Collect(line(3, 1, 1).playThree(200))
	three := summarize(3, matches, usual)
	for i := range matches {
		m := &matches[i]
		m.Seats, m.Scores = append(m.Seats, 3), append(m.Scores, 0)
		m.Places = append(m.Places, 4)
	}
	four := summarize(4, matches, usual)
	require.Nil(t, four.Bots[3].Rating.Interval)
	require.Less(t, four.Bots[3].Rating.Value, 800.)
	for i := range 3 {
		require.InDelta(t, three.Bots[i].Rating.Value, four.Bots[i].Rating.Value, 2)
		require.InEpsilon(t, width(three.Bots[i].Rating), width(four.Bots[i].Rating), 0.02)
	}
	require.NotNil(t, four.Pair(0, 3).Ahead.Interval)
	// One that was ahead of it once is compared with it.
	matches[0].Places = []int{2, 3, 4, 1}
	require.NotNil(t, summarize(4, matches, usual).Bots[3].Rating.Interval)
}

func (w world) playThree(groups int) func(yield func(played.Match) bool) {
	return func(yield func(played.Match) bool) {
		random := newRandom(23)
		for group := range groups {
			scores := make([]int, len(w.strengths))
			for i, s := range w.strengths {
				scores[i] = int(1e6 * math.Exp((s-math.Log(random.ExpFloat64()))/5))
			}
			if !yield(ended(group, []int{0, 1, 2}, scores)) {
				return
			}
		}
	}
}

func TestTiesOfManySeats(t *testing.T) {
	for _, seats := range []int{4, 10, 11, 30} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			bots, scores := make([]int, seats), make([]int, seats)
			for i := range bots {
				bots[i] = i
			}
			s := summarize(seats, []played.Match{ended(0, bots, scores)}, usual)
			for _, b := range s.Bots {
				require.InDelta(t, 1500, b.Rating.Value, 1e-6)
				require.InDelta(t, 1/float64(seats), b.WinShare.Value, 1e-6)
			}
		})
	}
}

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

// TestRatingOfTwo compares with what follows by hand. Firth's correction gives each of two bots half a win more. With
// strengths s and -s, a bot that won w of n matches is where wins and expected wins are equal:
//
//	w + 1/2 = (n + 1) x²/(1+x²)   with x = exp(s)
func TestRatingOfTwo(t *testing.T) {
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
		require.InDelta(t, wins+0.5, (n+1)*x*x/(1+x*x), 1e-4, "%+v", test)
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

// choice is a place that was given to one of some seats. Where seats tie, it is given to several in part.
type choice struct {
	bots, seats []int
	won         []float64
}

// choicesOf returns them by their definition: all orders of tied seats one by one.
func choicesOf(matches []played.Match) (choices []choice) {
	for _, m := range matches {
		orders := ordersOf(m)
		for _, order := range orders {
			for i := range order {
				c := choice{won: make([]float64, len(order)-i)}
				c.won[0] = 1 / float64(len(orders))
				for _, seat := range order[i:] {
					c.bots, c.seats = append(c.bots, m.Seats[seat]), append(c.seats, seat)
				}
				choices = append(choices, c)
			}
		}
	}
	return choices
}

// chances returns that of each seat, and how often there was such a choice.
func (c *choice) chances(p parameters) (chances []float64, weight float64) {
	total := 0.0
	for k, bot := range c.bots {
		chances = append(chances, math.Exp(p.strengths[bot]+p.effects[c.seats[k]]))
		total += chances[k]
		weight += c.won[k]
	}
	for k := range chances {
		chances[k] /= total
	}
	return chances, weight
}

// corrected returns the choices with Firth's correction at some parameters, where the strength of a bot is as unsure as
// if all others were known, less the share of one bot in all.
func corrected(p parameters, choices []choice) (all []choice) {
	told, ofSeats := make([]float64, len(p.strengths)), make([]float64, len(p.effects))
	for _, c := range choices {
		chances, weight := c.chances(p)
		for k, bot := range c.bots {
			told[bot] += weight * chances[k] * (1 - chances[k])
			ofSeats[c.seats[k]] += weight * chances[k] * (1 - chances[k])
		}
	}
	unsure := func(bot, seat int) float64 {
		return (1-1/float64(len(told)))/told[bot] + (1-1/float64(len(ofSeats)))/ofSeats[seat]
	}
	for _, c := range choices {
		chances, weight := c.chances(p)
		open, sum := 0.0, 0.0
		for k, bot := range c.bots {
			open += chances[k] * (1 - chances[k])
			sum += chances[k] * (1 - chances[k]) * unsure(bot, c.seats[k])
		}
		c.won = slices.Clone(c.won)
		for k, chance := range chances {
			if open > 0 {
				c.won[k] += weight * sum / open * chance * (1 - chance)
			}
		}
		all = append(all, c)
	}
	return all
}

// likelihood returns the logarithm of the likelihood of parameters.
func likelihood(p parameters, choices []choice) float64 {
	sum := 0.0
	for _, c := range choices {
		chances, _ := c.chances(p)
		for k, chance := range chances {
			sum += c.won[k] * math.Log(chance)
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
	ties := withTies(60)
	tied := 0
	for _, m := range ties {
		if len(ordersOf(m)) > 1 {
			tied++
		}
	}
	require.Greater(t, tied, 20)
	for name, matches := range map[string][]played.Match{
		"ties": ties, "far": slices.Collect(line(8, 5, 1).play(newRandom(21), 40)),
	} {
		found := parametersOf(summarize(8, matches, stats.Options{}))
		choices := corrected(found, choicesOf(matches))
		for _, list := range [][]float64{found.strengths, found.effects} {
			for i, was := range list {
				const by = 1e-4
				list[i] = was + by
				above := likelihood(found, choices)
				list[i] = was - by
				require.InDelta(t, 0, (above-likelihood(found, choices))/2/by, 1e-4, "%s: slope at %d", name, i)
				list[i] = was
			}
		}
	}
}

// parametersOf returns the parameters behind ratings and effects.
func parametersOf(s stats.Summary) (p parameters) {
	for _, b := range s.Bots {
		p.strengths = append(p.strengths, b.Rating.Value/pointsPerLogit)
	}
	for _, e := range s.Effects {
		p.effects = append(p.effects, e.Value/pointsPerLogit)
	}
	return p
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
	require.Empty(t, summarize(3, changing[:stats.LeastGroups-1], usual).Effects, "few groups")
	require.Len(t, summarize(3, changing[:stats.LeastGroups], usual).Effects, 3)
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

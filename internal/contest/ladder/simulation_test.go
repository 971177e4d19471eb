package ladder_test

import (
	"cmp"
	"flag"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
)

// With 100 it is the simulation of docs/statistics.md:
//
//	go test ./internal/contest/ladder -run 'Coverage|Order' -runs 100 -v -timeout 0
var runs = flag.Int("runs", 2, "leagues to simulate for each line of the tables")

// sound is the number of runs from which the tables are held to what is promised.
const sound = 100

const (
	seats          = 4
	pointsPerLogit = 400 / math.Ln10
	flying         = 8 // matches that are being played while the next ones are decided
)

// world is a league whose truth is known: the model of Plackett and Luce, with a bias of the seats.
type world struct {
	strengths []float64 // of the bots, in points, by number
	bias      float64   // logits that each seat has more than the next one
	stays     []schedule.Stay
	against   [][]float64 // points that a bot has more against another one than strengths say; nil: one number fits
}

// spread returns a world of bots so many points apart, in an order that chance gives.
func spread(bots int, apart, bias float64, random *rand.Rand) world {
	w := world{strengths: make([]float64, bots), bias: bias, stays: make([]schedule.Stay, bots)}
	for rank, bot := range random.Perm(bots) {
		w.strengths[bot] = 1500 + apart*(float64(bots-1)/2-float64(rank))
	}
	return w
}

// goingRound makes bots of three kinds, of which each has so many points more against the next one than strengths say,
// and gives each pair some more or less, of such a standard deviation.
func (w world) goingRound(circle, pair float64, random *rand.Rand) world {
	if circle == 0 && pair == 0 {
		return w
	}
	kinds := random.Perm(len(w.strengths))
	w.against = make([][]float64, len(kinds))
	for a := range kinds {
		w.against[a] = make([]float64, len(kinds))
		for b := range a {
			more := pair*random.NormFloat64() + circle*[]float64{0, 1, -1}[(kinds[a]-kinds[b]+3*len(kinds))%3]
			w.against[a][b], w.against[b][a] = more, -more
		}
	}
	return w
}

// among returns how strong a bot is in a match of these, in points.
func (w world) among(bot int, all []int) float64 {
	strength := w.strengths[bot]
	if w.against != nil {
		for _, other := range all {
			strength += w.against[bot][other] / 2 // and the other one has as much less
		}
	}
	return strength
}

// byRank returns the bots, the best first: by how many others each is ahead of on average, in all line-ups.
func (w world) byRank() []int {
	worth := slices.Clone(w.strengths)
	if w.against != nil {
		clear(worth)
		for lineup := range lineups(len(worth)) {
			var odds [seats]float64
			for i, bot := range lineup {
				odds[i] = math.Exp((w.among(bot, lineup) - 1500) / pointsPerLogit)
			}
			for i, a := range lineup {
				for j, b := range lineup[:i] {
					ahead := odds[i] / (odds[i] + odds[j])
					worth[a], worth[b] = worth[a]+ahead, worth[b]+1-ahead
				}
			}
		}
	}
	byRank := everybody(len(worth))
	slices.SortFunc(byRank, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return byRank
}

// lineups yields all sets of four bots, always in the same slice.
func lineups(bots int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		lineup := make([]int, seats)
		for lineup[0] = range bots {
			for lineup[1] = range lineup[0] {
				for lineup[2] = range lineup[1] {
					for lineup[3] = range lineup[2] {
						if !yield(lineup) {
							return
						}
					}
				}
			}
		}
	}
}

// comingAndGoing makes a quarter of the bots join when a third is played, and another quarter leave at two thirds.
func (w world) comingAndGoing(matches int) world {
	for bot := range w.stays {
		switch bot % 4 {
		case 1:
			w.stays[bot].From = matches / 3
		case 2:
			w.stays[bot].Until = 2 * matches / 3
		}
	}
	return w
}

// play plays a match.
func (w world) play(p schedule.Planned, random *rand.Rand) played.Match {
	scores := make([]int, len(p.Seats))
	for seat, bot := range p.Seats {
		performance := w.among(bot, p.Seats)/pointsPerLogit - w.bias*float64(seat) - math.Log(random.ExpFloat64())
		scores[seat] = int(1e9 * performance)
	}
	return played.Match{Planned: p, Result: match.Result{Scores: scores, Places: engine.Places(scores)}}
}

// order decides matches one after the other, and hears of results.
type order interface {
	next() schedule.Planned
	heard(m played.Match)
}

// balanced is the order of a league without a ladder.
type balanced struct{ walk *schedule.Walk }

func newBalanced(w world, seed uint64) order {
	b, err := schedule.NewBalanced(w.stays, seats, false, seed)
	if err != nil {
		panic(err)
	}
	return balanced{b.Walk()}
}

func (b balanced) next() schedule.Planned {
	p, _ := b.walk.Next()
	return p
}

func (balanced) heard(played.Match) {}

// climbing is the order of a ladder.
type climbing struct {
	ladder   *ladder.Ladder
	arrivals schedule.Arrivals
	stays    []schedule.Stay
	number   int
}

func newClimbing(w world, seed uint64) order {
	c := &climbing{ladder: ladder.New(seats, seed), stays: w.stays}
	c.ladder.Grow(len(w.stays))
	c.arrivals.Change(w.stays)
	return c
}

func (c *climbing) next() schedule.Planned {
	came, before := c.arrivals.At(c.number)
	for _, bot := range came {
		c.ladder.Join(bot, c.stays[bot].After, before)
	}
	var present []int
	for bot, stay := range c.stays {
		if stay.Includes(c.number) {
			present = append(present, bot)
		}
	}
	p, _ := c.ladder.Next(c.number, present)
	c.ladder.Count(p.Seats)
	c.number++
	return p
}

func (c *climbing) heard(m played.Match) { c.ladder.Learn(m) }

// league yields the matches of a league in the order in which they end.
func (w world) league(o order, random *rand.Rand) iter.Seq[played.Match] {
	return func(yield func(played.Match) bool) {
		var playing []played.Match
		for {
			playing = append(playing, w.play(o.next(), random))
			if len(playing) < flying {
				continue
			}
			m := playing[0]
			playing = playing[1:]
			if o.heard(m); !yield(m) {
				return
			}
		}
	}
}

// wrong returns how many pairs are in the wrong order, of those with one of the best so many bots.
func wrong(s stats.Summary, byRank []int, best int) (wrong float64) {
	for i, high := range byRank[:best] {
		for _, low := range byRank[i+1:] {
			if s.Bots[high].Rating.Value <= s.Bots[low].Rating.Value {
				wrong++
			}
		}
	}
	return wrong
}

// leastShare returns how often the bot that played least has played, by the mean of all.
func leastShare(s stats.Summary) float64 {
	least := math.MaxInt
	for _, b := range s.Bots {
		least = min(least, b.Matches)
	}
	return float64(least*len(s.Bots)) / float64(s.Matches*seats)
}

// TestOrder compares how many matches tell the order, by a ladder and by a balanced league.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		bots         int
		apart, bias  float64
		circle, pair float64 // as of goingRound
		best         int
		sizes        []int
		fewer        int // by how many steps of the sizes the ladder is at least ahead
	}{
		{bots: 16, apart: 52, bias: 0.5, best: 16, sizes: []int{500, 1000, 2000}},
		{bots: 16, apart: 35, best: 16, sizes: []int{500, 1000, 2000}},
		{bots: 100, apart: 10, best: 10, sizes: []int{1000, 1500, 2000, 3000}, fewer: 1},
		{bots: 100, apart: 35, best: 10, sizes: []int{1000, 1500, 2000, 3000}, fewer: 1},
		{bots: 16, apart: 35, circle: 30, best: 16, sizes: []int{250, 500, 1000, 2000, 4000}},
		{bots: 16, apart: 35, circle: 60, best: 16, sizes: []int{250, 500, 1000, 2000, 4000}},
		{bots: 16, apart: 35, pair: 40, best: 16, sizes: []int{250, 500, 1000, 2000, 4000}},
		{bots: 50, apart: 20, circle: 60, best: 10, sizes: []int{500, 1000, 3000, 10_000}},
		{bots: 50, apart: 20, pair: 40, best: 10, sizes: []int{500, 1000, 3000, 10_000}},
		{bots: 100, apart: 10, circle: 60, best: 10, sizes: []int{1000, 3000, 10_000}},
	} {
		if *runs < sound && (test.bots > 16 && test.apart < 35 || test.circle+test.pair > 0) {
			continue // few leagues of these tell nothing
		}
		name := fmt.Sprintf("%d bots %v apart, %v in circles, %v a pair", test.bots, test.apart, test.circle, test.pair)
		t.Run(name, func(t *testing.T) {
			if *runs < sound && test.bots > 16 {
				tier.Night(t, "simulates leagues of 100 bots")
			}
			inOrder := func(run int) (world, []int) {
				random := rand.New(rand.NewPCG(uint64(run), 7)) //nolint:gosec // never negative
				w := spread(test.bots, test.apart, test.bias, random).goingRound(test.circle, test.pair, random)
				return w, w.byRank()
			}
			found := ordersOf(t, test.sizes, test.best, *runs, inOrder)
			for name, wrong := range found.wrong {
				t.Logf("| %s | %d | %v | %v | %v | %v | %.2f | %.2f |", name, test.bots, test.apart, test.circle, test.pair,
					test.sizes, wrong, found.least[name])
				require.Greater(t, found.least[name], 0.5, "nobody plays less than half of the mean")
			}
			if *runs < sound && test.fewer == 0 {
				return // too few to compare
			}
			const luck = 0.05 // with nearly none in the wrong order
			for i := range len(test.sizes) - test.fewer {
				allowed := luck
				if test.circle+test.pair > 0 { // of thirty differences in the same worlds, one is off by two standard errors
					allowed += 3 * found.error[i]
				}
				require.LessOrEqual(t, found.wrong["ladder"][i], found.wrong["balanced"][i+test.fewer]+allowed,
					"%d matches", test.sizes[i])
			}
		})
	}
}

// TestWhoGoesRoundGetsInOrder: where bots go round by 60 points, a ladder that played on with those near stayed wrong
// by two pairs of 120, however many matches there were.
func TestWhoGoesRoundGetsInOrder(t *testing.T) {
	tier.Night(t, "simulates leagues of 2000 matches")
	found := ordersOf(t, []int{2000}, 16, 30, func(run int) (world, []int) {
		random := rand.New(rand.NewPCG(uint64(run), 10)) //nolint:gosec // never negative
		w := spread(16, 35, 0, random).goingRound(60, 0, random)
		return w, w.byRank()
	})
	t.Logf("in the wrong order: ladder %.2f, balanced %.2f; the difference is known to %.2f", found.wrong["ladder"],
		found.wrong["balanced"], found.error)
	require.Less(t, found.wrong["ladder"][0], found.wrong["balanced"][0]+0.5)
}

// ordered is how many pairs leagues had in the wrong order after so many matches, by the orders of matches.
type ordered struct {
	wrong map[string][]float64 // by size, mean of all leagues
	least map[string]float64   // how often the bot that played least has played, by the mean of all
	error []float64            // standard error of the difference between the ladder and the balanced league
}

// ordersOf plays leagues of both orders in the same worlds, which come with their bots by rank.
func ordersOf(t *testing.T, sizes []int, best, runs int, worlds func(run int) (world, []int)) ordered {
	t.Helper()
	o := ordered{map[string][]float64{}, map[string]float64{}, make([]float64, len(sizes))}
	all := map[string][][]float64{}
	for run := range runs {
		w, byRank := worlds(run)
		for name, of := range orders {
			random := rand.New(rand.NewPCG(uint64(run), 11)) //nolint:gosec // never negative
			tally, share := stats.NewTally(len(byRank)), 1.
			var found []float64
			for m := range w.league(of(w, uint64(run)<<32), random) { //nolint:gosec // never negative
				if tally.Add(m); tally.Matches() < sizes[len(found)] {
					continue
				}
				s := tally.Summary(stats.Options{})
				share = min(share, leastShare(s))
				if found = append(found, wrong(s, byRank, best)); len(found) == len(sizes) {
					break
				}
			}
			all[name] = append(all[name], found)
			if least, known := o.least[name]; !known || share < least {
				o.least[name] = share
			}
		}
	}
	for i := range sizes {
		sum, squares := 0., 0.
		for run := range runs {
			off := all["ladder"][run][i] - all["balanced"][run][i]
			sum, squares = sum+off, squares+off*off
		}
		o.error[i] = math.Sqrt(squares-sum*sum/float64(runs)) / float64(runs)
		for name := range orders {
			mean := 0.
			for run := range runs {
				mean += all[name][run][i] / float64(runs)
			}
			o.wrong[name] = append(o.wrong[name], mean)
		}
	}
	return o
}

// TestCoverage shows how often the intervals of ratings are right, though results decide who plays.
func TestCoverage(t *testing.T) {
	type test struct {
		bots        int
		apart, bias float64
		moving      bool
		sizes       []int
	}
	var tests []test
	for _, bias := range []float64{0, 0.5, 1.5} {
		for _, apart := range []float64{0, 35} {
			tests = append(tests, test{8, apart, bias, false, []int{100, 400, 1000}},
				test{16, apart, bias, false, []int{300, 1000, 4000}})
		}
	}
	tests = append(tests, test{16, 35, 0.5, true, []int{300, 1000, 4000}}, test{100, 0, 0.5, false, []int{1000, 4000}},
		test{100, 10, 0.5, false, []int{1000, 4000}}, test{100, 10, 0.5, true, []int{1000, 4000}})
	for _, test := range tests {
		if *runs < sound {
			if test.bots > 16 {
				continue
			}
			test.sizes = test.sizes[:1]
		}
		for _, size := range test.sizes {
			right, made, bots, leagues := 0, 0, 0, *runs
			if *runs >= sound {
				leagues = max(*runs, *runs*32/test.bots) // as errors of a league are akin
			}
			for run := range leagues {
				random := rand.New(rand.NewPCG(uint64(run), 8)) //nolint:gosec // never negative
				w := spread(test.bots, test.apart, test.bias, random)
				if test.moving {
					w = w.comingAndGoing(size)
				}
				tally := stats.NewTally(test.bots)
				for m := range w.league(newClimbing(w, uint64(run)<<32), random) { //nolint:gosec // never negative
					if tally.Add(m); tally.Matches() == size {
						break
					}
				}
				s := tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: uint64(run)}) //nolint:gosec // never negative
				r, m := w.right(s)
				right, made, bots = right+r, made+m, bots+test.bots
			}
			coverage := 100 * float64(right) / float64(made)
			t.Logf("| %d | %v | %v | %v | %d | %.1f | %.1f |", test.bots, test.apart, test.bias, test.moving, size, coverage,
				100*float64(made)/float64(bots))
			if *runs >= sound {
				require.InDelta(t, 95, coverage, 2)
			}
			require.Greater(t, coverage, 80.)
		}
	}
}

// right returns how many intervals there are, and how many are right of the bots that have one, whose mean is 1500.
func (w world) right(s stats.Summary) (right, made int) {
	mean := 0.0
	for bot, b := range s.Bots {
		if b.Rating.Interval != nil {
			mean += w.strengths[bot]
			made++
		}
	}
	mean /= float64(made)
	for bot, b := range s.Bots {
		truth := 1500 + w.strengths[bot] - mean
		if i := b.Rating.Interval; i != nil && i.Low <= truth && truth <= i.High {
			right++
		}
	}
	return right, made
}

package tune_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/tune"
)

var runs = flag.Int("runs", 1, "searches to simulate for each figure of the table of ways to search")

// groupSD is the standard deviation of a group's result, as measured on matches.
const groupSD = 0.145

// land is a bot whose strength is known: a function of its parameters, in logits of the
// share of pairs.
type land struct {
	name     string
	strength func(at params.Unit) float64
	peak     params.Unit
	start    params.Unit
}

// result plays a group.
func (l land) result(space params.Space, d tune.Duel, r *rand.Rand) float64 {
	share := logistic(l.strength(space.Of(d.A)) - l.strength(space.Of(d.B)))
	return min(max(share+groupSD*r.NormFloat64(), 0), 1)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// gain is the share of pairs of one point against another.
func (l land) gain(found, start params.Unit) float64 {
	return logistic(l.strength(found) - l.strength(start))
}

func spaceOf(start params.Unit) params.Space {
	space := make(params.Space, len(start))
	for i, u := range start {
		space[i] = params.Param{Name: fmt.Sprint("p", i), Low: 0, High: 1, Default: u}
	}
	return space
}

func somewhere(n int, low, high float64, r *rand.Rand) params.Unit {
	at := make(params.Unit, n)
	for i := range at {
		at[i] = low + (high-low)*r.Float64()
	}
	return at
}

// lands are kinds of bots. The best values have a given share of the pairs against the
// start, where the start is not the best.
func lands(n int, share float64, r *rand.Rand) []land {
	peak, start := somewhere(n, 0.15, 0.85, r), somewhere(n, 0, 1, r)
	edge := make(params.Unit, n)
	for i := range edge {
		edge[i] = float64(r.IntN(2))
	}
	one := append(params.Unit(nil), start...)
	one[0] = math.Mod(start[0]+0.5, 1)
	square := func(peak params.Unit) func(params.Unit) float64 {
		return func(at params.Unit) float64 { return -squares(at, peak) }
	}
	all := []land{
		{"parabola", square(peak), peak, start},
		{"hill in a plain", func(at params.Unit) float64 {
			return math.Exp(-squares(at, peak) / float64(n) / (2 * 0.2 * 0.2))
		}, peak, start},
		{"edge", func(at params.Unit) float64 {
			sum := 0.0
			for i := range at {
				sum -= math.Exp(-4 * (1 - math.Abs(at[i]-edge[i])))
			}
			return sum
		}, edge, start},
		{"ridge", func(at params.Unit) float64 {
			sum := 0.0
			for i := range at {
				along := at[i] - peak[i]
				next := at[(i+1)%n] - peak[(i+1)%n]
				sum -= (along+next)*(along+next) + 0.05*along*along
			}
			return sum
		}, peak, start},
		{"one of all", func(at params.Unit) float64 { return -(at[0] - one[0]) * (at[0] - one[0]) }, one, start},
		{"step", func(at params.Unit) float64 { return -logistic(20 * (math.Abs(at[0]-one[0]) - 0.25)) }, one, start},
	}
	for i, l := range all {
		scale := math.Log(share/(1-share)) / (l.strength(l.peak) - l.strength(l.start))
		if math.IsInf(scale, 0) || math.IsNaN(scale) || scale > 100 {
			scale = 1
		}
		strength := l.strength
		all[i].strength = func(at params.Unit) float64 { return scale * strength(at) }
	}
	best := land{"start is best", func(at params.Unit) float64 {
		return -3 / float64(n) * squares(at, start)
	}, start, start}
	return append(all, best)
}

func squares(a, b params.Unit) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// run searches, and returns the share of pairs of what was found against the start.
func run(s searcher, space params.Space, l land, r *rand.Rand) float64 {
	for {
		duels := s.Next()
		if len(duels) == 0 {
			return l.gain(space.Of(s.Best()), space.Of(space.Defaults()))
		}
		results := make([]float64, len(duels))
		for i, d := range duels {
			results[i] = l.result(space, d, r)
		}
		s.Told(results)
	}
}

var ways = []struct {
	name string
	make func(space params.Space, duels int, seed uint64) searcher
}{
	{"parabola", func(space params.Space, duels int, seed uint64) searcher { return tune.New(space, duels, seed) }},
	{"SPSA", func(space params.Space, duels int, seed uint64) searcher { return newSPSA(space, duels, seed, 0.3) }},
	{"SPSA, long steps", func(space params.Space, duels int, seed uint64) searcher {
		return newSPSA(space, duels, seed, 1.2)
	}},
	{"halving", newHalving},
}

// go test ./internal/contest/tune -run Ways -runs 40 -v prints the figures of docs/statistics.md, and those of others.
func TestWaysToSearch(t *testing.T) {
	if *runs == 1 {
		tier.Night(t, "simulates many searches")
	}
	for _, share := range []float64{0.58, 0.7} {
		for _, n := range []int{2, 4, 6} {
			for _, duels := range []int{208, 800} {
				all := make([]float64, len(ways))
				for kind, sample := range lands(n, share, rand.New(rand.NewPCG(0, 0))) {
					line := ""
					for i, way := range ways {
						found := meanGain(way.make, kind, n, share, duels, *runs)
						line += fmt.Sprintf("  %s %.1f", way.name, 100*found)
						if sample.name != "start is best" {
							all[i] += 100 * found / 6
						}
					}
					t.Logf("%.2f %d params %4d duels %-16s%s", share, n, duels, sample.name, line)
				}
				t.Logf("%.2f %d params %4d duels MEAN %.1f", share, n, duels, all)
			}
		}
	}
}

// meanGain is the share of pairs of what was found against the start, over many searches.
func meanGain(way func(params.Space, int, uint64) searcher, kind, n int, share float64, duels, runs int) float64 {
	sum := 0.0
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		l := lands(n, share, r)[kind]
		space := spaceOf(l.start)
		sum += run(way(space, duels, seed), space, l, r)
	}
	return sum / float64(runs)
}

func TestItFindsThePeakOfAKnownStrength(t *testing.T) {
	const runs = 5
	for kind := range 6 {
		require.Greater(t, meanGain(ways[0].make, kind, 3, 0.7, 480, runs), 0.65, "kind %d: the best is 0.7", kind)
	}
}

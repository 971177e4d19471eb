package evidence_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/evidence"
)

var runs = flag.Int("runs", 8, "how often the simulations run each process; docs/statistics.md has the figures of many")

// longest is how many groups a simulated comparison has at most, with a look after each.
const longest = 6000

// decision is the first answer of a test.
type decision struct {
	evidence.Answer
	after int // groups
}

// look keeps the first answer but Undecided.
func (d *decision) look(a evidence.Answer, groups int) {
	if d.Answer == evidence.Undecided {
		*d = decision{a, groups}
	}
}

// course is what came of one simulated comparison, by each test.
type course struct {
	bets             decision
	fixed, peeked    decision // peeked looks at the fixed test after each group
	told, estimating decision // the Gaussian tests
	covered          bool     // the true share was in the interval at all times
}

func simulate(t *testing.T, draw func() float64, sd, share float64) (c course) {
	test := newTest(t, evidence.Options{})
	var (
		normal     fixed
		told       = gaussian{sd: sd}
		estimating gaussian
		planned    = plannedGroups(sd)
	)
	for n := 1; n <= longest; n++ {
		x := draw()
		test.Add(x)
		normal.add(x)
		told.add(x)
		estimating.add(x)
		c.bets.look(test.Answer(), n)
		if n >= fewest {
			c.told.look(told.answer(), n)
			c.estimating.look(estimating.answer(), n)
			c.peeked.look(normal.answer(), n)
		}
		if n == planned {
			c.fixed.look(normal.answer(), n)
		}
	}
	low, high := test.Interval()
	c.covered = low < share && share < high
	return c
}

// TestSimulation holds what the bets promise, and compares them with other tests.
func TestSimulation(t *testing.T) {
	var own, others strings.Builder
	own.WriteString(
		"| results | sd | true share | groups: mean | 10 % | 50 % | 90 % | false answers | true share in all intervals |\n" +
			"|---|---|---|---|---|---|---|---|---|\n")
	others.WriteString(
		"| results | sd | true share | fixed: groups | false | false with looks | Gaussian, told the sd: groups | false | " +
			"Gaussian, estimating: groups | false | bets: groups | false |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range []struct {
		process
		sd float64
	}{{beta, 0.145}, {rareDefeats, 0.145}, {rareWins, 0.145}, {beta, 0.35}, {threeValues, 0.35}} {
		t.Run(fmt.Sprintf("%s, sd %v", s.name, s.sd), func(t *testing.T) {
			for _, share := range []float64{0.5, 0.53, 0.55, 0.6} {
				of := compare(t, s.process, s.sd, share)
				requireRare(t, of.bets.wrong, "answers at %v", share)
				requireRare(t, of.uncovered, "intervals at %v", share)
				what := fmt.Sprintf("| %s | %.3f | %.2f |", s.name, s.sd, share)
				fmt.Fprintf(&own, "%s %s | %d | %d | %d | %s | %s |\n", what, mean(of.bets.groups), quantile(of.bets.groups, 0.1),
					quantile(of.bets.groups, 0.5), quantile(of.bets.groups, 0.9), percent(of.bets.wrong), percent(*runs-of.uncovered))
				fmt.Fprintf(&others, "%s %d | %s | %s | %s | %s | %s |\n", what, plannedGroups(s.sd), percent(of.fixed.wrong),
					percent(of.peeked.wrong), of.told, of.estimating, of.bets)
			}
		})
	}
	t.Logf("%d runs\n%s\n%s", *runs, &own, &others)
}

// tally is of the decisions of one test.
type tally struct {
	groups []int // until each decision, or longest
	wrong  int
}

func (y *tally) add(d decision, share float64) {
	y.groups = append(y.groups, d.after)
	if isFalse(d.Answer, share, plannedDifference) {
		y.wrong++
	}
}

func (y tally) String() string { return mean(y.groups) + " | " + percent(y.wrong) }

// summary is of all courses of a process.
type summary struct {
	bets, fixed, peeked, told, estimating tally
	uncovered                             int
}

func compare(t *testing.T, p process, sd, share float64) (s summary) {
	for i := range *runs {
		c := simulate(t, p.draw(share, sd, rand.New(rand.NewPCG(uint64(i), 13))), sd, share)
		s.bets.add(c.bets, share)
		s.fixed.add(c.fixed, share)
		s.peeked.add(c.peeked, share)
		s.told.add(c.told, share)
		s.estimating.add(c.estimating, share)
		if !c.covered {
			s.uncovered++
		}
	}
	return s
}

// TestSimulationOfMargins holds that "no difference" is seldom said of one that is as large
// as the margin, and shows how long it takes where there is none.
func TestSimulationOfMargins(t *testing.T) {
	var table strings.Builder
	table.WriteString(
		"| results | sd | margin | true share | no difference | better or worse | undecided | groups " +
			"|\n|---|---|---|---|---|---|---|---|\n")
	for _, s := range []struct {
		process
		sd, margin float64
	}{{beta, 0.145, 0.03}, {rareDefeats, 0.145, 0.03}, {rareWins, 0.145, 0.03}, {threeValues, 0.35, 0.05}} {
		for _, share := range []float64{0.5, 0.5 + s.margin/2, 0.5 + s.margin} {
			answers := map[evidence.Answer]int{}
			var groups []int
			wrong := 0
			for i := range *runs {
				draw := s.draw(share, s.sd, rand.New(rand.NewPCG(uint64(i), 17)))
				test := newTest(t, evidence.Options{Margin: s.margin})
				for test.Answer() == evidence.Undecided && test.Groups() < longest {
					test.Add(draw())
				}
				answers[test.Answer()]++
				if isFalse(test.Answer(), share, s.margin) {
					wrong++
				}
				groups = append(groups, test.Groups())
			}
			requireRare(t, wrong, "%s, share %v, margin %v", s.name, share, s.margin)
			fmt.Fprintf(&table, "| %s | %.3f | %.2f | %.3f | %s | %s | %s | %s |\n", s.name, s.sd, s.margin, share,
				percent(answers[evidence.NoDifference]),
				percent(answers[evidence.Better]+answers[evidence.Worse]), percent(answers[evidence.Undecided]), mean(groups))
		}
	}
	t.Logf("%d runs\n%s", *runs, &table)
}

// isFalse reports whether an answer is false of a true share.
func isFalse(a evidence.Answer, share, margin float64) bool {
	switch a {
	case evidence.Better:
		return share <= 0.5
	case evidence.Worse:
		return share >= 0.5
	case evidence.NoDifference:
		return math.Abs(share-0.5) >= margin
	default:
		return false
	}
}

// requireRare fails if something happened in so many runs that its probability is hardly
// 5 %: more than that by four standard deviations.
func requireRare(t *testing.T, times int, format string, args ...any) {
	t.Helper()
	const probability = evidence.DefaultLevel
	n := float64(*runs)
	most := n*probability + 4*math.Sqrt(n*probability*(1-probability))
	require.LessOrEqual(t, float64(times), most, "of %d runs, "+fmt.Sprintf(format, args...), *runs)
}

func quantile(values []int, q float64) int {
	return slices.Sorted(slices.Values(values))[int(q*float64(len(values)-1))]
}

func mean(values []int) string {
	sum := 0
	for _, v := range values {
		sum += v
	}
	return fmt.Sprintf("%.0f", float64(sum)/float64(len(values)))
}

func percent(times int) string { return fmt.Sprintf("%.1f %%", 100*float64(times)/float64(*runs)) }

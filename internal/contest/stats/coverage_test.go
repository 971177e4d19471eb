package stats_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// With 1000 it is the simulation of docs/statistics.md:
//
//	go test ./internal/contest/stats -run Coverage -runs 1000 -v -timeout 0
var runs = flag.Int("runs", 20, "series to simulate for each line of the table of coverage")

// sound is the number of runs from which the table is held to what is promised.
const sound = 1000

var kinds = []string{"place", "win share", "score", "pair", "rating", "seat's place", "seat's win share"}

// estimates returns the figures of a summary by their kind, in the order of kinds.
func estimates(s stats.Summary) [][]stats.Estimate {
	all := make([][]stats.Estimate, len(kinds))
	add := func(first int, figures ...stats.Estimate) {
		for i, e := range figures {
			all[first+i] = append(all[first+i], e)
		}
	}
	for i, b := range s.Bots {
		add(0, b.Place, b.WinShare, b.Score)
		for j := range i {
			add(3, s.Pair(j, i).Ahead)
		}
		add(4, b.Rating)
	}
	for _, seat := range s.Seats {
		add(5, seat.Place, seat.WinShare)
	}
	return all
}

// count is how many intervals there were of each figure, and how many were right.
type count struct{ made, right []int }

func (c *count) add(made, truth []stats.Estimate) {
	if c.made == nil {
		c.made, c.right = make([]int, len(made)), make([]int, len(made))
	}
	for i, e := range made {
		if e.Interval != nil {
			c.made[i]++
			if e.Interval.Low <= truth[i].Value && truth[i].Value <= e.Interval.High {
				c.right[i]++
			}
		}
	}
}

// coverage returns the share of right intervals, of all figures and of the worst. It
// disregards those that had an interval in less than half of the runs.
func (c *count) coverage(runs int) (mean, worst float64, ok bool) {
	made, right, worst := 0, 0, 1.
	for i, n := range c.made {
		if 2*n > runs {
			made, right = made+n, right+c.right[i]
			worst = min(worst, float64(c.right[i])/float64(n))
		}
	}
	return float64(right) / float64(max(made, 1)), worst, made > 0
}

func (w world) covered(groups int, truth stats.Summary) []count {
	counts := make([]count, len(kinds))
	right := estimates(truth)
	for run := range *runs {
		tally := stats.NewTally(len(w.strengths))
		for m := range w.play(newRandom(uint64(run+1)), groups) {
			tally.Add(m)
		}
		made := estimates(tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: uint64(run)}))
		for i := range counts {
			counts[i].add(made[i], right[i])
		}
	}
	return counts
}

func TestCoverage(t *testing.T) {
	sizes := []int{40}
	if *runs >= sound {
		sizes = []int{10, 20, 40, 100, 400}
	}
	t.Log("| matches | groups | " + strings.Join(kinds, " | ") + " |")
	heavyScores := line(4, 3, 1)
	heavyScores.scores = heavy
	for _, test := range []struct {
		name string
		world
	}{
		{"4 bots, groups of 4", line(4, 1.5, 4)},
		{"8 bots, groups of 4", line(8, 2, 4)},
		{"8 bots, league", line(8, 2, 1)},
		{"4 bots far apart, groups of 1", line(4, 3, 1)},
		{"the same, heavy scores", heavyScores},
	} {
		t.Run(test.name, func(t *testing.T) {
			truth := test.truth(1000 + 100**runs)
			for _, groups := range sizes {
				row := fmt.Sprintf("| %s | %d |", test.name, groups)
				for i, c := range test.covered(groups, truth) {
					mean, worst, ok := c.coverage(*runs)
					if !ok {
						row += " – |"
						continue
					}
					row += fmt.Sprintf(" %.1f (%.1f) |", 100*mean, 100*worst)
					if groups >= 40 && *runs >= sound {
						require.InDelta(t, 0.95, mean, 0.02, "%s, %d groups: %s", test.name, groups, kinds[i])
					}
					require.Greater(t, worst, 0.7, "%s, %d groups: %s", test.name, groups, kinds[i])
				}
				t.Log(row)
			}
		})
	}
}

// TestCoverageOfASealedLeague: intervals of ratings are as often right after line-ups were summed up, several times.
//
//	go test ./internal/contest/stats -run CoverageOfASealed -runs 100 -v -timeout 0
func TestCoverageOfASealedLeague(t *testing.T) {
	leagues := *runs
	if leagues < 100 {
		tier.Night(t, "simulates leagues of 100 bots")
		leagues = 8 // with an interval of each bot, of which a share that is wrong by 3 hundredths is found
	}
	const groups = 1500
	w := line(100, 2, 1)
	truth := w.truth(20_000 + 800*leagues)
	ratings := func(s stats.Summary) (all []stats.Estimate) {
		for _, b := range s.Bots {
			all = append(all, b.Rating)
		}
		return all
	}
	for _, fields := range []int{math.MaxInt, 1000} {
		stats.SealAt(t, fields)
		var of count
		for run := range leagues {
			tally := stats.NewTally(len(w.strengths))
			for m := range w.play(newRandom(uint64(run+1)), groups) {
				tally.Add(m)
			}
			require.Equal(t, fields < groups, tally.IsSealed())
			made := tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: uint64(run)})
			of.add(ratings(made), ratings(truth))
		}
		mean, worst, ok := of.coverage(leagues)
		require.True(t, ok)
		t.Logf("sealed: %v: %.1f (%.1f)", fields < groups, 100*mean, 100*worst)
		require.InDelta(t, 0.95, mean, 0.03)
	}
}

// TestCoverageOfSpreadBots: ratings are right however far the bots are apart, who meets only those near by, and few
// matches don't put the ends too near or too far. With 100 it is the simulation of docs/statistics.md:
//
//	go test ./internal/contest/stats -run CoverageOfSpread -runs 100 -v -timeout 0
func TestCoverageOfSpreadBots(t *testing.T) {
	tier.Night(t, "simulates leagues of 100 bots")
	t.Log("| bots | points | matches | who meets | covered | best tenth | worst tenth | ± |")
	for _, test := range []struct {
		bots, points, matches int
		near                  bool // who meets
	}{
		{8, 700, 1000, false},
		{16, 1500, 1000, false},
		{100, 1980, 1000, false},
		{100, 3465, 1000, false},
		{100, 3465, 1000, true},
		{100, 3465, 4000, false},
		{100, 3465, 4000, true},
		{100, 3465, 10_000, false},
		{100, 3465, 10_000, true},
		{1000, 3465, 10_000, false},
		{1000, 3465, 10_000, true},
	} {
		if test.bots*test.matches > 100_000 && *runs < 100 {
			continue
		}
		w := line(test.bots, float64(test.points)/pointsPerLogit, 1)
		w.luck = 0
		leagues := max(2, min(4**runs, *runs*100/test.bots)) // errors of a league are akin
		made, right, wide, off := 0, 0, 0., [2]float64{}
		for run := range uint64(leagues) { //nolint:gosec // never negative
			tally := stats.NewTally(test.bots)
			play := w.play
			if test.near {
				play = w.playNear
			}
			for m := range play(newRandom(run+1), test.matches) {
				tally.Add(m)
			}
			s := tally.Summary(stats.Options{Resamples: 300, Seed: run})
			truth := w.ratings(s)
			for i, b := range s.Bots {
				if b.Rating.Interval == nil {
					continue
				}
				made++
				wide += width(b.Rating) / 2
				if b.Rating.Interval.Low <= truth[i] && truth[i] <= b.Rating.Interval.High {
					right++
				}
				switch tenth := (test.bots + 9) / 10; {
				case i < tenth:
					off[0] += (b.Rating.Value - truth[i]) / float64(tenth*leagues)
				case i >= test.bots-tenth:
					off[1] += (b.Rating.Value - truth[i]) / float64(tenth*leagues)
				}
			}
		}
		covered := float64(right) / float64(made)
		t.Logf("| %d | %d | %d | %s | %.1f %% | %+.0f | %+.0f | ±%.0f |", test.bots, test.points, test.matches,
			map[bool]string{false: "all", true: "those near"}[test.near], 100*covered, off[0], off[1], wide/float64(made))
		if *runs >= 100 {
			require.InDelta(t, 0.95, covered, 0.02)
		}
		require.InDelta(t, 0.95, covered, 0.05)
	}
}

// ratings returns what the ratings of a summary would be if they were right: the mean of those that can be compared is
// 1500.
func (w world) ratings(s stats.Summary) (truth []float64) {
	sum, compared := 0.0, 0
	for i, b := range s.Bots {
		truth = append(truth, pointsPerLogit*w.strengths[i])
		if b.Rating.Interval != nil {
			sum, compared = sum+truth[i], compared+1
		}
	}
	for i := range truth {
		truth[i] += 1500 - sum/float64(compared)
	}
	return truth
}

// playNear is play where each table is of bots that are at most ten apart.
func (w world) playNear(random *rand.Rand, groups int) func(yield func(played.Match) bool) {
	return func(yield func(played.Match) bool) {
		for group := range groups {
			from := random.IntN(len(w.strengths) - 10)
			m := ended(group, nil, nil)
			for _, i := range random.Perm(11)[:tableSize] {
				m.Seats = append(m.Seats, from+i)
				m.Scores = append(m.Scores, int(1e6*math.Exp((w.strengths[from+i]-math.Log(random.ExpFloat64()))/w.scores)))
			}
			m.Places = engine.Places(m.Scores)
			if !yield(m) {
				return
			}
		}
	}
}

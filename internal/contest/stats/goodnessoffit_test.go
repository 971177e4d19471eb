package stats_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// duels returns matches of two, in which a bot is ahead of another with the chance at their numbers. Each pair meets
// as often in both seats; the first one has so much more of a chance.
func duels(ahead [][]float64, each int, first float64, random *rand.Rand) (matches []played.Match) {
	for group := range each {
		for a := range ahead {
			for b := range ahead {
				if a == b {
					continue
				}
				scores := []int{0, 1}
				if random.Float64() < ahead[a][b]+first {
					scores = []int{1, 0}
				}
				matches = append(matches, ended(group, []int{a, b}, scores))
			}
		}
	}
	return matches
}

// roundAndRound is rock, paper and scissors, and a bot that is as good as each of them.
func roundAndRound(by float64) [][]float64 {
	return [][]float64{
		{0, 0.5 + by, 0.5 - by, 0.5},
		{0.5 - by, 0, 0.5 + by, 0.5},
		{0.5 + by, 0.5 - by, 0, 0.5},
		{0.5, 0.5, 0.5, 0},
	}
}

func TestOneNumberDoesNotFitBotsThatGoRound(t *testing.T) {
	found := 0
	for run := range uint64(20) {
		s := summarize(4, duels(roundAndRound(0.25), 20, 0.1, newRandom(run)), usual)
		for _, b := range s.Bots {
			require.InDelta(t, 1500, b.Rating.Value, 150, "the ratings show nothing")
		}
		if s.Fit.Fails() {
			found++
			require.Contains(t, [][]int{{0, 1, 2}, nil}, s.Fit.Circle)
		}
	}
	require.GreaterOrEqual(t, found, 19, "of 20")
	unnamed := 0
	for run := range uint64(20) {
		s := summarize(4, duels(roundAndRound(0.15), 20, 0, newRandom(run)), usual)
		if !s.Fit.Fails() {
			continue
		}
		if s.Fit.Circle == nil {
			unnamed++
		}
		for i, a := range s.Fit.Circle {
			require.Greater(t, s.Pair(a, s.Fit.Circle[(i+1)%3]).Ahead.Interval.Low, 0.5)
		}
	}
	require.Greater(t, unnamed, 3, "of 20 where it is not sure who goes round")
	s := summarize(4, duels(roundAndRound(0.3), 40, 0, newRandom(1)), usual)
	require.Equal(t, []int{0, 1, 2}, s.Fit.Circle)
	require.Less(t, s.Fit.Chance, 0.01)
}

// TestOneNumberFits says how often it is said not to, where it does: also where seats matter, matches of a group share
// their luck, and the model is another one.
func TestOneNumberFits(t *testing.T) {
	tier.Night(t, "simulates many leagues")
	leagues := 100
	if *runs >= sound {
		leagues = 1000
	}
	linear := make([][]float64, 6)
	for a := range linear {
		for b := range linear {
			linear[a] = append(linear[a], 0.5+0.07*float64(b-a))
		}
	}
	for name, matches := range map[string]func(random *rand.Rand) []played.Match{
		"equal": func(random *rand.Rand) []played.Match {
			return slices.Collect(line(8, 0, 1).play(random, 150))
		},
		"apart": func(random *rand.Rand) []played.Match {
			return slices.Collect(line(8, 2, 1).play(random, 150))
		},
		"groups": func(random *rand.Rand) []played.Match {
			return slices.Collect(line(8, 2, 4).play(random, 100))
		},
		"a seat is better": func(random *rand.Rand) []played.Match { return duels(linear, 15, 0.1, random) },
		"few":              func(random *rand.Rand) []played.Match { return slices.Collect(line(4, 1, 1).play(random, 12)) },
	} {
		t.Run(name, func(t *testing.T) {
			requireFits(t, 8, leagues, matches)
		})
	}
}

// requireFits simulates leagues in which one number fits. Few matches tell so little that their chance is larger.
func requireFits(t *testing.T, bots, leagues int, matches func(random *rand.Rand) []played.Match) {
	t.Helper()
	fails, chances := 0, 0.
	for run := range uint64(leagues) { //nolint:gosec // never negative
		s := summarize(bots, matches(newRandom(run)), stats.Options{Resamples: 200, Seed: run})
		require.NotNil(t, s.Fit)
		chances += s.Fit.Chance / float64(leagues)
		if s.Fit.Fails() {
			fails++
		}
	}
	t.Logf("%d of %d, mean chance %.2f", fails, leagues, chances)
	require.Greater(t, chances, 0.35, "as likely to be small as to be large")
	require.LessOrEqual(t, fails, leagues/50+2)
}

// TestOneNumberFitsHoweverFarApart: plain bots have pairs of which one hardly ever wins. With 100 it is the simulation
// of docs/statistics.md:
//
//	go test ./internal/contest/stats -run HoweverFar -runs 100 -v -timeout 0
func TestOneNumberFitsHoweverFarApart(t *testing.T) {
	tier.Night(t, "simulates many leagues")
	for _, test := range []struct{ bots, points, matches int }{
		{8, 700, 300},
		{8, 1000, 1000},
		{16, 0, 1000},
		{16, 500, 100},
		{16, 800, 1000},
		{16, 1100, 1000},
		{16, 1500, 300},
		{16, 1500, 10_000},
		{40, 800, 1000},
		{100, 1000, 3000},
	} {
		t.Run(fmt.Sprintf("%d bots, %d points, %d matches", test.bots, test.points, test.matches), func(t *testing.T) {
			w := line(test.bots, float64(test.points)/pointsPerLogit, 1)
			w.luck = 0 // in ten thousand matches it shows that this is not the luck of the model
			requireFits(t, test.bots, *runs, func(random *rand.Rand) []played.Match {
				return slices.Collect(w.play(random, test.matches))
			})
		})
	}
}

// TestOfManyBotsSomePairsAreTested: there are more than 60, and those who go round met first.
func TestOfManyBotsSomePairsAreTested(t *testing.T) {
	matches := duels(roundAndRound(0.35), 30, 0, newRandom(6))
	for group := range 30 {
		for bot := 4; bot < 100; bot += 2 {
			matches = append(matches, ended(group, []int{bot, bot + 1}, []int{group & 1, 1}))
		}
	}
	require.True(t, summarize(100, matches, usual).Fit.Fails())
}

// TestEachPairCountsByWhatItTells: those who have met thousands of times don't drown three that go round.
func TestEachPairCountsByWhatItTells(t *testing.T) {
	random := newRandom(4)
	matches := duels(roundAndRound(0.35), 30, 0, random)
	for group := range 30 {
		for i := range 300 {
			matches = append(matches, ended(group, []int{4 + i%3, 4 + (i+1)%3}, random.Perm(2)))
		}
		matches = append(matches, ended(group, []int{3, 4}, random.Perm(2)))
	}
	require.True(t, summarize(7, matches, usual).Fit.Fails())
}

// TestThePairThatDoesNotFitIsNamed: the best one loses to one of the others only.
func TestThePairThatDoesNotFitIsNamed(t *testing.T) {
	wins := [][]float64{{0, 0.8, 0.2, 0.8}, {0.2, 0, 0.7, 0.5}, {0.8, 0.3, 0, 0.3}, {0.2, 0.5, 0.7, 0}}
	fit := summarize(4, duels(wins, 60, 0, newRandom(8)), usual).Fit
	require.True(t, fit.Fails())
	require.Equal(t, []int{2, 0}, fit.Pair)
}

func TestThoseWhoHaveNotMetFit(t *testing.T) {
	var matches []played.Match
	random := newRandom(5)
	for group := range 60 {
		a := group % 4
		matches = append(matches, ended(group, []int{a, a + 1}, random.Perm(2)))
	}
	s := summarize(5, matches, usual)
	require.NotNil(t, s.Fit)
	require.False(t, s.Fit.Fails())
}

func TestFitIsNotToldOfWhatDoesNotTell(t *testing.T) {
	random := newRandom(3)
	require.Nil(t, summarize(2, duels([][]float64{{0, 0.7}, {0.3, 0}}, 20, 0, random), usual).Fit, "two bots")
	require.Nil(t, summarize(4, duels(roundAndRound(0.3), 9, 0, random), usual).Fit, "few groups")
	var several []played.Match
	for group := range 30 {
		several = append(several, ended(group, []int{group % 3, group % 3, (group + 1) % 3}, random.Perm(3)))
	}
	require.Nil(t, summarize(3, several, usual).Fit, "several seats of one bot")
	require.Nil(t, summarize(4, duels(roundAndRound(0.3), 20, 0, random), stats.Options{}).Fit, "no intervals are wanted")
	require.False(t, (*stats.Fit)(nil).Fails())
}

func TestFitInWords(t *testing.T) {
	names := []string{"rock", "scissors", "paper"}
	require.Empty(t, (*stats.Fit)(nil).Text(names))
	require.Empty(t, (&stats.Fit{Chance: 0.01}).Text(names))
	const text = "one number for each bot does not fit these matches: "
	require.Equal(t, text+"paper is ahead of rock more often than their ratings say",
		(&stats.Fit{Chance: 0.009, Pair: []int{2, 0}}).Text(names))
	require.Equal(t, text+"rock is ahead of scissors, scissors of paper, and paper of rock",
		(&stats.Fit{Chance: 0, Circle: []int{0, 1, 2}}).Text(names))
}

package evidence_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/store"
)

var stores = flag.String(
	"stores", "",
	"stores with series of new old new old and of new new old old, from the same seed on, separated by commas")

// firsts is the share of first places; it is what counting wins comes to.
func firsts(m evidence.Scored) float64 {
	best, won, all := slices.Max(m.Scores), 0.0, 0.0
	for seat, score := range m.Scores {
		if score != best {
			continue
		}
		all++
		if m.Sides[seat] == evidence.NewBot {
			won++
		}
	}
	return won / all
}

// TestMeasured prints how many matches each measure and design would need to see the
// difference between two bots, by the matches in stores: make them by
//
//	arena series GAME new old new old -n 80 -s 0
//	arena series GAME new new old old -n 160 -s 0
//
// It is how the default measure, the mixture of seats and the size of a group of arena
// compare were chosen.
func TestMeasured(t *testing.T) {
	if *stores == "" {
		t.Skip("no -stores")
	}
	for path := range strings.SplitSeq(*stores, ",") {
		measure(t, path)
	}
}

func measure(t *testing.T, path string) {
	s, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	tournaments, err := s.Tournaments(t.Context())
	require.NoError(t, err)
	groups := map[string]map[uint64][]evidence.Scored{} // by the first line-up, and by seed
	for _, tournament := range tournaments {
		bySeed := map[uint64][]evidence.Scored{}
		for m, err := range s.Matches(t.Context(), tournament.ID) {
			require.NoError(t, err)
			one := evidence.Scored{}
			for seat, bot := range m.Seats {
				one.Sides = append(one.Sides, evidence.NewBot+evidence.Side(bot))
				one.Scores = append(one.Scores, m.Scores[seat])
			}
			bySeed[m.Seed] = append(bySeed[m.Seed], one)
		}
		groups[tournament.Format] = bySeed
	}
	swapped, side := groups["rotations [0 1 0 1]"], groups["rotations [0 0 1 1]"]
	require.NotEmpty(t, swapped, "no series of new old new old")
	require.NotEmpty(t, side, "no series of new new old old")
	all := map[uint64][]evidence.Scored{}
	for seed, matches := range swapped {
		all[seed] = slices.Concat(matches, side[seed])
	}
	fmt.Println(path)
	for _, c := range []struct {
		name string
		of   func(evidence.Scored) float64
	}{
		{"wins", firsts},
		{"pairs", must(evidence.WhoIsAhead)},
		{"score", must(evidence.ByHowMuch)},
	} {
		var single []float64
		for _, seed := range sorted(all) {
			for _, m := range all[seed] {
				single = append(single, c.of(m))
			}
		}
		mean, _ := meanAndVariance(single)
		fmt.Printf("  %-6s mean %.3f  matches needed:", c.name, mean)
		for _, design := range []struct {
			name   string
			groups [][]float64
		}{
			{"single", split(single, 1)},
			{"new old new old, swapped", outcomes(swapped, c.of)},
			{"new new old old, rotated", outcomes(side, c.of)},
			{"both", outcomes(all, c.of)},
		} {
			fmt.Printf("  %s %.0f", design.name, needed(design.groups, mean))
		}
		fmt.Println()
	}
}

func must(measure evidence.Measure) func(evidence.Scored) float64 {
	return func(m evidence.Scored) float64 {
		result, err := evidence.OfMatch(measure, m)
		if err != nil {
			panic(err)
		}
		return result
	}
}

// needed is how many matches a fixed test takes that finds a difference of this size four
// times in five, where one time in twenty it finds one that is not there.
func needed(groups [][]float64, mean float64) float64 {
	var means []float64
	for _, g := range groups {
		m, _ := meanAndVariance(g)
		means = append(means, m)
	}
	_, variance := meanAndVariance(means)
	const z = 1.960 + 0.842
	return z * z * variance * float64(len(groups[0])) / ((mean - 0.5) * (mean - 0.5))
}

func meanAndVariance(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean) / math.Max(1, float64(len(values)-1))
	}
	return mean, variance
}

func outcomes(bySeed map[uint64][]evidence.Scored, of func(evidence.Scored) float64) [][]float64 {
	var groups [][]float64
	for _, seed := range sorted(bySeed) {
		var group []float64
		for _, m := range bySeed[seed] {
			group = append(group, of(m))
		}
		groups = append(groups, group)
	}
	return groups
}

func split(values []float64, size int) [][]float64 { return slices.Collect(slices.Chunk(values, size)) }

func sorted(bySeed map[uint64][]evidence.Scored) []uint64 {
	var seeds []uint64
	for seed := range bySeed {
		seeds = append(seeds, seed)
	}
	slices.Sort(seeds)
	return seeds
}

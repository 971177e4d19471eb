package stats

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCirclesAreThoseOfASearchFromEachNode(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sizes := map[int]int{} // how many circles of each size there were
	for range 3000 {
		arrows := randomArrows(random, 1+random.IntN(9), random.Float64()/2)
		found := circles(arrows)
		for _, circle := range found {
			slices.Sort(circle)
			sizes[len(circle)]++
		}
		slices.SortFunc(found, slices.Compare[[]int])
		require.Equal(t, circlesBySearch(arrows), found, "%v", arrows)
	}
	for size := 1; size < 9; size++ {
		require.Greater(t, sizes[size], 50, "circles of %d", size)
	}
}

// randomArrows draws a graph in which each arrow is there by the same chance.
func randomArrows(random *rand.Rand, nodes int, chance float64) [][]int {
	arrows := make([][]int, nodes)
	for from := range nodes {
		for _, to := range random.Perm(nodes) {
			if random.Float64() < chance {
				arrows[from] = append(arrows[from], to)
			}
		}
	}
	return arrows
}

// circlesBySearch asks of each two nodes whether they reach each other.
func circlesBySearch(arrows [][]int) (all [][]int) {
	reached := make([][]bool, len(arrows))
	for node := range arrows {
		reached[node] = reachedFrom(arrows, node)
	}
	for node := range arrows {
		var circle []int
		for other := range arrows {
			if reached[node][other] && reached[other][node] {
				circle = append(circle, other)
			}
		}
		if circle[0] == node {
			all = append(all, circle)
		}
	}
	return all
}

func reachedFrom(arrows [][]int, node int) []bool {
	reached := make([]bool, len(arrows))
	reached[node] = true
	for open := []int{node}; len(open) > 0; {
		at := open[0]
		open = open[1:]
		for _, next := range arrows[at] {
			if !reached[next] {
				reached[next] = true
				open = append(open, next)
			}
		}
	}
	return reached
}

func TestACircleOfManyNodesIsFound(t *testing.T) {
	const nodes = 100_000
	arrows := make([][]int, nodes)
	for node := range arrows {
		arrows[node] = []int{(node + 1) % nodes}
	}
	found := circles(arrows)
	require.Len(t, found, 1)
	require.Len(t, found[0], nodes)
}

func TestNoNodesHaveNoCircle(t *testing.T) { require.Empty(t, circles(nil)) }

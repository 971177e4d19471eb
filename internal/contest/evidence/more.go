package evidence

import (
	"math"
	"sort"
)

// MostMore is the largest number of further groups that is foretold: nobody plays more.
const MostMore = 5000

// More foretells how many groups more an answer takes if their results are on average as
// those so far. The number is greater than [MostMore] if that would be too many, or if there
// are no results yet. It says nothing about how exactly the results so far are known.
func (t *Test) More() (groups int) {
	few := min(t.better.more(t.groups, t.below.limit), t.worse.more(t.groups, t.above.limit))
	if t.margin > 0 {
		few = min(few, max(t.below.more(t.groups, -t.margin), t.above.more(t.groups, -t.margin)))
	}
	return few
}

// more foretells how many results more the bound takes to get to a mean.
func (b *bound) more(results int, mean float64) int {
	if b.value >= mean {
		return 0
	}
	for i := range b.open {
		if b.open[i].mean == mean {
			return b.open[i].more(results, b.limit)
		}
	}
	return MostMore + 1
}

// more foretells how many results more the capital takes to grow to a limit, if each
// multiplies the capital of a player as those so far did on average.
func (c *capital) more(results int, limit float64) int {
	if results == 0 {
		return MostMore + 1
	}
	var had, grows [players]float64
	for i := range had {
		had[i] = c.logs[i] + math.Log(c.factors[i])
		grows[i] = (had[i] - logShares[i]) / float64(results)
	}
	return sort.Search(MostMore+1, func(further int) bool {
		then := had
		for i := range then {
			then[i] += float64(grows[i] * float64(further))
		}
		return logOfSum(then) >= limit
	})
}

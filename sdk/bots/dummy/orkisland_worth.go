package dummy

import (
	"math"
	"slices"
)

// worth returns for each area the worth of owning it. That is more than the points of
// its cells: it may join cities, and a rival may lose it. Areas that we are going for
// count as ours already, so that all orks work for the same chain of cities.
func (t *turn) worth(wanted []bool) []float64 {
	ours := make([]bool, len(t.areas))
	for i := range ours {
		ours[i] = wanted[i] || t.owner[i] == t.me
	}
	worth := make([]float64, len(t.areas))
	for i := range worth {
		worth[i] = math.Pow(t.gain(ours, i)+rivalry*t.damage(i), evenness)
	}
	return worth
}

const (
	rivalry  = 0.4 // worth to us of a point that a rival loses
	evenness = 0.6 // at 1, twice the points are worth twice as much; below, less
)

// maxGroup is how many cities we count in a group, to keep the numbers in bounds.
const maxGroup = 64

// gain returns the points per round that an area brings us. If it joins cities only
// together with other areas, they share the gain.
func (t *turn) gain(ours []bool, i int) float64 {
	before := slices.Clone(ours)
	before[i] = false
	without := t.rate(before)
	best := 0.0
	try := func(areas ...int) {
		after, missing := slices.Clone(before), 0
		for _, a := range areas {
			if !after[a] {
				after[a] = true
				missing++
			}
		}
		best = max(best, (t.rate(after)-without)/float64(missing))
	}
	try(i)
	for p := t.cities; p < len(t.areas); p++ {
		if ends := t.areas[p].ends; p == i || ends[0] == i || ends[1] == i {
			try(i, p, ends[0], ends[1])
		}
	}
	return best
}

// damage returns the points per round that an area brings its owner, if that is a
// rival.
func (t *turn) damage(i int) float64 {
	rival := t.owner[i]
	if rival == none || rival == t.me {
		return 0
	}
	theirs := make([]bool, len(t.areas))
	for a, owner := range t.owner {
		theirs[a] = owner == rival
	}
	with := t.rate(theirs)
	theirs[i] = false
	return with - t.rate(theirs)
}

// rate returns the points per round for owning these areas. // rules 10
func (t *turn) rate(have []bool) float64 {
	leader := make([]int, t.cities) // by city: leads to the city that represents its group
	for c := range leader {
		leader[c] = c
	}
	find := func(c int) int {
		for leader[c] != c {
			c = leader[c]
		}
		return c
	}
	points := 0.0
	size := make([]int, t.cities)
	for i, has := range have {
		if !has {
			continue
		}
		a := &t.areas[i]
		points += float64(a.points)
		if a.isPath && have[a.ends[0]] && have[a.ends[1]] {
			leader[find(a.ends[0])] = find(a.ends[1])
		}
	}
	for c := range size {
		if have[c] {
			size[find(c)]++
		}
	}
	for _, n := range size {
		if n > 0 {
			points += t.factor * math.Exp2(float64(min(n, maxGroup)))
		}
	}
	return points
}

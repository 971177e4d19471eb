package betting

import "slices"

// resolution is the distance of the means that a bound tries. A bound is rounded to the
// safe side, by less than this.
const resolution = 1.0 / 512

// bound is a lower bound of the mean: the greatest of a grid of means against which the
// capital of a bet on "greater" has ever reached the limit. Numbers are measured from
// 1/2, as in [capital].
type bound struct {
	limit float64 // logarithm of the capital that refutes a mean
	// against has a capital for each mean of the grid, in ascending order. The greater
	// the mean, the smaller is its capital: so the means that are refuted are the first
	// ones, and their capitals are needed no more.
	against []capital
	refuted int
}

// newBound returns a bound that tries the means of the grid and one further.
func newBound(limit, further float64) bound {
	var means []float64
	for mean := resolution - 0.5; mean < 0.5; mean += resolution {
		means = append(means, mean)
	}
	if at, found := slices.BinarySearch(means, further); !found {
		means = slices.Insert(means, at, further)
	}
	b := bound{limit: limit}
	for _, mean := range means {
		b.against = append(b.against, newCapital(mean))
	}
	return b
}

// add takes a result, which is x - 1/2.
func (b *bound) add(x float64) {
	left := b.against[b.refuted:]
	for i := range left {
		left[i].add(x)
	}
	for b.refuted < len(b.against) && b.against[b.refuted].log() >= b.limit {
		b.refuted++
	}
}

// value returns the bound: the mean is greater, or no mean was refuted and it is -1/2.
func (b *bound) value() float64 {
	if b.refuted == 0 {
		return -0.5
	}
	return b.against[b.refuted-1].mean
}

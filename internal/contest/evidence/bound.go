package evidence

import "slices"

// resolution is the distance of the means that a bound tries. A bound is rounded to the
// safe side, by less than this.
const resolution = 1.0 / 512

// bound is a lower bound of the mean: the greatest of a grid of means against which the
// capital of a bet on "greater" has ever reached a limit. Numbers are measured from 1/2,
// as in [capital].
type bound struct {
	limit float64 // logarithm of the capital that refutes a mean
	value float64 // the mean is greater; or it is -1/2, and no mean was refuted
	// open has the capitals against the means that may be refuted yet, in ascending
	// order. The greater the mean, the smaller is its capital: so the next to be refuted
	// is always the first.
	open []capital
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
	b := bound{limit: limit, value: -0.5, open: make([]capital, len(means))}
	for i, mean := range means {
		b.open[i] = newCapital(mean)
	}
	return b
}

// add takes a result, which is x - 1/2.
func (b *bound) add(x float64) {
	for i := range b.open {
		b.open[i].add(x)
	}
	for len(b.open) > 0 && b.open[0].log() >= b.limit {
		b.value = b.open[0].mean
		b.open = b.open[1:]
	}
}

// stayBelow drops the means that are not below another bound, which has refuted them
// already. So the two bounds never meet.
func (b *bound) stayBelow(upper float64) {
	for len(b.open) > 0 && b.open[len(b.open)-1].mean >= upper {
		b.open = b.open[:len(b.open)-1]
	}
}

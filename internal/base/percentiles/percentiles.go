// Package percentiles summarises repeated measurements.
package percentiles

import "slices"

// Spread summarises a quantity over the rounds of one or more matches.
type Spread[T ~int64] struct {
	Total T   `json:"total"`
	Mean  T   `json:"mean"`
	P99   T   `json:"p99"` // 99 % of the rounds had at most this
	Worst T   `json:"worst"`
	Round int `json:"worst_round"` // index of the first round with the worst value
}

// Of returns the spread of values by round, or the zero value if there are none.
func Of[T ~int64](byRound []T) Spread[T] {
	n := T(len(byRound))
	if n == 0 {
		return Spread[T]{}
	}
	s := Spread[T]{Worst: slices.Max(byRound)}
	s.Round = slices.Index(byRound, s.Worst)
	for _, v := range byRound {
		s.Total += v
	}
	s.Mean = (s.Total + n/2) / n
	s.P99 = Percentile(byRound, 99)
	return s
}

// Percentile returns the least of the values that so many percent of them, from 1 to 100,
// are not above. It returns 0 if there are no values.
func Percentile[T ~int64](values []T, percent int) T {
	if len(values) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(values))[(len(values)*percent-1)/100]
}

// Median returns the median of the values, or 0 if there are none.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

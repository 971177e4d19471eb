// Package spread sums up what was measured many times.
package spread

import "slices"

// Spread sums up a quantity over the rounds of a match or of several.
type Spread[T ~int64] struct {
	Total T   `json:"total"`
	Mean  T   `json:"mean"`
	P99   T   `json:"p99"` // 99 of 100 rounds had no more
	Worst T   `json:"worst"`
	Round int `json:"worst_round"` // the index of the first round with the worst
}

// Of returns the spread of values by round; the zero value for none.
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
	s.P99 = slices.Sorted(slices.Values(byRound))[(n*99-1)/100]
	return s
}

// Median returns the middle value, or the mean of the two in the middle; 0 for none.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

package series_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
)

func numbered(number int) series.Match {
	return series.Match{Match: played.Match{Planned: schedule.Planned{Number: number}}}
}

func TestMatchesAreHandedOnInOrder(t *testing.T) {
	var seen []int
	order := series.NewInOrder(func(m series.Match) { seen = append(seen, m.Number) })
	for _, step := range []struct {
		number int
		want   []int
	}{
		{1, nil},
		{0, []int{0, 1}},
		{2, []int{0, 1, 2}},
		{6, []int{0, 1, 2}},
		{4, []int{0, 1, 2}},
	} {
		order.Add(numbered(step.number))
		require.Equal(t, step.want, seen, "after match %d", step.number)
	}
	order.End()
	require.Equal(t, []int{0, 1, 2, 4, 6}, seen)
	order.End()
	require.Len(t, seen, 5, "handed on twice")
}

package series_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/series"
)

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
		order.Add(series.Match{Number: step.number})
		require.Equal(t, step.want, seen, "after match %d", step.number)
	}
	order.End()
	require.Equal(t, []int{0, 1, 2, 4, 6}, seen)
	order.End()
	require.Len(t, seen, 5, "handed on twice")
}

func TestSharesMakeUpTheSeries(t *testing.T) {
	whole, shared := series.NewStandings(3), series.NewStandings(3)
	require.NoError(t, newSeries(t, 7).Play(t.Context(), whole.Add))
	order := series.NewInOrder(shared.Add)
	for _, number := range []int{2, 0, 1} {
		s := newSeries(t, 7)
		s.Share = series.Share{Number: number, Of: 3}
		require.NoError(t, s.Play(t.Context(), func(m series.Match) {
			require.Equal(t, number, m.Number%3)
			order.Add(m)
		}))
	}
	require.Equal(t, whole, shared)
}

package series_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

func TestAMatchEndsAfterItsTime(t *testing.T) {
	before := time.Now()
	m, err := newSeries(t).Play(t.Context(), schedule.Planned{Seats: []int{0, 1, 2, 0}})
	require.NoError(t, err)
	require.Positive(t, m.Wall)
	require.WithinRange(t, m.Ended, before.Add(m.Wall), time.Now())
}

package percentiles_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/percentiles"
)

func TestSpread(t *testing.T) {
	hundred := make([]int64, 100)
	for i := range hundred {
		hundred[i] = int64(100 - i) // 100 to 1
	}
	type Spread = percentiles.Spread[int64]
	for name, test := range map[string]struct {
		values []int64
		want   Spread
	}{
		"none":                         {nil, Spread{}},
		"one":                          {[]int64{7}, Spread{Total: 7, Mean: 7, P99: 7, Worst: 7}},
		"the first of equals is worst": {[]int64{1, 4, 4, 2}, Spread{Total: 11, Mean: 3, P99: 4, Worst: 4, Round: 1}},
		"99 of 100":                    {hundred, Spread{Total: 5050, Mean: 51, P99: 99, Worst: 100}},
		"198 of 200": {
			append(hundred, make([]int64, 100)...),
			Spread{Total: 5050, Mean: 25, P99: 98, Worst: 100},
		},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, test.want, percentiles.Of(test.values)) })
	}
	require.Equal(t, 3*time.Second, percentiles.Of([]time.Duration{time.Second, 2 * time.Second}).Total)
}

func TestPercentile(t *testing.T) {
	require.Zero(t, percentiles.Percentile([]int64(nil), 95))
	twenty := make([]int64, 20)
	for i := range twenty {
		twenty[i] = int64(20 - i) // 20 to 1
	}
	for percent, want := range map[int]int64{1: 1, 5: 1, 6: 2, 50: 10, 95: 19, 96: 20, 100: 20} {
		require.Equal(t, want, percentiles.Percentile(twenty, percent), "%d", percent)
	}
}

func TestMedian(t *testing.T) {
	require.Zero(t, percentiles.Median(nil))
	require.Equal(t, 3.0, percentiles.Median([]float64{9, 1, 3}))
	require.Equal(t, 2.5, percentiles.Median([]float64{9, 1, 3, 2}))
}

package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestQuantile: of nine values, the first is the quantile of a tenth, and so on.
func TestQuantile(t *testing.T) {
	nine := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, c := range []struct{ p, want float64 }{
		{0, 1},
		{0.1, 1},
		{0.15, 1.5},
		{0.5, 5},
		{0.875, 8.75},
		{0.9, 9},
		{1, 9},
	} {
		require.InDelta(t, c.want, quantile(nine, c.p), 1e-9, "%v", c.p)
	}
	require.InDelta(t, 7, quantile([]float64{7}, 0.3), 1e-9)
}

// TestQuantileOfValuesInAnyOrder is that of the sorted ones, also if many are equal.
func TestQuantileOfValuesInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		values := make([]float64, 1+random.IntN(50))
		for i := range values {
			values[i] = float64(random.IntN(1 + random.IntN(100)))
		}
		sorted := slices.Sorted(slices.Values(values))
		for _, p := range []float64{0, 0.025, 0.3, 0.5, 0.975, 1} {
			at := min(max(p*float64(len(sorted)+1)-1, 0), float64(len(sorted)-1))
			low := int(at)
			want := sorted[low] + (at-float64(low))*(sorted[min(low+1, len(sorted)-1)]-sorted[low])
			require.InDelta(t, want, quantile(values, p), 1e-12, "%v of %v", p, values)
			require.ElementsMatch(t, sorted, values)
		}
	}
}

// TestStudent compares with printed tables, and with a library that many others use.
func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{1: 12.706, 4: 2.776, 10: 2.228, 30: 2.042, 100: 1.984, 1e6: 1.960} {
		require.InDelta(t, want, student(freedom, 0.025), 5e-4, "%v", freedom)
	}
	for freedom := 1.0; freedom < 5000; freedom = math.Ceil(freedom * 1.2) {
		want := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1 - tail)
		require.InEpsilon(t, want, student(freedom, tail), 1e-9, "%v", freedom)
	}
	for value := -40.0; value < 40; value += 0.7 {
		require.InDelta(t, distuv.UnitNormal.CDF(value), normal(value), 1e-15, "%v", value)
	}
}

// TestIntervalsOfFewBlocksAreWider: quantiles are further out, as Student's distribution and what a resample varies too
// little demand: 2.262, 2.093 and 1.984 standard errors, times the root of n/(n-1).
func TestIntervalsOfFewBlocksAreWider(t *testing.T) {
	e := &estimator{}
	for value := range 9999 { // the quantile of p is p times 10000
		e.values = append(e.values, float64(value+1))
	}
	for blocks, out := range map[int]float64{10: 85.5, 20: 158.8, 100: 230.6} { // 2.5% would be 250
		got := e.between(blocks)
		require.InDelta(t, out, got.Low, 0.1, "%d blocks", blocks)
		require.InDelta(t, 10000-out, got.High, 0.1, "%d blocks", blocks)
	}
}

// TestTextsSayHowSureAnIntervalIs, where a reader meets one. Names in JSON do, and programs read those.
func TestTextsSayHowSureAnIntervalIs(t *testing.T) {
	for file, says := range map[string]string{
		"stats.go":                                 "interval of %.0f %%",
		"../../../docs/statistics.md":              "interval of %.0f %%",
		"../../cli/contest/series.go":              "chance of %.0f %%",
		"../../cli/league/show.go":                 "chance of %.0f %%",
		"../../web/results/resultpage/page.html":   "chance of %.0f %%",
		"../../cli/shell/tournament/seriesjson.go": `json:"rating_%.0f"`,
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		want := fmt.Sprintf(says, 100*(1-2*tail))
		require.True(t, strings.Contains(string(text), want), "%s does not say %q", file, want)
	}
}

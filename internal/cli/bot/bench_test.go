package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/contest/bench"
)

// TestAFigureIsTheMedianBetweenItsExtremes: of each figure there are several samples, in no order.
func TestAFigureIsTheMedianBetweenItsExtremes(t *testing.T) {
	s, out, _ := quiet()
	printBench(s, &benchOptions{matches: 10, samples: 3}, duel.Game.Default(), []benchRow{
		{benchFigure{name: "match, wall", unit: "ms", digits: 1}, []float64{30.21, 10, 20}},
		{benchFigure{name: "matches per second"}, []float64{7, 9, 8}},
	})
	require.True(t, strings.HasSuffix(out.String(), `
samples   3 of 10 matches each

                    median      least  most
match, wall           20.0  ms   10.0  30.2
matches per second       8          7     9
`), out.String())
}

// A game may have Next and Sim, one of them or neither.
func TestBenchLeavesOutWhatAGameDoesNotHave(t *testing.T) {
	has := bench.Timed{Times: 2, CPU: 40 * time.Microsecond}
	for _, test := range []struct {
		figures bench.AheadFigures
		want    []string
	}{
		{bench.AheadFigures{Next: has, Sim: has}, []string{
			"look-ahead: 20 rounds by Next, CPU",
			"look-ahead: 20 rounds with Sim, CPU",
		}},
		{bench.AheadFigures{Sim: has}, []string{"look-ahead: 20 rounds with Sim, CPU"}},
		{bench.AheadFigures{Next: has}, []string{"look-ahead: 20 rounds by Next, CPU"}},
		{bench.AheadFigures{}, nil},
	} {
		measured := bench.Sample{{Ahead: test.figures, States: bench.StateFigures{Encode: has, States: 4, Bytes: 1200}}}
		rows := benchRows(bench.Samples{bench.LookAhead: {measured}, bench.Encoding: {measured}}, nil)
		var names []string
		for _, r := range rows {
			if strings.HasPrefix(r.name, "look-ahead") {
				names = append(names, r.name)
				require.Equal(t, []float64{20}, r.values)
			}
			if r.name == "State, size" {
				require.Equal(t, []float64{300}, r.values)
			}
			if r.name == "State, CPU of encoding it" {
				require.Equal(t, []float64{20}, r.values)
			}
		}
		require.Equal(t, test.want, names)
	}
}

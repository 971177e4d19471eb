package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/bench"
)

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

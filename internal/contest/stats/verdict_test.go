package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
)

func TestAVerdictIsThatOfItsSeat(t *testing.T) {
	m := ended(0, []int{1, 0, 2}, []int{3, 2, 1})
	m.Verdicts = []match.Verdict{{Seat: 0, Kind: match.Crash}}
	s := summarize(3, []played.Match{m}, usual)
	require.Equal(t, []float64{0, 1, 0}, []float64{s.Bots[0].Faulty.Value, s.Bots[1].Faulty.Value, s.Bots[2].Faulty.Value})
	require.Equal(t, map[match.Kind]int{match.Crash: 1}, s.Bots[1].Faults)
}

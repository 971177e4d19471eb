package wire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/scheduler"
)

// TestAMessageThatComesAgainIsKnown, whether one is done with it or not, and one of the same number of another time
// is another message.
func TestAMessageThatComesAgainIsKnown(t *testing.T) {
	var s Seen
	came := func(p Place) []bool {
		before, done := s.Came(p)
		return []bool{before, done}
	}
	first, later := Place{sequence: 1, time: 1}, Place{sequence: 1, time: 2}
	require.Equal(t, []bool{false, false}, came(first))
	require.Equal(t, []bool{true, false}, came(first))
	require.Equal(t, []bool{false, false}, came(later))
	s.End(first, true)
	require.Equal(t, []bool{true, true}, came(first))
	s.End(later, false)
	require.Equal(t, []bool{false, false}, came(later), "it is forgotten")
	for number := range 4*scheduler.MostSlots - 1 {
		s.End(Place{sequence: uint64(number), time: 3}, true)
	}
	require.Equal(t, []bool{true, true}, came(first), "as many are remembered as may come again")
	s.End(later, true)
	require.Equal(t, []bool{false, false}, came(first), "and no more")
}

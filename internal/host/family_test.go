package host

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

func TestFamilyCountsEachProcessOnce(t *testing.T) {
	var f family
	begun := time.Unix(0, 0)
	f.count(map[int]time.Duration{1: 5 * ms, 2: 3 * ms}, begun)
	require.Equal(t, 8*ms, f.used())
	f.ends(1, 6*ms)
	require.Equal(t, 9*ms, f.used())
	f.count(map[int]time.Duration{1: 7 * ms, 2: 4 * ms}, begun.Add(10*ms)) // 1 is a zombie
	require.Equal(t, 10*ms, f.used())
	f.ends(1, 7*ms)
	require.Equal(t, 10*ms, f.used(), "ends once")
	f.count(map[int]time.Duration{2: 4 * ms}, begun.Add(20*ms))
	require.Equal(t, 10*ms, f.used())
	f.count(nil, begun.Add(25*ms)) // 2 was killed
	require.Equal(t, 15*ms, f.used(), "with the time since the last census")
	f.count(map[int]time.Duration{1: 2 * ms}, begun.Add(30*ms)) // the number is used again
	require.Equal(t, 17*ms, f.used())
	f.count(map[int]time.Duration{1: 2 * ms, 3: ms, 4: ms}, begun.Add(31*ms))
	require.Equal(t, 19*ms, f.used())
	f.count(map[int]time.Duration{1: 2 * ms}, begun.Add(35*ms)) // 3 and 4 were killed
	require.Equal(t, 23*ms, f.used(), "they had one processor")
}

// TestFamilyChargesForChildrenItNeverSaw simulates a bot whose children are killed before
// they can tell of anything, one after the other.
func TestFamilyChargesForChildrenItNeverSaw(t *testing.T) {
	for _, life := range []time.Duration{ms, 3 * ms, 9 * ms, 40 * ms} {
		var f family
		end, next := 20*time.Second, time.Duration(0)
		for next < end {
			next += censusTime/2 + rand.N(censusTime)
			f.count(map[int]time.Duration{int(next / life): next % life}, time.Unix(0, int64(next)))
		}
		require.Greater(t, f.used(), end*9/10, "each lives for %v", life)
		require.Less(t, f.used(), end*17/10, "each lives for %v", life)
	}
}

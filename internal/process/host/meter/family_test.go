package meter

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host/system"
)

const ms = time.Millisecond

// found is a census of processes without children of their own.
func found(f *family, waited time.Duration, used map[int]time.Duration) system.Census {
	c := system.Census{Before: f.least(), Waited: waited, There: make(map[int]*system.Relative)}
	for process, used := range used {
		c.There[process] = &system.Relative{Used: used}
	}
	return c
}

func TestFamilyCountsEachProcessOnce(t *testing.T) {
	var f family
	begun := time.Unix(0, 0)
	f.count(found(&f, 0, map[int]time.Duration{1: 5 * ms, 2: 3 * ms}), begun)
	require.Equal(t, 8*ms, f.used())
	f.reads(1, 6*ms, true)
	require.Equal(t, 9*ms, f.used())
	f.count(found(&f, 0, map[int]time.Duration{1: 7 * ms, 2: 4 * ms}), begun.Add(10*ms)) // 1 is a zombie
	require.Equal(t, 11*ms, f.used(), "a zombie has its clock")
	f.reads(1, 7*ms, true)
	require.Equal(t, 11*ms, f.used(), "ends once")
	f.count(found(&f, 0, map[int]time.Duration{2: 4 * ms}), begun.Add(20*ms))
	require.Equal(t, 11*ms, f.used(), "waited for, and rounded off to nothing")
	f.count(found(&f, 10*ms, map[int]time.Duration{2: 4 * ms, 1: ms}), begun.Add(30*ms)) // the number is used again
	require.Equal(t, 15*ms, f.used(), "no more than is sure")
	f.reads(1, 2*ms, true)
	require.Equal(t, 16*ms, f.used(), "known before the next census")
	f.count(found(&f, 60*ms, nil), begun.Add(40*ms)) // both were killed
	require.Equal(t, 60*ms, f.used(), "as the system says, and not a moment more")
	f.count(found(&f, 60*ms, nil), begun.Add(50*ms))
	require.Equal(t, 60*ms, f.used())
}

// TestThreadsBesideTheEndAreCharged: a process asks for its end while others of its threads
// compute.
func TestThreadsBesideTheEndAreCharged(t *testing.T) {
	var f family
	begun := time.Unix(0, 0)
	f.count(system.Census{}, begun)
	f.reads(1, ms, false)
	f.count(found(&f, 0, map[int]time.Duration{1: 8 * ms}), begun.Add(10*ms))
	require.Equal(t, 8*ms, f.used())
	f.deafen()
	f.count(found(&f, 0, nil), begun.Add(20*ms))
	require.Equal(t, 18*ms, f.used(), "nobody knows when it ended")
}

// TestFamilyChargesForChildrenItNeverSaw simulates a bot whose children are killed before
// they can tell of anything, one after the other, and for whom nobody waits, said or not.
func TestFamilyChargesForChildrenItNeverSaw(t *testing.T) {
	for _, said := range []bool{true, false} {
		for _, life := range []time.Duration{ms, 3 * ms, 9 * ms, 40 * ms} {
			var f family
			f.deaf = said
			end, next := 20*time.Second, time.Duration(0)
			for next < end {
				next += censusTime/2 + rand.N(censusTime)
				f.count(found(&f, 0, map[int]time.Duration{int(next / life): next % life}), time.Unix(0, int64(next)))
			}
			require.Greater(t, f.used(), end*9/10, "each lives for %v", life)
			require.Less(t, f.used(), end*21/20, "each lives for %v", life)
		}
	}
}

// TestFamilyIsNotTakenForDeaf: the same, but the bot waits for each, and the system rounds
// off. Some are waited for while the census is taken, which finds them nowhere, and so does none that follows.
func TestFamilyIsNotTakenForDeaf(t *testing.T) {
	for _, life := range []time.Duration{ms, 3 * ms, 9 * ms, 40 * ms, 90 * ms} {
		var f family
		now, next := time.Duration(0), time.Duration(0)
		for now < 20*time.Second {
			now, next = next, next+censusTime/2+rand.N(censusTime)
			there := map[int]time.Duration{int(now / life): now % life}
			if now/life < next/life && rand.N(4) == 0 {
				there = nil
			}
			f.count(found(&f, (now-now%life).Truncate(system.Tick), there), time.Unix(0, int64(now)))
		}
		require.False(t, f.deaf)
		require.LessOrEqual(t, f.used(), now, "each lives for %v", life)
		require.Greater(t, f.used(), now-life-system.Tick, "each lives for %v", life) // the last may be missing
	}
}

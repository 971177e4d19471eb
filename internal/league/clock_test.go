package league_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league"
)

// broken is a clock that is set an hour forth or back each so often, when it is looked at.
type broken struct {
	now   time.Time
	looks int
	every int
	jumps []time.Duration
}

func (b *broken) look() time.Time {
	b.now = b.now.Add(time.Millisecond)
	if b.looks++; b.looks%b.every == 0 {
		b.now = b.now.Add(b.jumps[b.looks/b.every%len(b.jumps)])
	}
	return b.now
}

// TestABrokenClockLosesNothing: whatever the clock does between matches, each is played and stored once, in its place,
// its checks are made, and nobody is blamed who is honest.
func TestABrokenClockLosesNothing(t *testing.T) {
	const matches = 40
	looks := []int{3}
	if tier.IsLong() {
		looks = []int{1, 3, 50}
	}
	for name, jumps := range map[string][]time.Duration{
		"back and forth": {time.Hour, -time.Hour}, "forth": {time.Hour}, "back": {-time.Hour},
		"back twice": {-time.Hour, -time.Hour, 3 * time.Hour},
	} {
		for _, every := range looks {
			s, over := checkedLeague(t, 0.2), newCrowd(t, 3, "anna", "ben", "clara")
			clock := &broken{now: noon, every: every, jumps: jumps}
			var told events
			for _, most := range []int{matches / 2, matches} { // and it is served anew
				r := league.Run{
					Store: s, Games: games.All(), Transport: over, Matches: most, Tell: told.add, Now: clock.look,
				}
				require.NoError(t, r.Play(testkit.Patiently(t)), "%s, every %d", name, every)
			}
			require.Empty(t, told, "%s, every %d", name, every)
			require.Empty(t, over.revoked)
			requireTruth(t, s, matches)
			for number, m := range table(t, s) {
				require.Equal(t, number, m.Number)
			}
		}
	}
}

package schedule_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

// BenchmarkWalk is what it takes to choose a match.
func BenchmarkWalk(b *testing.B) {
	for _, bots := range []int{13, 1000, 10_000} {
		b.Run(fmt.Sprintf("bots=%d", bots), func(b *testing.B) {
			walk := schedule.NewWalk(4, false, 1)
			require.NoError(b, walk.Change(make([]schedule.Stay, bots)))
			for b.Loop() {
				_, more := walk.Next()
				require.True(b, more)
			}
		})
	}
}

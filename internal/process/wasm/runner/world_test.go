package runner

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheWorldIsTheSameInEachMatch(t *testing.T) {
	seen := map[uint64][]byte{}
	for _, seed := range []uint64{1, 2, 1} {
		w := newWorld()
		for n := range 3 {
			require.Equal(t, time.Duration(n+1)*tick, time.Duration(w.read()), "the clock goes on as it is read")
		}
		w.seed(seed)
		bytes := make([]byte, 8)
		_, err := w.Read(bytes)
		require.NoError(t, err)
		if before := seen[seed]; before != nil {
			require.Equal(t, before, bytes)
		}
		seen[seed] = bytes
	}
	require.NotEqual(t, seen[1], seen[2])
}

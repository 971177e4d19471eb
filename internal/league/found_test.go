package league_test

import (
	"encoding/binary"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

var (
	survivals = flag.Int("survivals", 200, "how many liars are drawn by lot")
	liars     = flag.Int("liars", 2, "how many leagues with a liar are played")
)

// keyOf returns some key.
func keyOf(number uint64) (key store.Key) {
	binary.BigEndian.PutUint64(key[:], number*0x9e3779b97f4a7c15)
	return key
}

// TestShareIsChosen, by secret and key alone: each secret chooses others.
func TestShareIsChosen(t *testing.T) {
	const keys = 20_000
	for _, share := range []float64{0, 0.05, 0.5, 1} {
		chosen, both := 0, 0
		for number := range uint64(keys) {
			a, b := league.IsChosen([]byte("a"), keyOf(number), share), league.IsChosen([]byte("b"), keyOf(number), share)
			if a {
				chosen++
			}
			if a && b {
				both++
			}
		}
		require.InDelta(t, share, float64(chosen)/keys, 0.01)
		require.InDelta(t, share*share, float64(both)/keys, 0.01)
	}
}

// requireShare requires a count that is within four standard deviations of what is predicted.
func requireShare(t *testing.T, want float64, count, of int) {
	t.Helper()
	t.Logf("%d of %d, that is %.3f; predicted %.3f", count, of, float64(count)/float64(of), want)
	require.InDelta(t, want, float64(count)/float64(of), 4*math.Sqrt(want*(1-want)/float64(of)))
}

// TestLiarSurvivesAsPredicted: who lies in a share q of n matches, of which 5 % are chosen, remains
// with a probability of (1 - 0.05 q)^n; and of its first 20 all are checked.
func TestLiarSurvivesAsPredicted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		share float64
		n     int
	}{{0.1, 100}, {0.1, 300}, {0.1, 1000}, {0.5, 100}} {
		survived := 0
		for run := range *survivals {
			secret := binary.BigEndian.AppendUint64(nil, uint64(run))
			alive := true
			for number := range uint64(test.n) {
				if lies := random.Float64() < test.share; lies && league.IsChosen(secret, keyOf(number), 0.05) {
					alive = false
				}
			}
			if alive {
				survived++
			}
		}
		requireShare(t, math.Pow(1-0.05*test.share, float64(test.n)), survived, *survivals)
	}
}

// TestLiarIsFoundAsPredicted in leagues that are really played, in which each worker plays its first 20
// matches: one lies in a tenth of them. An honest one is never revoked.
func TestLiarIsFoundAsPredicted(t *testing.T) {
	found := 0
	for run := range *liars {
		s, over := checkedLeague(t, 0.05), newCrowd(t, uint64(run), "anna", "ben", "mallory")
		over.lies["mallory"] = sometimes(0.1, silenced(2, 1))
		runTo(t, s, 75, over)
		require.NotContains(t, over.revoked, "anna")
		require.NotContains(t, over.revoked, "ben")
		if over.revoked["mallory"] != "" {
			found++
		}
		require.NoError(t, s.Close())
	}
	requireShare(t, 1-math.Pow(0.9, 20), found, *liars)
}

package league_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

var leagues = flag.Int("leagues", 10, "how many leagues are simulated")

// simulated returns matches of eight bots by five workers, one of which is twice as fast. All bots
// are frozen in a twentieth of the matches, and bot 0 at the last worker in another share.
// There it uses so many times the CPU time.
func simulated(random *rand.Rand, matches int, frozen, cpu float64) (all []store.Line) {
	for number := range matches {
		m := store.Line{}
		m.Number, m.Seats = number, random.Perm(8)[:4]
		worker := random.IntN(5)
		m.Worker = fmt.Sprint(worker)
		for _, bot := range m.Seats {
			lies := bot == 0 && worker == 4
			used := time.Duration(float64(time.Second) * (1 + float64(bot)) * (0.7 + 0.6*random.Float64()))
			share := 0.05
			if lies {
				share, used = frozen, time.Duration(float64(used)*cpu)
			}
			if worker == 0 {
				used /= 2
			}
			if random.Float64() < share {
				m.Verdicts = append(m.Verdicts, match.Verdict{Seat: len(m.CPU), Kind: match.OverCPU})
			}
			m.CPU = append(m.CPU, used)
		}
		all = append(all, m)
	}
	return all
}

// TestSuspicions: few are false, and what is plain is found.
func TestSuspicions(t *testing.T) {
	entrants := make([]store.Entrant, 8)
	varying := make(map[[32]byte]string)
	for i := range entrants {
		entrants[i].Program = programOf(i)
		if i < 3 {
			varying[programOf(i)] = "it does"
		}
	}
	for _, test := range []struct {
		name        string
		frozen, cpu float64
		least, most float64 // share of the leagues
	}{
		{"honest", 0.05, 1, 0, 0.1},
		{"frozen in a third", 0.35, 1, 0.6, 1},
		{"replaced by one that thinks less", 0.05, 0.3, 0.9, 1},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		found, wrong := 0, 0
		for range *leagues {
			suspicions := league.Suspicions(entrants, varying, simulated(random, 500, test.frozen, test.cpu), random)
			if len(suspicions) > 0 {
				found++
				if suspicions[0].Entrant != 0 || suspicions[0].Worker != "4" {
					wrong++
				}
			}
		}
		share := float64(found) / float64(*leagues)
		t.Logf("%s: %d of %d leagues, of these %d of another bot or worker", test.name, found, *leagues, wrong)
		require.GreaterOrEqual(t, share, test.least, test.name)
		require.LessOrEqual(t, share, test.most, test.name)
	}
}

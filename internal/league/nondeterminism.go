package league

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/botarena/arena/internal/contest/store"
)

// Nondeterminism is a way in which a bot that varies plays otherwise on one machine than on others. It
// may lie in the machines, so nothing follows from it but that one should look.
type Nondeterminism struct {
	Entrant int    // number of the bot
	Of      string // "verdicts" or "cpu"
	// P is how often so large a difference comes about by chance alone, or less often than that.
	P float64
	// Worker is the one that is farthest from the others; "" is this machine.
	Worker string
}

const (
	shuffles  = 4999 // the smallest P is 1 in one more
	alarm     = 0.01 // how often one is suspected by chance, at most, in a whole league
	fewOfEach = 8    // with fewer matches a worker is not compared
)

// Suspicions compares between workers how often bots that vary are frozen, and how much CPU time
// they use for that of the others in their matches. For other bots there is a better way: their
// matches are played again. A league in which there is nothing to be found has suspicions with a
// probability of 1 %, whatever the number of its bots, if machines differ in no more than speed.
func Suspicions(entrants []store.Entrant, varying map[[32]byte]string, matches []store.Line,
	random *rand.Rand,
) (found []Nondeterminism) {
	tests := 0
	for number, e := range entrants {
		if varying[e.Program] == "" {
			continue
		}
		verdicts, cpu := samples(number, matches)
		for _, one := range []struct {
			of string
			by map[string][]float64
		}{{"cpu", cpu}, {"verdicts", verdicts}} {
			if p, worker, enough := byChance(one.by, random); enough {
				tests++
				found = append(found, Nondeterminism{number, one.of, p, worker})
			}
		}
	}
	return slices.DeleteFunc(found, func(s Nondeterminism) bool { return s.P*float64(tests) > alarm })
}

// samples returns by worker, for each match of a bot, whether it was frozen, and the logarithm of
// the share that its CPU time is of all in the match: that does not depend on how fast a machine is.
func samples(entrant int, matches []store.Line) (verdicts, cpu map[string][]float64) {
	verdicts, cpu = make(map[string][]float64), make(map[string][]float64)
	for _, m := range matches {
		seat := slices.Index(m.Seats, entrant)
		if seat < 0 {
			continue
		}
		frozen, all := 0.0, 0.0
		if m.Verdict(seat) != nil {
			frozen = 1
		}
		for _, cpu := range m.CPU {
			all += cpu.Seconds()
		}
		verdicts[m.Worker] = append(verdicts[m.Worker], frozen)
		if own := m.CPU[seat].Seconds(); own > 0 && frozen == 0 {
			cpu[m.Worker] = append(cpu[m.Worker], math.Log(own/all))
		}
	}
	return verdicts, cpu
}

// byChance is the test of Kruskal and Wallis, whose distribution is that of random shuffles:
// values are exchanged between workers, and counted is how often they differ as much as
// they do. So it holds for few matches, and for values of which many are equal.
func byChance(by map[string][]float64, random *rand.Rand) (p float64, farthest string, enough bool) {
	var workers []string
	for worker, values := range by {
		if len(values) >= fewOfEach {
			workers = append(workers, worker)
		}
	}
	slices.Sort(workers)
	if len(workers) < 2 {
		return 1, "", false
	}
	var values []float64
	var sizes []int
	for _, worker := range workers {
		values, sizes = append(values, by[worker]...), append(sizes, len(by[worker]))
	}
	ranks := ranksOf(values)
	observed, most := spread(ranks, sizes)
	as := 1
	for done := range shuffles {
		if as > alarm*(shuffles+1) { // enough to know that it is nothing
			return float64(as) / float64(done+1), workers[most], true
		}
		random.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
		if other, _ := spread(ranks, sizes); other >= observed-1e-9 {
			as++
		}
	}
	return float64(as) / (shuffles + 1), workers[most], true
}

// ranksOf returns the rank of each value, less the mean rank; equal ones share theirs.
func ranksOf(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	ranks := make([]float64, len(values))
	for i, value := range values {
		first, _ := slices.BinarySearch(sorted, value)
		after := first
		for after < len(sorted) && sorted[after] == value {
			after++
		}
		ranks[i] = float64(first+after-len(values)) / 2
	}
	return ranks
}

// spread returns how far the mean ranks of groups are from each other, and which is farthest off.
func spread(ranks []float64, sizes []int) (sum float64, most int) {
	far := -1.0
	for group, size := range sizes {
		total := 0.0
		for _, rank := range ranks[:size] {
			total += rank
		}
		ranks = ranks[size:]
		one := total * total / float64(size)
		if sum += one; one > far {
			far, most = one, group
		}
	}
	return sum, most
}

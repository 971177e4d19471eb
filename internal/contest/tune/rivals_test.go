package tune_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/tune"
)

// searcher is whatever asks for duels and is told their results.
type searcher interface {
	Next() []tune.Duel
	Told([]float64)
	Best() params.Values
}

// spsa is the stochastic approximation that chess engines are tuned with: all parameters are
// moved at once, each up or down by chance, and the opposite is the opponent. Each step takes
// the mean of its duels.
type spsa struct {
	space          params.Space
	rand           *rand.Rand
	at             params.Unit
	step, steps    int
	signs          [][]float64
	apart, forward float64 // at the end, in ranges
}

func newSPSA(space params.Space, duels int, seed uint64, forward float64) searcher {
	return &spsa{
		space: space, rand: rand.New(rand.NewPCG(seed, 1)), at: space.Of(space.Defaults()),
		steps: duels / tune.Step, apart: 0.1, forward: forward,
	}
}

func (s *spsa) Next() []tune.Duel {
	if s.step == s.steps {
		return nil
	}
	s.step++
	c := s.apart * math.Pow(float64(s.steps)/float64(s.step), 0.101*3)
	s.signs = nil
	var duels []tune.Duel
	for range tune.Step {
		up, down, signs := slices.Clone(s.at), slices.Clone(s.at), make([]float64, len(s.at))
		for i := range up {
			signs[i] = float64(2*s.rand.IntN(2) - 1)
			up[i] += c * signs[i]
			down[i] -= c * signs[i]
		}
		s.signs = append(s.signs, signs)
		duels = append(duels, tune.Duel{A: s.space.At(up), B: s.space.At(down)})
	}
	return duels
}

func (s *spsa) Told(results []float64) {
	a := s.forward * math.Pow((0.1+1)*float64(s.steps)/(0.1*float64(s.steps)+float64(s.step)), 0.602)
	for i := range s.at {
		mean := 0.0
		for d, y := range results {
			mean += 2 * (y - 0.5) * s.signs[d][i] / float64(len(results))
		}
		s.at[i] = min(max(s.at[i]+a*mean, 0), 1)
	}
}

func (s *spsa) Best() params.Values { return s.space.At(s.at) }

// halving draws many points, lets all duel with the best so far, and keeps the better half,
// until one is left; then it does so again nearer to that one.
type halving struct {
	space    params.Space
	rand     *rand.Rand
	best     params.Unit
	duels    int
	phase    int
	alive    []params.Unit
	sum      []float64
	n        []float64
	queue    []int
	asked    []int
	perPhase int
	round    int
}

const (
	halvingPhases = 3
	halvingPoints = 16
)

func newHalving(space params.Space, duels int, seed uint64) searcher {
	h := &halving{
		space: space, rand: rand.New(rand.NewPCG(seed, 2)), best: space.Of(space.Defaults()), duels: duels,
		perPhase: duels / halvingPhases,
	}
	h.begin()
	return h
}

func (h *halving) begin() {
	width := math.Pow(0.5, float64(h.phase))
	h.alive = []params.Unit{slices.Clone(h.best)}
	for range halvingPoints - 1 {
		p := make(params.Unit, len(h.best))
		for i := range p {
			low := min(max(h.best[i]-width/2, 0), 1-width)
			p[i] = low + width*h.rand.Float64()
		}
		h.alive = append(h.alive, p)
	}
	h.sum, h.n = make([]float64, len(h.alive)), make([]float64, len(h.alive))
	h.round = 0
	h.fill()
}

// fill queues the duels of a round: all against all others by chance.
func (h *halving) fill() {
	each := h.perPhase / 4 / len(h.alive)
	h.queue = nil
	for i := range h.alive {
		for range each {
			h.queue = append(h.queue, i)
		}
	}
}

func (h *halving) Next() []tune.Duel {
	if h.phase == halvingPhases {
		return nil
	}
	h.asked = h.queue[:min(len(h.queue), tune.Step)]
	h.queue = h.queue[len(h.asked):]
	var duels []tune.Duel
	for _, i := range h.asked {
		duels = append(duels, tune.Duel{A: h.space.At(h.alive[i]), B: h.space.At(h.best)})
	}
	return duels
}

func (h *halving) Told(results []float64) {
	for k, i := range h.asked {
		h.sum[i] += results[k]
		h.n[i]++
	}
	if len(h.queue) > 0 {
		return
	}
	order := make([]int, len(h.alive))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := h.sum[a]/h.n[a], h.sum[b]/h.n[b]
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	var alive []params.Unit
	var sum, n []float64
	for _, i := range order[:len(order)/2] {
		alive, sum, n = append(alive, h.alive[i]), append(sum, h.sum[i]), append(n, h.n[i])
	}
	h.alive, h.sum, h.n = alive, sum, n
	if h.round++; len(h.alive) > 1 {
		h.fill()
		return
	}
	h.best = h.alive[0]
	if h.phase++; h.phase < halvingPhases {
		h.begin()
	}
}

func (h *halving) Best() params.Values { return h.space.At(h.best) }

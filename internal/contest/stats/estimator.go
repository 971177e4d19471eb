package stats

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// tail is the part of all cases in which the truth may be above an interval; in as many it
// may be below. Texts that say so are those of TestTextsSayHowSureAnIntervalIs.
const tail = 0.025

// estimator makes estimates of columns.
type estimator struct {
	ctx       context.Context //nolint:containedctx // of the one summary that it is made for
	resamples [][]float64     // how often each block was drawn; none if there are no intervals
	values    []float64       // of a figure, by resample
	noCosts   bool
}

// another returns an estimator for another goroutine.
func (e *estimator) another() *estimator {
	return &estimator{ctx: e.ctx, resamples: e.resamples, values: make([]float64, 0, cap(e.values)), noCosts: e.noCosts}
}

// newEstimator draws the blocks again, with replacement and as many as there are.
func newEstimator(ctx context.Context, blocks int, o Options) *estimator {
	e := &estimator{ctx: ctx, noCosts: o.NoCosts}
	if blocks < LeastGroups || o.Resamples == 0 {
		return e
	}
	random := rand.New(rand.NewPCG(o.Seed, uint64(blocks)))
	e.resamples = make([][]float64, o.Resamples)
	for i := range e.resamples {
		e.resamples[i] = make([]float64, blocks)
		for range blocks {
			e.resamples[i][random.IntN(blocks)]++
		}
	}
	e.values = make([]float64, 0, o.Resamples)
	return e
}

// enough reports whether there can be an interval of a figure that so many blocks tell.
func (e *estimator) enough(blocks int) bool { return blocks >= LeastGroups && len(e.resamples) > 0 }

// mean estimates the mean of something without bounds, of which there is a number in each of some
// blocks. Its interval is of Student's kind, but with quantiles of the resamples (bootstrap-t):
// scores are skewed, so a mean that is too low comes with an error that is estimated too low.
func (e *estimator) mean(sum, number column, blocks []int) Estimate {
	all := floats.Sum(number)
	if all == 0 {
		return Estimate{}
	}
	mean := floats.Sum(sum) / all
	moments, part := momentsOf(sum, number), make([]float64, len(blocks))
	_, spread := moments.spread(slices.Repeat([]float64{1}, len(sum)))
	if !e.enough(nonzero(number)) || spread == 0 {
		return Estimate{Value: mean}
	}
	e.values = e.values[:0]
	for _, drawn := range e.resamples {
		of := drawn
		if len(blocks) < len(drawn) {
			of = part
			for i, block := range blocks {
				part[i] = drawn[block]
			}
		}
		if again, spread := moments.spread(of); spread > 0 {
			e.values = append(e.values, (again-mean)/spread)
		}
	}
	if float64(len(e.values)) < (1-tail)*float64(len(e.resamples)) {
		return Estimate{Value: mean} // nearly all blocks are alike: too few tell how they vary
	}
	low, high := quantile(e.values, tail), quantile(e.values, 1-tail)
	if max(-low, high) > mostErrors {
		return Estimate{Value: mean} // one block decides what the mean is: the others don't tell how it varies
	}
	return Estimate{mean, &Interval{mean - spread*high, mean - spread*low}}
}

// cost is mean for the CPU times, in seconds.
func (e *estimator) cost(of *history) Estimate {
	if all := floats.Sum(of.timed); e.noCosts && all > 0 {
		return Estimate{Value: floats.Sum(of.cpu) / all * time.Nanosecond.Seconds()}
	}
	return e.mean(of.cpu, of.timed, of.blocks).times(time.Nanosecond.Seconds())
}

// mostErrors is how many standard errors a bound may be away from the mean; usually it is
// some two. Beyond that the interval would be right, but of no use.
const mostErrors = 15

// moments are what the error of a mean is made of.
type moments struct{ sum, number, sumSquared, product, numberSquared column }

func momentsOf(sum, number column) moments {
	product := func(a, b column) column { return floats.MulTo(make(column, len(a)), a, b) }
	return moments{sum, number, product(sum, sum), product(sum, number), product(number, number)}
}

// spread returns the mean of the draws and its standard error, up to a factor that
// is the same for all draws. That is 0 where nothing varies.
func (m moments) spread(drawn column) (mean, spread float64) {
	const rounding = 1e-12
	number := floats.Dot(drawn, m.number)
	if number == 0 {
		return 0, 0
	}
	mean, squares := floats.Dot(drawn, m.sum)/number, floats.Dot(drawn, m.sumSquared)
	variance := squares - 2*mean*floats.Dot(drawn, m.product) + mean*mean*floats.Dot(drawn, m.numberSquared)
	if variance <= rounding*squares {
		return mean, 0
	}
	return mean, math.Sqrt(variance) / number
}

// sum estimates a figure that each block changes by its influence, to the first order.
func (e *estimator) sum(value float64, influence column, blocks int) Estimate {
	if !e.enough(blocks) || floats.Norm(influence, math.Inf(1)) < 1e-6 {
		return Estimate{Value: value}
	}
	e.values = e.values[:0]
	all := floats.Sum(influence)
	for _, drawn := range e.resamples {
		e.values = append(e.values, value+floats.Dot(drawn, influence)-all)
	}
	return Estimate{value, e.between(blocks)}
}

// between returns the interval between two quantiles of the values of the resamples. They
// are farther out than tail, as a resample varies less than new matches would, and as few
// blocks tell little about how they vary: Hesterberg's expanded percentiles.
func (e *estimator) between(blocks int) *Interval {
	n := float64(blocks)
	out := normal(-studentOf(blocks) * math.Sqrt(n/(n-1)))
	return &Interval{quantile(e.values, out), quantile(e.values, 1-out)}
}

// share estimates a mean of values from 0 to 1. Its interval is Wilson's, of as many
// independent matches as would vary as the blocks do. Resamples would not do: those of a bot
// that has never won in a few groups never win either.
func (e *estimator) share(won, number column) Estimate {
	return share(won, number, len(e.resamples) > 0)
}

// share is the same without an estimator, and without an interval unless there may be one.
func share(won, number column, told bool) Estimate {
	all := floats.Sum(number)
	if all == 0 {
		return Estimate{}
	}
	p := floats.Sum(won) / all
	blocks := nonzero(number)
	if !told || blocks < LeastGroups {
		return Estimate{Value: p}
	}
	squares := 0.0
	for i, n := range number {
		squares += (won[i] - p*n) * (won[i] - p*n)
	}
	return shareOf(p, all, squares, blocks, told)
}

// shareOf is the same with what the blocks add up to: the share, the number, and the squares of by how much more each
// has than its part of the share.
func shareOf(p, all, squares float64, blocks int, told bool) Estimate {
	if !told || blocks < LeastGroups {
		return Estimate{Value: p}
	}
	return wilson(p, independent(p, all, squares, blocks), studentOf(blocks))
}

// independent returns how many independent matches would vary as the blocks do: see [shareOf].
func independent(p, all, squares float64, blocks int) float64 {
	n := float64(blocks) // where the blocks agree, they may do so as one match each would
	if variance := squares / (all * all) * n / (n - 1); variance > 1e-18 {
		n = p * (1 - p) / variance
	}
	return n
}

// wilson estimates a share of n independent matches by the quantile z.
func wilson(p, n, z float64) Estimate {
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Estimate{p, &Interval{max(middle-half, 0), min(middle+half, 1)}}
}

// studentOf returns the quantile of Student's distribution that fits the number of blocks. That of more than mostBlocks
// hardly differs.
func studentOf(blocks int) float64 { return students()[min(blocks, mostBlocks)] }

// students are these quantiles for as many blocks as there are at most.
var students = sync.OnceValue(func() []float64 {
	all := make([]float64, mostBlocks+1)
	for blocks := LeastGroups; blocks <= mostBlocks; blocks++ {
		all[blocks] = student(float64(blocks-1), tail)
	}
	return all
})

// student returns the value that Student's distribution exceeds with a chance of at most a half.
func student(freedom, chance float64) float64 {
	part := mathext.InvRegIncBeta(freedom/2, 0.5, 2*chance) // of freedom in itself and the square of the value
	return math.Sqrt(freedom * (1 - part) / part)
}

// normal returns the chance of the standard normal distribution to be below a value.
func normal(value float64) float64 { return math.Erfc(-value/math.Sqrt2) / 2 }

func nonzero(c column) (n int) {
	for _, v := range c {
		if v != 0 {
			n++
		}
	}
	return n
}

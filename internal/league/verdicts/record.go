package verdicts

import "math"

// Program identifies a bot.
type Program = [32]byte

// Record counts unfounded verdicts by worker and bot. The zero value is empty.
type Record struct {
	by     map[string]map[Program]int
	worker map[string]int
	bot    map[Program]int
	all    int
}

// Add counts an unfounded verdict.
func (r *Record) Add(worker string, bot Program) {
	if r.by == nil {
		r.by, r.worker, r.bot = make(map[string]map[Program]int), make(map[string]int), make(map[Program]int)
	}
	if r.by[worker] == nil {
		r.by[worker] = make(map[Program]int)
	}
	r.by[worker][bot]++
	r.worker[worker]++
	r.bot[bot]++
	r.all++
}

// Of returns how many verdicts of a worker were unfounded.
func (r *Record) Of(worker string) int { return r.worker[worker] }

// On returns how many verdicts of a worker on a bot were unfounded.
func (r *Record) On(worker string, bot Program) int { return r.by[worker][bot] }

const (
	// chance is how seldom a record must come about by chance for a worker not to be believed. It is
	// looked at after each unfounded verdict, for each bot.
	chance = 1e-6
	// partial is by how much the odds of an honest machine may be larger for some bot than for all, as
	// slow machines are slowest for bots that think most.
	partial = 2
	// steady is how many unfounded verdicts on other bots weigh as much as the share of the matches.
	steady = 2
	// useless is the share of a worker's results beyond which it is of no use that it is honest.
	useless = 0.1
)

// TooOften reports whether a worker's verdicts on a bot were unfounded too often to be chance. A busy machine
// freezes all bots more often than others do, and some bots are frozen by all machines more often than other bots.
// So what is compared is its share of the unfounded verdicts on the bot with its share of those on all others; or
// with its share of the matches, if that is larger.
func (r *Record) TooOften(worker string, bot Program, matches, ofAll int) bool {
	share := float64(matches) / float64(max(ofAll, 1))
	elsewhere := float64(r.worker[worker] - r.by[worker][bot])
	share = max(share, (elsewhere+steady*share)/(float64(r.all-r.bot[bot])+steady))
	odds := partial * share / (1 - min(share, 1-1e-9))
	return atLeast(r.by[worker][bot], r.bot[bot], odds/(1+odds)) < chance
}

// Useless reports whether so many of a worker's results had unfounded verdicts that it wastes the time of others.
func (r *Record) Useless(worker string, matches int) bool {
	unfounded := r.worker[worker]
	return atLeast(unfounded, unfounded+matches, useless) < chance
}

// atLeast returns how probable at least so many successes are.
func atLeast(successes, of int, each float64) (p float64) {
	for k := successes; k <= of; k++ {
		term := math.Exp(choose(of, k) + float64(k)*math.Log(each) + float64(of-k)*math.Log1p(-each))
		if p += term; term < p*1e-12 && float64(k) > each*float64(of) {
			break // those that follow are smaller
		}
	}
	return p
}

// choose is the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

package verdicts

import (
	"math"
	"slices"
)

// Program identifies a bot.
type Program = [32]byte

// Record has what workers have played, and their unfounded verdicts.
type Record struct {
	workers map[string]*account
	bots    map[Program]map[string]*account // by worker
	sums    map[Program]account
	lacks   map[Program]map[string]int // how often a bot met an illegal instruction with a worker alone
}

// account has the counts of a worker, or of a worker and a bot.
type account struct{ matches, unfounded int }

// least returns how many matches there were at least: each unfounded verdict is of one, which a league that was served
// again may know nothing of.
func (a account) least() int { return max(a.matches, a.unfounded) }

// NewRecord returns an empty record.
func NewRecord() *Record {
	return &Record{
		workers: make(map[string]*account), bots: make(map[Program]map[string]*account), sums: make(map[Program]account),
		lacks: make(map[Program]map[string]int),
	}
}

func (r *Record) of(worker string) *account {
	if r.workers[worker] == nil {
		r.workers[worker] = new(account)
	}
	return r.workers[worker]
}

// Played counts a match that a worker has played, whatever came of it.
func (r *Record) Played(worker string, bots []Program) {
	r.of(worker).matches++
	for _, bot := range bots {
		r.add(worker, bot, account{matches: 1})
	}
}

// Refuted counts an unfounded verdict.
func (r *Record) Refuted(worker string, bot Program) {
	r.of(worker).unfounded++
	r.add(worker, bot, account{unfounded: 1})
}

// Lacked counts that a bot met an instruction that only a worker's processor lacks.
func (r *Record) Lacked(worker string, bot Program) {
	if r.lacks[bot] == nil {
		r.lacks[bot] = make(map[string]int)
	}
	r.lacks[bot][worker]++
}

// Lacking returns the workers whose processors lack an instruction that one of these bots needs, if that was found
// often enough.
func (r *Record) Lacking(bots []Program) (workers []string) {
	for _, bot := range bots {
		for worker, times := range r.lacks[bot] {
			if times >= Enough && !slices.Contains(workers, worker) {
				workers = append(workers, worker)
			}
		}
	}
	slices.Sort(workers)
	return workers
}

func (r *Record) add(worker string, bot Program, more account) {
	if r.bots[bot] == nil {
		r.bots[bot] = make(map[string]*account)
	}
	a, sum := r.bots[bot][worker], r.sums[bot]
	if a == nil {
		a = new(account)
		r.bots[bot][worker] = a
	}
	*a = account{a.matches + more.matches, a.unfounded + more.unfounded}
	r.sums[bot] = account{sum.matches + more.matches, sum.unfounded + more.unfounded}
}

// Of returns how many verdicts of a worker were unfounded.
func (r *Record) Of(worker string) int { return r.of(worker).unfounded }

// On returns how many verdicts of a worker on a bot were unfounded.
func (r *Record) On(worker string, bot Program) int {
	r.add(worker, bot, account{})
	return r.bots[bot][worker].unfounded
}

const (
	// chance is how seldom a record must come about by chance for a worker not to be believed. It is
	// looked at after each unfounded verdict.
	chance = 1e-6
	// partial is by how much the odds of an honest machine may be larger for a bot than for others, as slow
	// machines are slowest for bots that think most.
	partial = 2
	// steady is how many unfounded verdicts on other bots weigh as much as that a machine is like all.
	steady = 2
	// useless is the share of a worker's matches beyond which it is of no use that it is honest.
	useless = 0.1
)

// TooOften reports whether a worker's verdicts on a bot were unfounded too often to be chance. Some bots are
// frozen more often than others, on all machines: so the worker's share of the unfounded verdicts on the bot is
// compared with its share of the bot's matches. And a busy machine freezes all bots more often than other
// machines do: by how much more, that is allowed for.
func (r *Record) TooOften(worker string, bot Program) bool {
	unfounded, expected := float64(steady), float64(steady)
	for other, sum := range r.sums {
		if a := r.bots[other][worker]; a != nil && other != bot && sum.unfounded > 0 && sum.matches > 0 {
			unfounded += float64(a.unfounded)
			expected += float64(sum.unfounded) * float64(a.matches) / float64(sum.matches)
		}
	}
	own, all := account{}, r.sums[bot]
	if a := r.bots[bot][worker]; a != nil {
		own = *a
	}
	share := float64(own.least()) / float64(max(all.least(), 1))
	odds := partial * max(1, unfounded/expected) * share / max(1-share, 1e-9)
	return atLeast(own.unfounded, all.unfounded, odds/(1+odds)) < chance
}

// Useless reports whether so many of a worker's matches had unfounded verdicts that it wastes the time of others.
func (r *Record) Useless(worker string) bool {
	a := r.of(worker)
	return atLeast(a.unfounded, a.least(), useless) < chance
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

// choose returns the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	all, _ := math.Lgamma(float64(n + 1))
	chosen, _ := math.Lgamma(float64(k + 1))
	left, _ := math.Lgamma(float64(n - k + 1))
	return all - chosen - left
}

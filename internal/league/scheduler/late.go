package scheduler

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// sweepStuck gives up the jobs that nobody could play who is there. Somebody who can may come, so
// it takes a while; a league without workers waits.
func (r *Assignments) sweepStuck(now time.Time) (all []Lost) {
	for _, j := range slices.Clone(r.waiting) {
		switch {
		case len(j.unable) == 0 || len(r.able(j, now)) > 0:
			j.stuck = time.Time{}
		case j.stuck.IsZero():
			j.stuck = now
		case now.Sub(j.stuck) > 2*r.wait:
			r.end(j)
			all = append(all, Lost{Pending: j, GivenUp: true})
		}
	}
	return all
}

// Lost is a job that a worker has no longer.
type Lost struct {
	*Pending
	Queued  uint64 // its message in the queue
	GivenUp bool
}

// Sweep takes jobs from workers that went away, or keep them. All results were noted that were sent until known: nobody
// has kept those that the league has not taken yet.
func (r *Assignments) Sweep(now, known time.Time) (all []Lost) {
	if known.After(now) {
		known = now // the clock was set back
	}
	if !r.swept.IsZero() && now.Sub(r.swept).Abs() > r.wait {
		r.ExcuseAll(now) // this machine has slept, not the workers, or its clock was set
	}
	r.swept = now
	for _, id := range slices.Sorted(maps.Keys(r.workers)) {
		p := r.workers[id]
		gone := !p.present(now, r.wait)
		lost := p.late(known, r.wait, gone)
		if len(lost) > 0 {
			r.punish(p, gone, now)
		}
		for _, j := range lost {
			all = append(all, r.lose(j, gone))
		}
		if gone && len(p.has) == 0 && now.Sub(p.heard) > forgetting {
			delete(r.workers, id)
		}
	}
	return append(all, r.sweepStuck(now)...)
}

// punish has a worker that loses jobs get one at a time, until it has sent results: it may have been asleep, or be
// slow, or a liar that wants nothing but to hold matches up. Its key says nothing of that, so it keeps it. One that was
// there and kept jobs rests as well.
func (r *Assignments) punish(p *player, gone bool, now time.Time) {
	if p.trust = 1; !gone {
		p.kept++
		p.rests = now.Add(r.rest(p.kept))
	}
}

// lose takes a job from its worker.
func (r *Assignments) lose(j *Pending, gone bool) Lost {
	l := Lost{Pending: j, Queued: j.Sequence}
	if j.reason = "its worker went away"; !gone {
		j.reason = "its worker sent no result"
	}
	j.failed[j.Worker] = true
	r.Release(j)
	if l.GivenUp = j.Tries >= MostTries; l.GivenUp {
		r.end(j)
	}
	return l
}

// Sequences returns the jobs that workers have, with the messages in the queue.
func (r *Assignments) Sequences() map[*Pending]uint64 {
	all := make(map[*Pending]uint64)
	for _, j := range r.jobs {
		if j.Sequence != 0 {
			all[j] = j.Sequence
		}
	}
	return all
}

// ExcuseAll gives all workers time again, as it was not their fault that nothing was heard of them.
func (r *Assignments) ExcuseAll(now time.Time) {
	for _, p := range r.workers {
		if !p.heard.IsZero() {
			p.heard, p.fed = now, now
		}
		if p.rests.Sub(now) > longestRest*r.wait { // that the clock was set back is no reason to rest for longer
			p.rests = now
		}
		for _, j := range p.has {
			j.excused, j.given = now, now
		}
	}
}

// forgetting is how long it is remembered of a worker that is not there what it has kept.
const forgetting = 24 * time.Hour

// late returns the jobs that a worker is to lose, in the order in which it got them.
func (p *player) late(known time.Time, wait time.Duration, gone bool) (all []*Pending) {
	for _, j := range p.has {
		if gone || known.Sub(j.excused) > 2*wait || known.Sub(j.given) > 10*j.Wall {
			all = append(all, j)
		}
	}
	slices.SortFunc(all, func(a, b *Pending) int {
		if c := a.given.Compare(b.given); c != 0 {
			return c
		}
		return slices.Compare(a.Key[:], b.Key[:])
	})
	return all
}

// Dismiss takes all jobs from a worker whose key was revoked.
func (r *Assignments) Dismiss(id string) (sequences []uint64) {
	p := r.workers[id]
	if p == nil {
		return nil
	}
	for _, j := range p.late(p.heard, r.wait, true) {
		sequences = append(sequences, j.Sequence)
		r.Release(j)
	}
	delete(r.workers, id)
	return sequences
}

// Failure says why a job was given up.
func (j *Pending) Failure() error {
	if !j.stuck.IsZero() {
		return fmt.Errorf("no worker that is connected can play it; the last one: %s", j.reason)
	}
	return fmt.Errorf("given %d times without a result; the last time: %s", j.Tries, j.reason)
}

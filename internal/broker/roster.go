package broker

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// roster decides who plays what. It has no clock and no network: times are handed in.
type roster struct {
	wait    time.Duration // how long a worker may be silent
	workers map[string]*player
	jobs    map[Key]*job // that have no result
	waiting []*job       // of those, the ones that nobody has, next one first
	swept   time.Time
}

// player is a worker as the league sees it.
type player struct {
	id      string
	slots   int
	heard   time.Time // when it said last that it is there; zero before that
	has     map[Key]*job
	strikes int
	played  int       // results since a strike was forgiven
	surplus int       // results that nobody asked for, less those that were asked for
	failed  int       // jobs in a row that it could not play
	rests   time.Time // until then it gets no jobs, as it has failed too often
	hurry   int       // beats since the last sweep
}

// job is a match that has no result yet.
type job struct {
	Job
	tries  int // how often it was given
	tried  map[string]bool
	failed map[string]bool // workers that could not play it
	unable map[string]bool // of these, those that lack what it needs
	stuck  time.Time       // since when nobody is there who could play it; zero if somebody is
	reason string          // what was wrong the last time

	worker   string // who has it; "" if nobody
	sequence uint64 // of its message in the queue; 0 if it is not known yet
	excused  time.Time
	given    time.Time
}

const (
	ahead       = 4   // jobs that a worker has beside those that it plays, so that it need not wait for the next
	forgiveness = 20  // results for which a strike is forgiven
	mostSurplus = 100 // results that nobody asked for
	mostHurry   = 200 // beats between two sweeps; a worker needs two
	mostFailed  = 3   // jobs in a row that a worker fails before it must rest
	longestRest = 16  // times that a worker may be silent
)

func newRoster(wait time.Duration) *roster {
	return &roster{wait: wait, workers: make(map[string]*player), jobs: make(map[Key]*job)}
}

// player returns a worker, who need not have been heard of.
func (r *roster) player(id string) *player {
	p := r.workers[id]
	if p == nil {
		p = &player{id: id, has: make(map[Key]*job)}
		r.workers[id] = p
	}
	return p
}

// add takes a job that is to be given. It returns false if the job is known; then who is not to
// play it may have changed.
func (r *roster) add(j Job) bool {
	if known := r.jobs[j.Key]; known != nil {
		known.Not = j.Not
		return false
	}
	if j.Wall <= 0 || j.Wall > MostWall {
		j.Wall = MostWall
	}
	added := &job{Job: j, tried: make(map[string]bool), failed: make(map[string]bool), unable: make(map[string]bool)}
	r.jobs[j.Key] = added
	r.waiting = append(r.waiting, added)
	return true
}

// room returns how many more jobs the workers that are there could have.
func (r *roster) room(now time.Time) int {
	room := -len(r.waiting)
	for _, p := range r.workers {
		if p.present(now, r.wait) {
			room += p.free(now)
		}
	}
	return max(room, 0)
}

// free returns how many more jobs a worker could have; none before it has told how many it plays.
func (p *player) free(now time.Time) int {
	if p.slots == 0 || now.Before(p.rests) {
		return 0
	}
	return max(p.slots+ahead-len(p.has), 0)
}

// next gives a job to a worker, and returns it; or nil if there is none, or nobody for it.
func (r *roster) next(now time.Time) *job {
	for i, j := range r.waiting {
		if p := r.choose(j, now); p != nil {
			r.waiting = slices.Delete(r.waiting, i, i+1)
			r.assign(j, p, now)
			return j
		}
	}
	return nil
}

func (r *roster) assign(j *job, p *player, now time.Time) {
	j.worker, j.sequence, j.given, j.excused = p.id, 0, now, now
	j.tries++
	j.tried[p.id] = true
	p.has[j.Key] = j
}

// choose returns who is to play a job: of those who have not tried it, if there are such, the one
// with most to spare. Who could not play it gets it again only if all could not, and never if it
// lacks what the match needs.
func (r *roster) choose(j *job, now time.Time) (best *player) {
	able := r.able(j, now)
	fresh := slices.DeleteFunc(slices.Clone(able), func(p *player) bool { return j.failed[p.id] })
	if len(fresh) > 0 {
		able = fresh
	}
	better := func(a, b *player) bool {
		if j.tried[a.id] != j.tried[b.id] {
			return j.tried[b.id]
		}
		if a.free(now) != b.free(now) {
			return a.free(now) > b.free(now)
		}
		return a.id < b.id
	}
	for _, p := range able {
		if p.free(now) > 0 && (best == nil || better(p, best)) {
			best = p
		}
	}
	return best
}

// able returns the workers that are there, and may and could play a job.
func (r *roster) able(j *job, now time.Time) (able []*player) {
	for _, p := range r.workers {
		if p.present(now, r.wait) && p.slots > 0 && !slices.Contains(j.Not, p.id) && !j.unable[p.id] {
			able = append(able, p)
		}
	}
	return able
}

// takeBack undoes next, as the job could not be sent.
func (r *roster) takeBack(j *job) {
	if r.jobs[j.Key] != j || j.worker == "" {
		return
	}
	delete(j.tried, j.worker)
	j.tries--
	r.release(j)
}

// release takes a job from its worker; somebody is to get it as the next.
func (r *roster) release(j *job) {
	delete(r.workers[j.worker].has, j.Key)
	j.worker, j.sequence = "", 0
	r.waiting = slices.Insert(r.waiting, 0, j)
}

// found takes over a job that an earlier league has given.
func (r *roster) found(j Job, id string, tries int, sequence uint64, now time.Time) {
	if !r.add(j) {
		return
	}
	taken := r.jobs[j.Key]
	r.waiting = r.waiting[:len(r.waiting)-1]
	r.assign(taken, r.player(id), now)
	taken.tries, taken.sequence = max(tries, 1), sequence
	// It may come back as long as any other that is silent.
	if p := r.player(id); p.heard.IsZero() {
		p.heard = now
	}
}

// beat notes that a worker is there, and which jobs it plays. It returns why the worker must go,
// or "".
func (r *roster) beat(id string, slots int, playing []Key, now time.Time) string {
	p := r.player(id)
	p.slots, p.heard = min(max(slots, 1), MostSlots), now
	if p.hurry++; p.hurry > mostHurry {
		return "said too often that it is there"
	}
	busy := len(playing) >= p.slots
	for key, j := range p.has {
		if busy || slices.Contains(playing, key) {
			j.excused = now
		}
	}
	return ""
}

// arrival is what a result is to the league.
type arrival int

const (
	wanted  arrival = iota
	surplus         // nobody asked for it, or it was there already
	excess          // the same, and the worker must go
)

// asked reports whether a worker was given a job that has no result yet.
func (r *roster) asked(id string, key Key) bool {
	j := r.jobs[key]
	return j != nil && j.tried[id]
}

// arrived notes a result. If it is wanted, the job has ended, and is returned.
func (r *roster) arrived(id string, key Key) (*job, arrival) {
	p := r.player(id)
	j := r.jobs[key]
	if !r.asked(id, key) {
		if p.surplus++; p.surplus > mostSurplus {
			return nil, excess
		}
		return nil, surplus
	}
	r.end(j)
	p.surplus = max(p.surplus-1, 0)
	if p.played++; p.played == forgiveness {
		p.played, p.strikes = 0, max(p.strikes-1, 0)
	}
	return j, wanted
}

// end forgets a job.
func (r *roster) end(j *job) {
	delete(r.jobs, j.Key)
	if j.worker != "" {
		delete(r.workers[j.worker].has, j.Key)
		return
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(w *job) bool { return w == j })
}

// unplayable notes that a worker could not play a job, after arrived has returned it; unable says
// that the worker lacks what the match needs. It returns true if the job is given up.
func (r *roster) unplayable(j *job, id, reason string, unable bool, now time.Time) bool {
	if p := r.player(id); !j.failed[id] {
		if p.failed++; p.failed > mostFailed {
			p.rests = now.Add(r.wait * time.Duration(min(longestRest, 1<<min(p.failed-mostFailed-1, 10))))
		}
	}
	j.reason, j.failed[id] = reason, true
	if unable {
		j.unable[id] = true
		j.tries--
	}
	if j.tries >= MostTries {
		return true
	}
	j.worker, j.sequence = "", 0
	r.jobs[j.Key] = j
	r.waiting = slices.Insert(r.waiting, 0, j)
	return false
}

// sweepStuck gives up the jobs that nobody could play who is there. Somebody who can may come, so
// it takes a while; a league without workers waits.
func (r *roster) sweepStuck(now time.Time) (all []lost) {
	for _, j := range slices.Clone(r.waiting) {
		switch {
		case len(j.unable) == 0 || len(r.able(j, now)) > 0:
			j.stuck = time.Time{}
		case j.stuck.IsZero():
			j.stuck = now
		case now.Sub(j.stuck) > 2*r.wait:
			r.end(j)
			all = append(all, lost{job: j, givenUp: true})
		}
	}
	return all
}

// lost is a job that a worker has no longer.
type lost struct {
	job      *job
	sequence uint64 // of its message in the queue
	givenUp  bool
	revoke   string // the worker, if it must go
}

// sweep takes jobs from workers that went away, or keep them.
func (r *roster) sweep(now time.Time) (all []lost) {
	if !r.swept.IsZero() && now.Sub(r.swept) > r.wait {
		r.excuseAll(now) // this machine has slept, not the workers
	}
	r.swept = now
	for _, id := range slices.Sorted(maps.Keys(r.workers)) {
		p := r.workers[id]
		p.hurry = 0
		gone := !p.present(now, r.wait)
		for _, j := range p.late(now, r.wait, gone) {
			l := lost{job: j, sequence: j.sequence}
			if j.reason = "its worker went away"; !gone {
				j.reason = "its worker sent no result"
				if p.strikes++; p.strikes > MostStrikes {
					l.revoke = id
				}
			}
			r.release(j)
			if l.givenUp = j.tries >= MostTries; l.givenUp {
				r.end(j)
			}
			all = append(all, l)
		}
		if gone && len(p.has) == 0 && now.Sub(p.heard) > forgetting {
			delete(r.workers, id)
		}
	}
	return append(all, r.sweepStuck(now)...)
}

// sequences returns the jobs that workers have, with the messages in the queue.
func (r *roster) sequences() map[*job]uint64 {
	all := make(map[*job]uint64)
	for _, j := range r.jobs {
		if j.sequence != 0 {
			all[j] = j.sequence
		}
	}
	return all
}

// excuseAll gives all workers time again, as it was not their fault that nothing was heard of them.
func (r *roster) excuseAll(now time.Time) {
	for _, p := range r.workers {
		if !p.heard.IsZero() {
			p.heard = now
		}
		for _, j := range p.has {
			j.excused, j.given = now, now
		}
	}
}

// forgetting is how long strikes of a worker are remembered that is not there.
const forgetting = 24 * time.Hour

// late returns the jobs that a worker is to lose, in the order in which it got them.
func (p *player) late(now time.Time, wait time.Duration, gone bool) (all []*job) {
	for _, j := range p.has {
		if gone || now.Sub(j.excused) > 2*wait || now.Sub(j.given) > 10*j.Wall {
			all = append(all, j)
		}
	}
	slices.SortFunc(all, func(a, b *job) int {
		if c := a.given.Compare(b.given); c != 0 {
			return c
		}
		return slices.Compare(a.Key[:], b.Key[:])
	})
	return all
}

// dismiss takes all jobs from a worker whose key was revoked.
func (r *roster) dismiss(id string) (sequences []uint64) {
	p := r.workers[id]
	if p == nil {
		return nil
	}
	for _, j := range p.late(p.heard, r.wait, true) {
		sequences = append(sequences, j.sequence)
		r.release(j)
	}
	delete(r.workers, id)
	return sequences
}

// failure says why a job was given up.
func (j *job) failure() error {
	if !j.stuck.IsZero() {
		return fmt.Errorf("no worker that is there can play it; the last one: %s", j.reason)
	}
	return fmt.Errorf("given %d times without a result; the last time: %s", j.tries, j.reason)
}

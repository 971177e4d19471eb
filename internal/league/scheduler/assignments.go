package scheduler

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/botarena/arena/internal/league/members"
)

// Assignments decide who plays what. They are for one goroutine at a time.
type Assignments struct {
	wait    time.Duration // how long a worker may be silent
	workers map[string]*player
	jobs    map[Key]*Pending // that have no result
	waiting []*Pending       // of those, the ones that nobody has, next one first
	swept   time.Time
	draw    func(n int) int // a number below n
}

// player is a worker as the league sees it.
type player struct {
	id      string
	slots   int
	heard   time.Time // when it said last that it is there; zero before that
	has     map[Key]*Pending
	fed     time.Time // when it was given a job last, or came
	trust   int       // how many jobs it may have at most: one after a loss, and one more for each result
	kept    int       // sweeps in a row that took from it what it had kept
	given   recent    // jobs: their results may come late, and again and again
	surplus int       // results of jobs that it was not given, less those that were asked for
	failed  int       // jobs in a row that it could not play
	rests   time.Time // until then it gets no jobs, as it has failed too often, or kept what it got
	hurry   int       // beats in a while
	hurries time.Time // since when they are counted
}

// recent are the last keys that were noted.
type recent struct {
	keys []Key
	next int
}

// note reports whether a key is new, and adds it.
func (r *recent) note(key Key) bool {
	if slices.Contains(r.keys, key) {
		return false
	}
	if len(r.keys) < mostRecent {
		r.keys = append(r.keys, key)
	} else {
		r.keys[r.next], r.next = key, (r.next+1)%mostRecent
	}
	return true
}

// Pending is a job that has no result yet.
type Pending struct {
	Job
	Tries  int // how often it was given
	tried  map[string]bool
	failed map[string]bool // workers that could not play it, or lost it
	unable map[string]bool // of these, those that lack what it needs
	stuck  time.Time       // since when nobody is there who could play it; zero if somebody is
	reason string          // the last failure

	Worker   string // who has it; "" if nobody
	Sequence uint64 // of its message in the queue; 0 if it is not known yet
	excused  time.Time
	given    time.Time
}

// Ahead is how many jobs a worker has beside those that it plays, so that it need not wait for the next.
const Ahead = 4

const (
	mostTrust   = MostSlots + Ahead
	mostRecent  = 8 * mostTrust // jobs of a worker that are remembered
	mostSurplus = 4 * mostTrust // results that nobody asked for, as an earlier league did that has lost its queues
	mostHurry   = 200           // beats in a quarter of the time that a worker may be silent, which needs one
	mostFailed  = 3             // jobs in a row that a worker fails before it must rest
	longestRest = 16            // times that a worker may be silent
)

// New returns assignments of which the workers may be silent for so long.
func New(wait time.Duration) *Assignments {
	return &Assignments{wait: wait, workers: make(map[string]*player), jobs: make(map[Key]*Pending), draw: rand.IntN}
}

// player returns a worker, who need not have been heard of.
func (r *Assignments) player(id string) *player {
	p := r.workers[id]
	if p == nil {
		p = &player{id: id, has: make(map[Key]*Pending), trust: mostTrust}
		r.workers[id] = p
	}
	return p
}

// Add takes a job to give. It returns false if the job is known; then only the workers that must
// not play it may have changed.
func (r *Assignments) Add(j Job) bool {
	if known := r.jobs[j.Key]; known != nil {
		known.Not, known.ByLot = j.Not, j.ByLot
		return false
	}
	if j.Wall <= 0 || j.Wall > MostWall {
		j.Wall = MostWall
	}
	added := &Pending{Job: j, tried: make(map[string]bool), failed: make(map[string]bool), unable: make(map[string]bool)}
	r.jobs[j.Key] = added
	r.waiting = append(r.waiting, added)
	return true
}

// Room returns how many more jobs the workers that are there could have. One that waits for others than those who have
// room takes none of it: they would get nothing until somebody comes.
func (r *Assignments) Room(now time.Time) (room int) {
	for _, p := range r.workers {
		if p.present(now, r.wait) {
			room += p.free(now)
		}
	}
	for _, j := range r.waiting {
		if slices.ContainsFunc(r.able(j, now), func(p *player) bool { return p.takes(j, now) }) {
			room--
		}
	}
	return max(room, 0)
}

// Unused returns how many workers are there and have room, and were given nothing for so long that something is wrong,
// if there are matches to be played.
func (r *Assignments) Unused(now time.Time) (count int) {
	for _, p := range r.workers {
		if p.present(now, r.wait) && p.free(now) > 0 && now.Sub(p.fed) > 4*r.wait {
			count++
		}
	}
	return count
}

// takes reports whether a worker that may play a job would get it now.
func (p *player) takes(j *Pending, now time.Time) bool {
	return p.free(now) > 0 || j.ByLot && !p.idle(now)
}

// free returns how many more jobs a worker could have; none before it has told how many it plays.
func (p *player) free(now time.Time) int {
	if p.slots == 0 || now.Before(p.rests) {
		return 0
	}
	return max(min(p.slots+Ahead, p.trust)-len(p.has), 0)
}

// idle reports whether a worker gets no jobs for now, not even by lot.
func (p *player) idle(now time.Time) bool {
	return now.Before(p.rests) || p.trust < p.slots+Ahead && len(p.has) >= p.trust
}

// Next gives a job to a worker, and returns it; or nil if there is none, or nobody for it.
func (r *Assignments) Next(now time.Time) *Pending {
	for i, j := range r.waiting {
		if p := r.choose(j, now); p != nil {
			r.waiting = slices.Delete(r.waiting, i, i+1)
			r.assign(j, p, now)
			return j
		}
	}
	return nil
}

func (r *Assignments) assign(j *Pending, p *player, now time.Time) {
	j.Worker, j.Sequence, j.given, j.excused = p.id, 0, now, now
	j.Tries++
	j.tried[p.id] = true
	p.has[j.Key], p.fed = j, now
	p.given.note(j.Key)
}

// choose returns who is to play a job: of those who have not tried it, if there are such, the one
// with most to spare. Who could not play it, or lost it, gets it again only if that is so of all, and never if it
// lacks what the match needs.
func (r *Assignments) choose(j *Pending, now time.Time) (best *player) {
	able := r.able(j, now)
	if j.ByLot {
		return r.drawn(j, able, now)
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

// drawn returns one of the workers by lot; if it can be, one that has not tried the job. Nobody waits for who is idle.
func (r *Assignments) drawn(j *Pending, able []*player, now time.Time) *player {
	able = slices.DeleteFunc(able, func(p *player) bool { return p.idle(now) })
	fresh := slices.DeleteFunc(slices.Clone(able), func(p *player) bool { return j.tried[p.id] })
	if len(fresh) > 0 {
		able = fresh
	}
	if len(able) == 0 {
		return nil
	}
	return able[r.draw(len(able))]
}

// able returns the workers that are there, and may and could play a job. If there are others, it leaves out who could
// not play it, or lost it.
func (r *Assignments) able(j *Pending, now time.Time) (able []*player) {
	for _, p := range r.workers {
		if p.present(now, r.wait) && p.slots > 0 && !slices.Contains(j.Not, p.id) && !j.unable[p.id] {
			able = append(able, p)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(able), func(p *player) bool { return j.failed[p.id] })
	if len(fresh) > 0 {
		return fresh
	}
	return able
}

// TakeBack undoes next, as the job could not be sent.
func (r *Assignments) TakeBack(j *Pending) {
	if r.jobs[j.Key] != j || j.Worker == "" {
		return
	}
	delete(j.tried, j.Worker)
	j.Tries--
	r.Release(j)
}

// Withdraw forgets a job that is not to be played any more. It returns the number of its message in the queue, or 0.
func (r *Assignments) Withdraw(key Key) (queued uint64) {
	j := r.jobs[key]
	if j == nil {
		return 0
	}
	r.end(j)
	return j.Sequence
}

// Release takes a job from its worker; somebody is to get it as the next.
func (r *Assignments) Release(j *Pending) {
	delete(r.workers[j.Worker].has, j.Key)
	j.Worker, j.Sequence = "", 0
	r.waiting = slices.Insert(r.waiting, 0, j)
}

// Found takes over a job that an earlier league has given.
func (r *Assignments) Found(j Job, id string, tries int, sequence uint64, now time.Time) {
	if !r.Add(j) {
		return
	}
	taken := r.jobs[j.Key]
	r.waiting = r.waiting[:len(r.waiting)-1]
	r.assign(taken, r.player(id), now)
	taken.Tries, taken.Sequence = max(tries, 1), sequence
	// It may come back as long as any other that is silent.
	if p := r.player(id); p.heard.IsZero() {
		p.heard = now
	}
}

// Hurries reports whether a worker says so often that it is there that it is not to be heard for now.
func (r *Assignments) Hurries(id string, now time.Time) bool {
	p := r.workers[id]
	if p == nil {
		return false
	}
	if now.Sub(p.hurries).Abs() > r.wait/4 {
		p.hurries, p.hurry = now, 0
	}
	p.hurry++
	return p.hurry > mostHurry
}

// Heard notes that a worker is there, and which jobs it plays.
func (r *Assignments) Heard(id string, slots int, playing []Key, now time.Time) {
	p := r.player(id)
	if !p.present(now, r.wait) {
		p.fed = now
	}
	p.slots, p.heard = min(max(slots, 1), MostSlots), now
	busy := len(playing) >= p.slots
	for key, j := range p.has {
		if busy || slices.Contains(playing, key) {
			j.excused = now
		}
	}
}

// Arrival is what a result is to the league.
type Arrival int

// What a result can be.
const (
	Wanted  Arrival = iota
	Surplus         // nobody asked for it, or it was there already
	Excess          // the same, and the worker must go
)

// Asked reports whether a worker was given a job that has no result yet.
func (r *Assignments) Asked(id string, key Key) bool {
	j := r.jobs[key]
	return j != nil && j.tried[id]
}

// Arrived notes a result. If it is Wanted, the job has ended, and is returned.
func (r *Assignments) Arrived(id string, key Key) (*Pending, Arrival) {
	p := r.player(id)
	j := r.jobs[key]
	if !r.Asked(id, key) {
		return nil, p.unasked(key)
	}
	r.end(j)
	p.surplus = max(p.surplus-1, 0)
	return j, Wanted
}

// unasked notes a result that nobody waits for. That of a job which the worker was given is no fault, however often it
// comes: another may have played the job before, and a worker that can't hear that its result is here sends it again.
func (p *player) unasked(key Key) Arrival {
	if p.given.note(key) {
		p.surplus++
	}
	if p.surplus > mostSurplus {
		return Excess
	}
	return Surplus
}

// end forgets a job that a worker has played, or nobody.
func (r *Assignments) end(j *Pending) {
	delete(r.jobs, j.Key)
	if p := r.workers[j.Worker]; p != nil {
		delete(p.has, j.Key)
		return
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(w *Pending) bool { return w == j })
}

// Unplayable notes that a worker could not play a job, after arrived has returned it; unable says
// that the worker lacks what the match needs. It returns true if the job is given up.
func (r *Assignments) Unplayable(j *Pending, id, reason string, unable bool, now time.Time) bool {
	if p := r.player(id); !j.failed[id] {
		if p.failed++; p.failed > mostFailed {
			p.rests = now.Add(r.rest(p.failed - mostFailed))
		}
	}
	j.reason, j.failed[id] = reason, true
	if unable {
		j.unable[id] = true
		j.Tries--
	}
	if j.Tries >= MostTries {
		return true
	}
	j.Worker, j.Sequence = "", 0
	r.jobs[j.Key] = j
	r.waiting = slices.Insert(r.waiting, 0, j)
	return false
}

// rest returns how long a worker rests at the first time in a row, the second, and so on.
func (r *Assignments) rest(times int) time.Duration {
	return r.wait * time.Duration(min(longestRest, 1<<min(times-1, 10)))
}

func (p *player) present(now time.Time, wait time.Duration) bool {
	return !p.heard.IsZero() && now.Sub(p.heard) <= wait
}

// Present returns the workers that are there, in the order of their IDs.
func (r *Assignments) Present(now time.Time) (all []members.PresentWorker) {
	for _, id := range slices.Sorted(maps.Keys(r.workers)) {
		if p := r.workers[id]; p.present(now, r.wait) && p.slots > 0 {
			all = append(all, members.PresentWorker{ID: id, Slots: p.slots, Given: len(p.has)})
		}
	}
	return all
}

// Played notes that a worker has sent a result of a match, after Arrived has returned it.
func (r *Assignments) Played(id string) {
	p := r.player(id)
	p.failed, p.kept, p.trust = 0, 0, min(p.trust+1, mostTrust)
}

// Known returns the IDs of the workers that were heard of.
func (r *Assignments) Known() []string { return slices.Collect(maps.Keys(r.workers)) }

package archive

import (
	"cmp"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/store"
)

// lately is the time over which the rate of a worker is a mean.
const lately = 10 * time.Minute

// Worker is a machine that has played matches of a tournament.
type Worker struct {
	ID      string        // "" for this machine
	Known   *store.Worker // what the league knows of it; nil if that is nothing
	Matches int           // that count
	Rate    float64       // of late, in matches a minute
	Seen    time.Time     // when its last match ended, or what the league knows came last
}

// Called returns the name of a worker, or else its ID; "" for this machine.
func (w Worker) Called() string {
	if w.Known != nil && w.Known.Name != "" {
		return w.Known.Name
	}
	return w.ID
}

// workerTally counts the matches of each worker.
type workerTally struct {
	last time.Time // when the last match of all ended
	by   map[string]*workerCount
}

type workerCount struct {
	matches int
	ends    []time.Time // of its matches that were played lately, and perhaps some before
	prune   int         // at how many of them those before are dropped
	last    time.Time
}

func (t *workerTally) add(m store.Line) {
	if t.by == nil {
		t.by = make(map[string]*workerCount)
	}
	if t.by[m.Worker] == nil {
		t.by[m.Worker] = new(workerCount)
	}
	one := t.by[m.Worker]
	one.matches++
	one.ends = append(one.ends, m.Ended)
	if m.Ended.After(one.last) {
		one.last = m.Ended
	}
	if m.Ended.After(t.last) {
		t.last = m.Ended
	}
	if len(one.ends) > one.prune {
		t.forget(one)
		one.prune = max(1000, 2*len(one.ends))
	}
}

// forget drops the matches that were not played lately.
func (t *workerTally) forget(one *workerCount) {
	one.ends = slices.DeleteFunc(one.ends, func(end time.Time) bool { return t.last.Sub(end) > lately })
}

// Workers returns who has played, by their IDs; none if only this machine has.
func (t *Tournament) Workers() (all []Worker) {
	by := t.workers.by
	for id, one := range by {
		t.workers.forget(one)
		rate := float64(len(one.ends)) / lately.Minutes()
		all = append(all, Worker{ID: id, Known: t.knownWorker(id), Matches: one.matches, Rate: rate, Seen: one.last})
	}
	for i, w := range t.known { // all of their matches were set aside
		if by[w.ID] == nil {
			all = append(all, Worker{ID: w.ID, Known: &t.known[i], Seen: w.Last})
		}
	}
	if len(all) == 1 && by[""] != nil {
		return nil
	}
	slices.SortFunc(all, func(a, b Worker) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

func (t *Tournament) knownWorker(id string) *store.Worker {
	if i := slices.IndexFunc(t.known, func(w store.Worker) bool { return w.ID == id }); i >= 0 {
		return &t.known[i]
	}
	return nil
}

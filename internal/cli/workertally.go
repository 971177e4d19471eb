package cli

import (
	"cmp"
	"slices"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/resultpage"
	"github.com/botarena/arena/internal/store"
)

// lately is the time over which the rate of a worker is a mean.
const lately = 10 * time.Minute

// workerTally counts the matches of each worker.
type workerTally struct {
	last time.Time // when the last match of all ended
	by   map[string]*workerCount
}

type workerCount struct {
	matches int
	ends    []time.Time // of its matches that were played lately, and perhaps some before
	last    time.Time
}

func (t *workerTally) add(r store.Result) {
	if t.by == nil {
		t.by = make(map[string]*workerCount)
	}
	if t.by[r.Worker] == nil {
		t.by[r.Worker] = new(workerCount)
	}
	one := t.by[r.Worker]
	one.matches++
	one.ends = append(one.ends, r.Played)
	if r.Played.After(one.last) {
		one.last = r.Played
	}
	if r.Played.After(t.last) {
		t.last = r.Played
	}
}

// list returns the workers by their names; none if only this machine plays. known is what the
// league knows of those on other machines.
func (t *workerTally) list(known []store.Worker) (all []resultpage.Worker) {
	for id, one := range t.by {
		one.ends = slices.DeleteFunc(one.ends, func(end time.Time) bool { return t.last.Sub(end) > lately })
		shown := resultpage.Worker{
			Name: engine.Printable(id), Matches: one.matches, Rate: float64(len(one.ends)) / lately.Minutes(), Seen: one.last,
		}
		if id == "" {
			shown.Name = "this machine"
		}
		all = append(all, t.withKnown(shown, id, known))
	}
	for _, w := range known { // all of their matches were set aside
		if t.by[w.ID] == nil {
			all = append(all, t.withKnown(resultpage.Worker{Seen: w.Last}, w.ID, known))
		}
	}
	if len(all) == 1 && t.by[""] != nil {
		return nil
	}
	slices.SortFunc(all, func(a, b resultpage.Worker) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func (t *workerTally) withKnown(shown resultpage.Worker, id string, known []store.Worker) resultpage.Worker {
	i := slices.IndexFunc(known, func(w store.Worker) bool { return w.ID == id })
	if i < 0 {
		return shown
	}
	w := known[i]
	shown.Name, shown.Checks, shown.Differ = nameOfWorker(w), w.Passed+w.Failed, w.Failed
	if w.IsRevoked() {
		shown.State = "revoked: " + engine.Printable(w.Why)
	}
	return shown
}

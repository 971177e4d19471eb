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

// list returns the workers by their names; none if only this machine plays.
func (t *workerTally) list() (all []resultpage.Worker) {
	for name, one := range t.by {
		one.ends = slices.DeleteFunc(one.ends, func(end time.Time) bool { return t.last.Sub(end) > lately })
		worker := resultpage.Worker{
			Name: engine.Printable(name), Matches: one.matches, Rate: float64(len(one.ends)) / lately.Minutes(), Seen: one.last,
		}
		if name == "" {
			worker.Name = "this machine"
		}
		all = append(all, worker)
	}
	if len(all) == 1 && t.by[""] != nil {
		return nil
	}
	slices.SortFunc(all, func(a, b resultpage.Worker) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

package league

import (
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
)

// Observer is told how a league stands while it is played.
type Observer interface {
	// Stands is called by the goroutine that plays, whenever something may have changed.
	Stands(QueueStats)
	// Verified is told how long it took to play a match again from its replay. It is called by several
	// goroutines at once.
	Verified(took time.Duration)
}

// QueueStats is what waits in a league, and what has come of its jobs since this run began.
type QueueStats struct {
	Given     int  // jobs that are out
	Missing   int  // matches that must be played before later ones
	Held      int  // matches that wait for another worker, as a verdict may be the machine's fault
	Due       int  // checks that wait for another worker
	Verifying int  // results that are being played again
	Waiting   bool // for bots

	Tally
}

// Tally is what has come of the jobs of a run.
type Tally struct {
	Stored   int // matches
	Failed   int // matches that nobody could play
	SetAside int // matches, to be played again
	Accepted int // results that are what they say
	Refused  int // results that are not
	Checked  int // results that were compared with those of another worker
	Newest   time.Time
}

// count counts what has happened.
func (t *Tally) count(e Event, now time.Time) {
	switch e.Kind {
	case Played:
		t.Stored++
		t.Newest = now
	case Failed:
		t.Failed++
	case Refused:
		t.Refused++
	case Revoked, Aside:
		t.SetAside += e.Count
	}
}

// observe tells the observer, if there is one, and which matches are out.
func (p *playing) observe() {
	if p.Plays != nil {
		p.Plays(p.out())
	}
	if p.Observer == nil {
		return
	}
	p.Observer.Stands(QueueStats{
		Given: len(p.given), Missing: len(p.missing), Held: len(p.held), Due: len(p.due),
		Verifying: p.verifying.busy, Waiting: p.waiting, Tally: p.tally,
	})
}

// out are the matches that are being played, without those that are played again to compare.
func (p *playing) out() []schedule.Planned {
	all := make([]schedule.Planned, 0, len(p.given))
	for _, job := range p.given {
		if job.check == nil {
			all = append(all, job.match)
		}
	}
	slices.SortFunc(all, func(a, b schedule.Planned) int { return a.Number - b.Number })
	return all
}

package league

import (
	"runtime"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
)

// verifying plays matches again from their replays, beside the goroutine that plays the league
// and as many at a time as there are processors. Nothing else of a league takes as long.
type verifying struct {
	games engine.Games
	watch Observer // nil if there is none
	busy  int      // results that were begun and not returned
	done  chan verified
	all   sync.WaitGroup
}

// verified has the delivery for a job, and the result of playing it again.
type verified struct {
	Delivered

	job   *given
	match store.Match
	err   error
}

func newVerifying(games engine.Games, o Observer) *verifying {
	// With room for all that can be begun, nobody waits for a league that has ended.
	return &verifying{games: games, watch: o, done: make(chan verified, mostEarly+runtime.GOMAXPROCS(0))}
}

// room reports whether another result can be taken.
func (v *verifying) room() bool { return v.busy < runtime.GOMAXPROCS(0) }

// begin verifies a result, which comes out of done.
func (v *verifying) begin(job *given, d Delivered) {
	v.busy++
	asked := job.Job // later changes of it don't matter here
	v.all.Go(func() {
		began := time.Now()
		m, err := Verify(v.games, asked, d.Result)
		if v.watch != nil {
			v.watch.Verified(time.Since(began))
		}
		v.done <- verified{Delivered: d, job: job, match: m, err: err}
	})
}

// mostEarly is how many results are kept for jobs that are not out, and mostEarlyBytes how large
// their replays may be together.
const (
	mostEarly      = 64
	mostEarlyBytes = 64 << 20
)

// early has results of jobs that were not given: by a league that was killed, most of the time.
// Its successor will give them, too, and need not wait for them then.
type early struct {
	results map[store.Key]Delivered
	bytes   int
}

// keep keeps a result, unless there are too many.
func (e *early) keep(d Delivered) bool {
	e.drop(d.Key)
	if len(e.results) == mostEarly || e.bytes+len(d.Replay) > mostEarlyBytes {
		return false
	}
	if e.results == nil {
		e.results = make(map[store.Key]Delivered)
	}
	e.results[d.Key] = d
	e.bytes += len(d.Replay)
	return true
}

// drop returns a result, and keeps it no longer.
func (e *early) drop(key store.Key) (Delivered, bool) {
	d, kept := e.results[key]
	delete(e.results, key)
	e.bytes -= len(d.Replay)
	return d, kept
}

// Package vitals has the figures by which an operator watches a league: for Prometheus, and for people.
//
// All of them are counts, sizes and times. No bot, worker or author is named, and no figure has a label whose
// values depend on how many of these there are.
package vitals

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
)

// Options has the sources of the figures.
type Options struct {
	Version string // of the arena
	Health  *league.Health
	// Inbox returns how many submissions wait, and since when the oldest does.
	Inbox func() (waiting int, oldest time.Time)
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Remote is the connection to the workers.
type Remote interface {
	Trouble() error
	Vitals(ctx context.Context) broker.Vitals
}

// Vitals are the figures of a league that is played. They are made by [New].
type Vitals struct {
	o        Options
	registry *prometheus.Registry
	verified prometheus.Histogram

	mu     sync.Mutex
	stands league.QueueStats
	plays  bool // it has said how it stands
	remote Remote
	here   int // matches that this machine plays at a time
}

var (
	_ league.Observer      = (*Vitals)(nil)
	_ prometheus.Collector = (*Vitals)(nil)
)

// New returns the figures of a league.
func New(o Options) *Vitals {
	if o.Now == nil {
		o.Now = time.Now
	}
	v := &Vitals{o: o, registry: prometheus.NewRegistry(), verified: prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: prefix + "verification_seconds", Help: "How long it took to play a match again from its replay.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	})}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "arena_build_info", Help: "1, with the version of the arena.",
		ConstLabels: prometheus.Labels{"version": o.Version},
	})
	build.Set(1)
	v.registry.MustRegister(v, v.verified, build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return v
}

// Gatherer returns what Prometheus is told.
func (v *Vitals) Gatherer() prometheus.Gatherer { return v.registry }

// Plays notes who plays: this machine, so many matches at a time, and others, if remote is not nil.
func (v *Vitals) Plays(here int, remote Remote) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.here, v.remote = here, remote
}

// Stands implements [league.Observer].
func (v *Vitals) Stands(s league.QueueStats) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stands, v.plays = s, true
}

// Verified implements [league.Observer].
func (v *Vitals) Verified(took time.Duration) { v.verified.Observe(took.Seconds()) }

// nobody is why a league can't play that has bots, but nobody to play them.
const nobody = league.HealthError("nobody is there to play: this machine plays nothing, and no worker is connected")

// State returns a line of state, or why the league can't play. It knows more than [league.Health.State], by which a
// service is started again: that would bring no worker back.
func (v *Vitals) State(ctx context.Context) (string, error) {
	state, err := v.o.Health.State()
	if err != nil {
		return "", err
	}
	r := v.read(ctx)
	switch {
	case r.plays && r.Waiting:
		return state + ", waits for bots", nil
	case r.here == 0 && r.There == 0:
		return "", nobody
	}
	return state, nil
}

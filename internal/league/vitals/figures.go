package vitals

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
)

const prefix = "arena_league_"

// scrapeTime is how long the server with the queues may take to answer.
const scrapeTime = 2 * time.Second

// reading is all that is known at a time.
type reading struct {
	league.Standing
	league.Seen
	broker.Vitals

	now       time.Time
	plays     bool
	remote    bool
	here      int
	well      bool
	trouble   error
	submitted int
	oldest    time.Time // of the submissions; zero if none waits
}

// read reads everything. It asks neither the store nor the disk, as the league has done that itself lately: so it
// costs the league nothing to be watched often.
func (v *Vitals) read(ctx context.Context) reading {
	v.mu.Lock()
	r := reading{Standing: v.stands, plays: v.plays, here: v.here, remote: v.remote != nil}
	remote := v.remote
	v.mu.Unlock()
	r.now, r.Seen = v.o.Now(), v.o.Health.Seen()
	_, ill := v.o.Health.State()
	r.well = ill == nil
	r.submitted, r.oldest = v.o.Inbox()
	if remote != nil {
		limited, stop := context.WithTimeout(ctx, scrapeTime)
		defer stop()
		r.trouble, r.Vitals = remote.Trouble(), remote.Vitals(limited)
	}
	return r
}

// figure is one of the figures: how it is called, and where it comes from. One without a value is left out.
type figure struct {
	name, label, help string
	kind              prometheus.ValueType
	called            string // on the page
	section           string
	unit              unit
	value             func(*reading) (float64, bool)
}

const (
	gauge   = prometheus.GaugeValue
	counter = prometheus.CounterValue
)

// The sections of the page.
const (
	matches      = "Matches"
	queue        = "Queue"
	workers      = "Workers"
	verification = "Verification"
	submissions  = "Submissions"
	disk         = "Disk"
)

// known is a value that may be -1, which is that it is not known.
func known[N int | int64](n N) (float64, bool) { return float64(n), n >= 0 }

// played is a value that is known once the league is played.
func played(r *reading, n int) (float64, bool) { return float64(n), r.plays }

// others is a value of a league that others play, too.
func others(r *reading, n int) (float64, bool) { return float64(n), r.remote && n >= 0 }

func yes(is, known bool) (float64, bool) {
	if is {
		return 1, known
	}
	return 0, known
}

// since returns a time as Prometheus wants it.
func since(t time.Time) (float64, bool) { return float64(t.UnixMilli()) / 1000, !t.IsZero() }

// figures are all figures that are read when somebody asks.
var figures = []figure{
	{
		"up", "", "Whether the league can play: its store and its queues work, and there is room on the disk.", gauge,
		"can play", matches, truth, func(r *reading) (float64, bool) { return yes(r.well, true) },
	},
	{
		"waiting_for_bots", "", "Whether there are too few bots for a match.", gauge, "waits for bots", matches, truth,
		func(r *reading) (float64, bool) { return yes(r.Waiting, r.plays) },
	},
	{
		"bots", "", "Bots that play.", gauge, "bots", matches, count,
		func(r *reading) (float64, bool) { return known(r.Bots) },
	},
	{
		"matches", "state=counted", "Matches in the store, by state.", gauge, "matches that count", matches, count,
		func(r *reading) (float64, bool) { return known(r.Matches) },
	},
	{
		"matches", "state=set_aside", "", gauge, "set aside, as their worker was revoked", matches, count,
		func(r *reading) (float64, bool) { return known(r.SetAside) },
	},
	{
		"matches_stored_total", "", "Matches that were stored since the league was started.", counter,
		"stored since the start", matches, count,
		func(r *reading) (float64, bool) { return played(r, r.Stored) },
	},
	{
		"matches_failed_total", "", "Matches that could not be played five times, and were given up.", counter,
		"given up since the start", matches, count,
		func(r *reading) (float64, bool) { return played(r, r.Failed) },
	},
	{
		"matches_set_aside_total", "", "Matches that were set aside, as their worker was revoked.", counter,
		"set aside since the start", matches, count,
		func(r *reading) (float64, bool) { return played(r, r.Tally.SetAside) },
	},
	{
		"newest_match_timestamp_seconds", "", "When the newest match was stored; missing until the first one is.", gauge,
		"the newest match", matches, moment, func(r *reading) (float64, bool) { return since(r.Newest) },
	},

	{
		"jobs", "state=given", "Matches that are to be played, by state.", gauge, "given out", queue, count,
		func(r *reading) (float64, bool) { return played(r, r.Given) },
	},
	{
		"jobs", "state=missing", "", gauge, "to be played before later ones", queue, count,
		func(r *reading) (float64, bool) { return played(r, r.Missing) },
	},
	{
		"jobs", "state=held", "", gauge, "wait for another worker, as a bot was frozen", queue, count,
		func(r *reading) (float64, bool) { return played(r, r.Held) },
	},
	{
		"queue_messages", "queue=jobs", "Messages in the queues of JetStream.", gauge, "in the queue of jobs", queue, count,
		func(r *reading) (float64, bool) { return others(r, r.Jobs) },
	},
	{
		"queue_messages", "queue=results", "", gauge, "in the queue of results", queue, count,
		func(r *reading) (float64, bool) { return others(r, r.Results) },
	},
	{
		"queues_up", "", "Whether JetStream can be reached and written.", gauge, "queues work", queue, truth,
		func(r *reading) (float64, bool) { return yes(r.trouble == nil, r.remote) },
	},

	{
		"local_slots", "", "Matches that the league's own machine plays at a time.", gauge, "places on this machine",
		workers, count, func(r *reading) (float64, bool) { return known(r.here) },
	},
	{
		"workers", "state=there", "Workers that were invited, by whether they are there.", gauge, "there", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.There) },
	},
	{
		"workers", "state=silent", "", gauge, "invited, but silent", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.Away) },
	},
	{
		"workers_unused", "", "Workers that are there and have room, and were given nothing for four times --silence.", gauge,
		"there, but given nothing", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.Unused) },
	},
	{
		"workers_most", "", "Workers that may play at a time.", gauge, "may play at a time", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.Most) },
	},
	{
		"door_connections", "key=shown", "Connections at --listen, by whether a key was shown.", gauge,
		"connections with a key", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.Door.Known) },
	},
	{
		"door_connections", "key=none", "", gauge, "connections without a key yet", workers, count,
		func(r *reading) (float64, bool) { return others(r, r.Door.Guests) },
	},
	{
		"door_refused_total", "why=no_key", "Connections that were not let in, by reason.", counter,
		"sent away: no key that counts", workers, count,
		func(r *reading) (float64, bool) { return float64(r.Door.Keyless), r.remote },
	},
	{
		"door_refused_total", "why=crowded", "", counter, "sent away: too many of one address", workers, count,
		func(r *reading) (float64, bool) { return float64(r.Door.Crowded), r.remote },
	},
	{
		"door_refused_total", "why=full", "", counter, "sent away: no room for a known key", workers, count,
		func(r *reading) (float64, bool) { return float64(r.Door.Full), r.remote },
	},

	{
		"results_total", "outcome=accepted", "Results, by what became of them.", counter, "results accepted", verification,
		count, func(r *reading) (float64, bool) { return played(r, r.Accepted) },
	},
	{
		"results_total", "outcome=refused", "", counter, "results refused", verification, count,
		func(r *reading) (float64, bool) { return played(r, r.Refused) },
	},
	{
		"results_total", "outcome=checked", "", counter, "played again by another worker", verification, count,
		func(r *reading) (float64, bool) { return played(r, r.Checked) },
	},
	{
		"verifications_running", "", "Results that are being played again from their replay.", gauge, "being verified",
		verification, count, func(r *reading) (float64, bool) { return played(r, r.Verifying) },
	},
	{
		"checks_waiting", "", "Matches that wait for another worker to play them again.", gauge, "checks that wait",
		verification, count, func(r *reading) (float64, bool) { return played(r, r.Due) },
	},

	{
		"submissions_waiting", "", "Submissions that wait to be checked.", gauge, "waiting", submissions, count,
		func(r *reading) (float64, bool) { return known(r.submitted) },
	},
	{
		"submissions_oldest_seconds", "", "For how long the oldest submission has waited.", gauge, "the oldest waits for",
		submissions, seconds, func(r *reading) (float64, bool) {
			if r.submitted == 0 || r.oldest.IsZero() {
				return 0, r.submitted >= 0
			}
			return max(0, r.now.Sub(r.oldest).Seconds()), true
		},
	},

	{
		"disk_free_bytes", "of=store", "Bytes that are free on the disk.", gauge, "free for the store", disk, size,
		func(r *reading) (float64, bool) { return known(r.Store) },
	},
	{
		"disk_free_bytes", "of=queues", "", gauge, "free for the queues", disk, size,
		func(r *reading) (float64, bool) { return known(r.Queues) },
	},
	{
		"disk_least_bytes", "", "Below so many free bytes the league can't play.", gauge, "at least needed", disk, size,
		func(*reading) (float64, bool) { return known(int64(league.LeastRoom)) },
	},
}

// unit is how a person reads a figure.
type unit int

const (
	count unit = iota
	truth
	moment
	seconds
	size
)

func (u unit) text(value float64) string {
	switch u {
	case truth:
		if value == 1 {
			return "yes"
		}
		return "no"
	case moment:
		return time.UnixMilli(int64(value * 1000)).UTC().Format("2006-01-02 15:04:05 UTC")
	case seconds:
		return (time.Duration(value) * time.Second).String()
	case size:
		return fmt.Sprintf("%.0f MB", value/(1<<20))
	}
	return fmt.Sprintf("%.0f", value)
}

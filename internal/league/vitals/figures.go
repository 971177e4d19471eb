package vitals

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
)

const prefix = "arena_league_"

// scrapeTime is how long the server with the queues may take to answer.
const scrapeTime = 2 * time.Second

// reading is all that is known at a time.
type reading struct {
	league.QueueStats
	league.HealthCheck
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
	r := reading{QueueStats: v.stands, plays: v.plays, here: v.here, remote: v.remote != nil}
	remote := v.remote
	v.mu.Unlock()
	r.now, r.HealthCheck = v.o.Now(), v.o.Health.Seen()
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

// figure is one of the figures, as it is now.
type figure struct {
	name, label, help string // the label as key=value; "" if there is none
	section, called   string // on the page
	value
}

// table is the one list of figures. Prometheus and the page show all of them.
type table struct {
	section string
	all     []figure
}

// begin begins a section of the page.
func (t *table) begin(section string) { t.section = section }

// add adds a figure. Its name is that of Prometheus, maybe with a label, as jobs{state=given}; it counts what has
// happened if the name ends in _total. Only the first of a name has help. On the page it is called as given.
func (t *table) add(name, help, called string, v value) {
	name, label, _ := strings.Cut(strings.TrimSuffix(name, "}"), "{")
	t.all = append(t.all, figure{name, label, help, t.section, called, v})
}

// figures are all figures that are read when somebody asks.
func (r *reading) figures() []figure {
	var t table
	t.begin("Matches")
	t.add("up", "Whether the league can play: its store and its queues work, and there is room on the disk.",
		"can play", truth(r.well, true))
	t.add("waiting_for_bots", "Whether there are too few bots for a match.", "waits for bots", truth(r.Waiting, r.plays))
	t.add("bots", "Bots that play.", "bots", known(r.Bots))
	t.add("matches{state=counted}", "Matches in the store, by state.", "matches that count", known(r.Matches))
	t.add("matches{state=set_aside}", "", "set aside, to be played again", known(r.SetAside))
	t.add("matches_stored_total", "Matches that were stored since the league was started.",
		"stored since the start", r.played(r.Stored))
	t.add("matches_failed_total", "Matches that could not be played five times, and were given up.",
		"given up since the start", r.played(r.Failed))
	t.add("matches_set_aside_total", "Matches that were set aside, to be played again.",
		"set aside since the start", r.played(r.Tally.SetAside))
	t.add("newest_match_timestamp_seconds", "When the newest match was stored; missing until the first one is.",
		"the newest match", moment(r.Newest))

	t.begin("Queue")
	t.add("jobs{state=given}", "Matches that wait to be played, by state.", "given out", r.played(r.Given))
	t.add("jobs{state=missing}", "", "to be played before later ones", r.played(r.Missing))
	t.add("jobs{state=held}", "", "wait for another worker, as a bot was frozen", r.played(r.Held))
	t.add("queue_messages{queue=jobs}", "Messages in the queues of JetStream.", "in the queue of jobs", r.others(r.Jobs))
	t.add("queue_messages{queue=results}", "", "in the queue of results", r.others(r.Results))
	t.add("queues_up", "Whether JetStream can be reached and written.", "queues work", truth(r.trouble == nil, r.remote))

	t.begin("Workers")
	t.add("local_slots", "Matches that the league's own machine plays at a time.", "places on this machine", known(r.here))
	t.add("workers{state=there}", "Workers that were invited, by whether they are there.", "there", r.others(r.There))
	t.add("workers{state=silent}", "", "invited, but silent", r.others(r.Away))
	t.add("workers_unused", "Workers that are there and have room, and were given nothing for four times --silence.",
		"there, but given nothing", r.others(r.Unused))
	t.add("workers_most", "Workers that may play at a time.", "may play at a time", r.others(r.Most))
	t.add("door_connections{key=shown}", "Connections at --listen, by whether a key was shown.",
		"connections with a key", r.others(r.Door.Known))
	t.add("door_connections{key=none}", "", "connections without a key yet", r.others(r.Door.Guests))
	t.add("door_refused_total{why=no_key}", "Connections that were not let in, by reason.",
		"sent away: no key that counts", r.refused(r.Door.Keyless))
	t.add("door_refused_total{why=crowded}", "", "sent away: too many of one address", r.refused(r.Door.Crowded))
	t.add("door_refused_total{why=full}", "", "sent away: no room for a known key", r.refused(r.Door.Full))

	t.begin("Verification")
	t.add("results_total{outcome=accepted}", "Results, by what became of them.", "results accepted", r.played(r.Accepted))
	t.add("results_total{outcome=refused}", "", "results refused", r.played(r.Refused))
	t.add("results_total{outcome=checked}", "", "played again by another worker", r.played(r.Checked))
	t.add("verifications_running", "Results that are being played again from their replay.",
		"being verified", r.played(r.Verifying))
	t.add("checks_waiting", "Matches that wait for another worker to play them again.",
		"checks that wait", r.played(r.Due))

	t.begin("Submissions")
	t.add("submissions_waiting", "Submissions that wait to be checked.", "waiting", known(r.submitted))
	t.add("submissions_oldest_seconds", "For how long the oldest submission has waited.",
		"the oldest waits for", r.oldestWaits())

	t.begin("Disk")
	t.add("disk_free_bytes{of=store}", "Bytes that are free on the disk.", "free for the store", size(r.Store))
	t.add("disk_free_bytes{of=queues}", "", "free for the queues", size(r.Queues))
	t.add("disk_least_bytes", "Below so many free bytes the league can't play.", "at least needed", size(league.LeastRoom))
	return t.all
}

// value is what a figure says. One that is not known is left out.
type value struct {
	number float64
	known  bool
	text   string // for people
}

func count[N int | uint64](n N, known bool) value {
	return value{float64(n), known, fmt.Sprint(n)}
}

// known is a count that may be -1, which is that it is not known.
func known(n int) value { return count(n, n >= 0) }

// played is a count that is known once the league is played.
func (r *reading) played(n int) value { return count(n, r.plays) }

// others is a count of a league that others play, too. It may be -1 as well.
func (r *reading) others(n int) value { return count(n, r.remote && n >= 0) }

// refused is how many connections were not let in.
func (r *reading) refused(n uint64) value { return count(n, r.remote) }

func truth(is, known bool) value {
	if is {
		return value{1, known, "yes"}
	}
	return value{0, known, "no"}
}

func moment(t time.Time) value {
	return value{float64(t.UnixMilli()) / 1000, !t.IsZero(), t.UTC().Format("2006-01-02 15:04:05 UTC")}
}

// oldestWaits is for how long the oldest submission has waited: 0 if none waits.
func (r *reading) oldestWaits() value {
	waits, known := time.Duration(0), r.submitted >= 0
	if r.submitted != 0 && !r.oldest.IsZero() {
		waits, known = max(0, r.now.Sub(r.oldest)), true
	}
	return value{waits.Seconds(), known, waits.Truncate(time.Second).String()}
}

// size is a number of bytes that may be -1, which is that it is not known.
func size(bytes int64) value {
	return value{float64(bytes), bytes >= 0, fmt.Sprintf("%.0f MB", float64(bytes)/(1<<20))}
}

package cli

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/rerun"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/words"
)

// devSeries is the series of a new build against the one that it is compared with.
type devSeries struct {
	*manyMatches
	matches    schedule.Schedule
	most       int // matches
	found      *findings
	d          *dev
	newer      *build
	older      *build
	begun      time.Time
	newFaults  map[string]bool
	frozen     int           // matches in which the new build was
	played     int           // matches
	faulty     *series.Match // the first with a new fault
	worst      *series.Match // the one in which the new build was behind most
	worstShare float64       // of pairs in which it was ahead there
}

// newSeries begins a series, with seeds of its own.
func (d *dev) newSeries(newer, older *build, of int) (*devSeries, error) {
	o := &d.o.compareOptions
	many := o.newMany(d.s, d.setup, d.limits, d.confined)
	many.run.Entrants = append([]lineup.Entrant{newer.as, older.as}, d.field...)
	answer, err := o.answer()
	if err != nil {
		return nil, err
	}
	matches, err := o.question().Schedule(d.setup.Seats(), d.seed)
	if err != nil {
		return nil, err
	}
	d.seed += uint64((of + contest.MatchesOfGroup - 1) / contest.MatchesOfGroup)
	return &devSeries{
		manyMatches: many, matches: matches, most: of, found: &findings{many.common(many.run.Entrants, d.seed), answer},
		d: d, newer: newer, older: older, begun: time.Now(), newFaults: make(map[string]bool),
	}, nil
}

// playFirst plays a match of the build with which others will be compared.
func (d *dev) playFirst(ctx context.Context, b *build) error {
	run, err := d.newSeries(b, b, 1)
	if err != nil {
		return err
	}
	var first series.Match
	d.s.err.progress("playing the first match")
	if err := run.run.Play(ctx, run.matches.Matches(), 1, func(m series.Match) bool {
		first = m
		return true
	}); err != nil {
		return withoutWorkers(err)
	}
	recorded, err := replay.Read(bytes.NewReader(first.Replay), d.s.games)
	if err != nil {
		return err
	}
	for _, v := range first.Verdicts {
		if who := first.Seats[v.Seat]; who == schedule.New || who == schedule.Old {
			if !b.faults[string(v.Kind)] {
				d.s.tellFault(verdictLine(b.label(), v), reportOn(first.Reports, v.Seat))
			}
			b.faults[string(v.Kind)] = true
		}
	}
	d.s.tellUnwritten(first.Reports)
	d.baseline = b
	b.keep(recorded, append(seatsOf(first, schedule.New), seatsOf(first, schedule.Old)...))
	fmt.Fprintf(d.s.out, "later builds are compared with %s; save %s to begin, Ctrl-C ends it\n", b.label(), words.Name(d.o.typed))
	return d.show(ctx, first, "the first match")
}

// try tells how a build differs from the baseline.
func (d *dev) try(ctx context.Context, b *build) error {
	older := d.baseline
	if b.bot.SHA256 == older.bot.SHA256 {
		fmt.Fprintf(d.s.out, "the program is the same as %s: there is nothing to compare\n", older.label())
		return nil
	}
	if err := d.tellDifference(ctx, b, older); err != nil {
		return err
	}
	run, err := d.newSeries(b, older, d.o.most)
	if err != nil {
		return err
	}
	if err := run.run.Play(ctx, run.matches.Matches(), d.o.most, run.count); err != nil {
		return withoutWorkers(err)
	}
	return run.end(ctx)
}

// tellDifference gives the new build the States of a recorded match, and tells in which
// round its commands first differ.
func (d *dev) tellDifference(ctx context.Context, newer, older *build) error {
	d.s.err.progress("%s: giving it the States of a match of %s", newer.label(), older.label())
	var first *rerun.Difference
	rounds := 0
	for _, seat := range older.seats {
		out, err := d.rerun(ctx, newer, older.recorded, seat)
		if err != nil {
			return err
		}
		if f := out.Fault; f != nil {
			d.s.err.clear()
			fmt.Fprintf(d.s.out, "on the States of a match of %s: %s: %s\n", older.label(), shortVerdict(f), f.Detail)
			return nil
		}
		if out.First != nil && (first == nil || out.First.Round < first.Round) {
			first = out.First
		}
		rounds = max(rounds, out.Compared)
	}
	d.s.err.clear()
	if first == nil {
		fmt.Fprintf(d.s.out, "same commands as %s in all %d rounds of a recorded match\n", older.label(), rounds)
		return nil
	}
	fmt.Fprintf(d.s.out, "other commands than %s from round %d on:\n", older.label(), first.Round)
	printDifference(d.s, first, older.label(), newer.label(), mostShownInDev)
	return nil
}

// mostShownInDev is how many commands are shown of the first round that differs.
const mostShownInDev = 5

func (d *dev) rerun(ctx context.Context, b *build, recorded *replay.Replay, seat int) (rerun.Outcome, error) {
	started, err := d.start(ctx, b.bot)
	if err != nil {
		return rerun.Outcome{}, err
	}
	defer started.Close()
	return rerun.Run(ctx, recorded, seat, started.Match()[0])
}

// count counts a match, and reports whether another is needed.
func (r *devSeries) count(m series.Match) bool {
	r.played++
	r.older.knows(m.Verdicts, m.Seats, schedule.Old)
	r.countFaults(m)
	share := r.found.By.Share(m)
	if r.worst == nil || share < r.worstShare {
		r.worst, r.worstShare = &m, share
	}
	more := r.found.Add(m)
	if len(r.found.Groups) > 0 {
		now := r.found.Last()
		r.s.err.progress("%s: match %d of %d: ahead in %.0f %% of pairs, between %.0f and %.0f",
			r.newer.label(), r.played, r.most, 100*now.Mean, 100*now.Low, 100*now.High)
	}
	inTime := time.Since(r.begun) < r.d.o.limit
	return more && (inTime || r.played < contest.MatchesOfGroup)
}

// countFaults tells the first new fault of each kind.
func (r *devSeries) countFaults(m series.Match) {
	frozen := false
	for _, v := range m.Verdicts {
		if m.Seats[v.Seat] != schedule.New {
			continue
		}
		frozen = true
		kind := string(v.Kind)
		r.newer.faults[kind] = true
		if r.older.faults[kind] || r.newFaults[kind] {
			continue
		}
		r.newFaults[kind] = true
		if r.faulty == nil {
			r.faulty = &m
		}
		r.s.tellFault("new fault: "+verdictLine(r.newer.label(), v), reportOn(m.Reports, v.Seat))
	}
	if frozen {
		r.frozen++
	}
	r.s.tellUnwritten(m.Reports)
}

// end tells what the series says.
func (r *devSeries) end(ctx context.Context) error {
	r.s.err.clear()
	if len(r.found.Groups) > 0 {
		fmt.Fprintln(r.s.out, r.found.sentence())
	}
	if r.frozen > 0 {
		fmt.Fprintf(r.s.out, "%s was frozen in %d of %d matches\n", r.newer.label(), r.frozen, r.played)
	}
	if r.d.o.against == againstLast && len(r.newFaults) == 0 {
		if err := r.succeed(); err != nil {
			return err
		}
	}
	if r.faulty != nil {
		return r.d.show(ctx, *r.faulty, "with a new fault")
	}
	return r.d.show(ctx, *r.worst, r.worstWords())
}

// succeed makes the new build the one that others are compared with.
func (r *devSeries) succeed() error {
	recorded, err := replay.Read(bytes.NewReader(r.worst.Replay), r.s.games)
	if err != nil {
		return err
	}
	r.newer.keep(recorded, seatsOf(*r.worst, schedule.New))
	before := r.d.baseline
	r.d.baseline = r.newer
	r.d.drop(before)
	fmt.Fprintf(r.s.out, "later builds are compared with %s\n", r.newer.label())
	return nil
}

// worstWords says how the new build did in the match in which it was behind most.
func (r *devSeries) worstWords() string {
	if r.found.By == contest.ByScore {
		return fmt.Sprintf("%s had %.2f by score", r.newer.label(), r.worstShare)
	}
	return fmt.Sprintf("%s was ahead in %.0f %% of pairs", r.newer.label(), 100*r.worstShare)
}

// seatsOf returns the seats that a bot had in a match.
func seatsOf(m series.Match, bot int) (seats []int) {
	for seat, number := range m.Seats {
		if number == bot {
			seats = append(seats, seat)
		}
	}
	return seats
}

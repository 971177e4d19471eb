package league

import (
	"context"
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// receive takes what came of a job. It may come more than once, or without having been asked for.
func (p *playing) receive(ctx context.Context, d Delivered) error {
	job := p.given[d.Key]
	if job == nil {
		return p.takeUnasked(ctx, d)
	}
	if p.isBarred(job.Job, d) {
		d.Done()
		return p.elsewhere(ctx, job, d, fmt.Errorf("it was not given to worker %s", d.Worker))
	}
	if d.Err != nil {
		d.Done()
		return p.again(ctx, job, d, d.Err)
	}
	p.verifying.begin(job, d)
	return nil
}

// take takes a result that was verified. Meanwhile another one may have come for the job, or its
// worker may have been revoked.
func (p *playing) take(ctx context.Context, v verified) error {
	p.verifying.busy--
	job, d := v.job, v.Delivered
	if p.given[d.Key] != job || p.isBarred(job.Job, d) {
		return p.receive(ctx, d)
	}
	if v.err != nil {
		d.Done()
		return p.refuse(ctx, job, d, v.err)
	}
	p.tally.Accepted++
	m := v.match
	m.Planned, m.Key, m.Worker, m.Ended = job.match, d.Key, d.Worker, p.now()
	if err := p.meet(ctx, d.Worker); err != nil {
		return err
	}
	if job.check != nil {
		return p.conclude(ctx, job, d, m)
	}
	p.notePlayed(d.Worker, job.Facts.Programs)
	findings, heard := p.hears(d.Key, m)
	if !heard || !p.counts(d.Key, findings) {
		return p.putOff(ctx, job, d, findings, heard)
	}
	return p.add(ctx, job, d, m, findings)
}

// add adds a match to the store.
func (p *playing) add(ctx context.Context, job *given, d Delivered, m store.Match, findings []store.Finding) error {
	unfounded, err := p.close(ctx, job, findings)
	if err != nil {
		return err
	}
	m.Check = p.checkOf(job.Facts, d.Key, m)
	if err := p.keep(ctx, m, d.Replay); err != nil {
		return err
	}
	d.Done()
	delete(p.given, d.Key)
	delete(p.found, d.Key)
	p.failures = 0
	if d.Worker != "" {
		p.workers[d.Worker].Matches++
	}
	if m.Check == store.CheckDue {
		p.due = append(p.due, store.PendingCheck{Match: m})
	}
	p.end(m)
	return p.blame(ctx, job, unfounded)
}

// takeUnasked takes a result for which no job is out: it was there before, or the job will be out
// soon, or nobody has ever asked for it.
func (p *playing) takeUnasked(ctx context.Context, d Delivered) error {
	defer d.Done()
	if d.Err != nil {
		return nil //nolint:nilerr // the job is not out any more
	}
	if w := p.workers[d.Worker]; w != nil && w.IsRevoked() || p.hasFound(d.Worker, d.Key) {
		return nil // what it has found is known, and comes again after a crash
	}
	_, known, err := p.Store.Find(ctx, d.Key)
	if err != nil || known {
		return err
	}
	kept := d
	kept.Done = func() {} // if this league ends before it is needed, it is played again
	if !p.early.keep(kept) {
		p.tell(Event{Kind: Refused, Worker: d.Worker, Reason: "nobody has asked for this match"})
	}
	return nil
}

// elsewhere hands out a job once more after something for which its match is not to blame.
// That does not count as a try, unless it happens again and again.
func (p *playing) elsewhere(ctx context.Context, job *given, d Delivered, why error) error {
	if job.idle++; job.idle > mostIdle {
		return p.again(ctx, job, d, why)
	}
	return p.hand(ctx, job)
}

// again hands out a job once more, unless that was done often enough.
func (p *playing) again(ctx context.Context, job *given, d Delivered, why error) error {
	if d.Worker == "" && d.Tries == 0 && hint.OfFiles(why) != "" { // this machine rests before it plays again
		p.tell(Event{Kind: Short, Reason: why.Error()})
		return p.hand(ctx, job)
	}
	job.tries += max(1, d.Tries)
	removed := errors.Is(why, ErrRemoved) // an older arena has set it aside
	if job.tries < MostTries && !removed {
		return p.hand(ctx, job)
	}
	delete(p.given, d.Key)
	if job.check != nil {
		return p.Store.Conclude(ctx, store.Conclusion{Key: d.Key, Check: store.CheckVoid}, p.now())
	}
	reason := engine.Printable(why.Error())
	failure := store.Failure{Planned: job.match, Reason: reason, Noted: p.now()}
	if err := p.Store.Fail(ctx, p.league.ID, failure); err != nil {
		return err
	}
	if err := p.Store.DropClaim(ctx, d.Key); err != nil {
		return err
	}
	delete(p.found, d.Key)
	p.tell(Event{Kind: Failed, Match: played.Match{Planned: job.match}, Worker: d.Worker, Reason: reason})
	if removed {
		return nil
	}
	if p.failures++; p.failures == mostFailures {
		return fmt.Errorf("%d matches in a row could not be played, the last because %w", mostFailures, why)
	}
	return nil
}

// end counts a match that is in the store.
func (p *playing) end(m store.Match) {
	p.order.played(m.Match)
	p.tell(Event{Kind: Played, Match: m.Match, Worker: m.Worker})
}

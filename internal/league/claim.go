package league

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/verdicts"
	"github.com/botarena/arena/internal/process/lineproto"
)

const (
	// mostClaims is in how many matches at a time a worker may be the first to freeze somebody for what may lie
	// in its machine. More are played as if it had not played them.
	mostClaims = 64
	// thirds is the share of the matches in which two workers do not do to freeze somebody.
	thirds = 0.25
)

// claims are the matches in which a bot was frozen on a worker's machine for what may lie in the
// machine. Others play them once more: see [verdicts.Counts].
type claims struct {
	found  map[store.Key][]store.Finding
	held   []held
	record *verdicts.Record
	lonely bool // matches wait for others than those who are there, and that was told
}

// held is a match that waits for another worker than those who have played it.
type held struct {
	schedule.Planned

	since time.Time
	aside []string // whose result was set aside
}

func (c *claims) isClaimed(key store.Key) bool { return len(c.found[key]) > 0 }

// hasFound reports whether it is known what a worker has found in a claimed match.
func (c *claims) hasFound(worker string, key store.Key) bool {
	return slices.ContainsFunc(c.found[key], func(f store.Finding) bool { return f.Worker == worker })
}

// opened returns how many matches wait for others that a worker was the first to claim.
func (c *claims) opened(worker string) (count int) {
	for _, findings := range c.found {
		if findings[0].Worker == worker {
			count++
		}
	}
	return count
}

// hears returns the findings of a match with those of a result, which must count only if others have found the same.
// A result of a worker that is not believed is not heard.
func (p *playing) hears(key store.Key, m store.Match) (findings []store.Finding, heard bool) {
	said := findingOf(m)
	before := slices.DeleteFunc(slices.Clone(p.found[key]), func(f store.Finding) bool { return f.Worker == m.Worker })
	heard = m.Worker == "" || len(said.Frozen) == 0 || p.isBelieved(m.Worker) &&
		(len(before) > 0 || p.opened(m.Worker) < mostClaims)
	return append(before, said), heard
}

func (p *playing) isBelieved(worker string) bool {
	w := p.workers[worker]
	return w == nil || w.IsBelieved()
}

// counts reports whether a match counts as it was found last.
func (p *playing) counts(key store.Key, findings []store.Finding) bool {
	return verdicts.Counts(findings, p.freezes(key), p.isThereBut(p.unwanted(findings)))
}

// freezes returns how many workers must find that a bot was too slow. Without the secret nobody can tell.
func (p *playing) freezes(key store.Key) int {
	if IsChosen(append([]byte("third "), p.league.Secret...), key, thirds) {
		return verdicts.Enough + 1
	}
	return verdicts.Enough
}

// unwanted returns who is not to play a match in which that was found.
func (p *playing) unwanted(findings []store.Finding) (not []string) {
	for _, f := range findings {
		not = append(not, f.Worker)
	}
	for id := range p.workers {
		if !p.isBelieved(id) && !slices.Contains(not, id) {
			not = append(not, id)
		}
	}
	slices.Sort(not)
	return not
}

// notFor returns who is not to play a claimed match. If there is nobody else, somebody may do so again whose word
// is enough then, as in doubt a bot was in time.
func (p *playing) notFor(key store.Key) []string {
	findings := p.found[key]
	not := p.unwanted(findings)
	if p.isThereBut(not) {
		return not
	}
	for i, f := range findings {
		again := append(slices.Delete(slices.Clone(findings), i, i+1), f)
		if verdicts.Counts(again, verdicts.Enough, false) {
			not = slices.DeleteFunc(not, func(id string) bool { return id == f.Worker })
		}
	}
	return not
}

// putOff lets others play a match once more. Its findings are kept, unless the result was set aside.
func (p *playing) putOff(ctx context.Context, job *given, d Delivered, findings []store.Finding, heard bool) error {
	var aside []string
	if heard {
		if err := p.Store.SetClaim(ctx, d.Key, store.Dispute{Findings: findings}, p.now()); err != nil {
			return err
		}
		p.found[d.Key] = findings
	} else {
		aside = []string{d.Worker}
	}
	d.Done()
	delete(p.given, d.Key)
	p.held = append(p.held, held{job.match, p.now(), aside})
	return nil
}

// close ends a claim, as a match counts now.
func (p *playing) close(ctx context.Context, job *given, findings []store.Finding) ([]store.Unfounded, error) {
	if len(findings) < 2 {
		return nil, nil
	}
	var unfounded []store.Unfounded
	for _, u := range verdicts.Refuted(findings) {
		one := store.Unfounded{Worker: u.Worker, Program: job.Facts.Programs[u.Seat], Lacks: u.Lacks}
		if !slices.Contains(unfounded, one) {
			unfounded = append(unfounded, one)
		}
	}
	return unfounded, p.Store.SetClaim(ctx, job.Key(), store.Dispute{Findings: findings, Unfounded: unfounded}, p.now())
}

// remembered is in how many of the last matches verdicts are counted that were unfounded, after a restart.
const remembered = 20_000

// recorded returns what workers have done in the last matches.
func (p *playing) recorded(ctx context.Context) (*verdicts.Record, error) {
	record := verdicts.NewRecord()
	var since time.Time
	last := p.order.number()
	for m, err := range p.Store.Lines(ctx, p.league.ID, max(0, last-remembered)) {
		if err != nil {
			return nil, err
		}
		if since.IsZero() || m.Ended.Before(since) {
			since = m.Ended
		}
		if m.Worker != "" {
			record.Played(m.Worker, p.league.Facts(m.Planned).Programs)
		}
	}
	unfounded, err := p.Store.Unfounded(ctx, since)
	for _, u := range unfounded {
		note(record, u)
	}
	return record, err
}

// notePlayed counts a match that a worker has played. Verdicts of this machine need no others.
func (p *playing) notePlayed(worker string, programs [][32]byte) {
	if worker != "" {
		p.record.Played(worker, programs)
	}
}

// note counts a verdict that was unfounded.
func note(record *verdicts.Record, u store.Unfounded) {
	if u.Lacks {
		record.Lacked(u.Worker, u.Program)
	} else {
		record.Refuted(u.Worker, u.Program)
	}
}

// blame counts verdicts that were unfounded. Who has too many of them is not believed any more.
func (p *playing) blame(ctx context.Context, job *given, unfounded []store.Unfounded) error {
	for _, u := range unfounded {
		note(p.record, u)
	}
	for _, u := range unfounded {
		w := p.workers[u.Worker]
		if w == nil || !w.IsBelieved() || u.Lacks {
			continue
		}
		why := p.whyNotBelieved(w, job, u.Program)
		if why == "" {
			continue
		}
		if err := p.disbelieve(ctx, w, why); err != nil {
			return err
		}
	}
	return nil
}

// whyNotBelieved returns why the verdicts of a worker count no more, or "".
func (p *playing) whyNotBelieved(w *known, job *given, program [32]byte) string {
	switch {
	case p.record.TooOften(w.ID, program):
		name := job.Facts.Names[slices.Index(job.Facts.Programs, program)]
		return fmt.Sprintf("it froze %s in %d matches in which others did not", name, p.record.On(w.ID, program))
	case p.record.Useless(w.ID):
		return fmt.Sprintf("it froze bots in %d matches in which others did not", p.record.Of(w.ID))
	}
	return ""
}

// disbelieve lets no verdicts of a worker count any more that may lie in its machine.
func (p *playing) disbelieve(ctx context.Context, w *known, why string) error {
	if err := p.Store.Disbelieve(ctx, w.ID, why, p.now()); err != nil {
		return err
	}
	w.Why = why
	missed, err := p.missVacant(ctx)
	if err != nil {
		return err
	}
	p.tell(Event{Kind: Disbelieved, Worker: w.ID, Reason: why, Count: len(missed)})
	return nil
}

// nextHeld returns the next match that has waited for another worker, if there is one now.
func (p *playing) nextHeld() *given {
	for i, h := range p.held {
		if job := p.jobOfHeld(h); p.isThereBut(job.Not) {
			p.held = slices.Delete(p.held, i, i+1)
			return job
		}
	}
	return nil
}

// anyHeld returns a match that waits for another worker, though none is known. As there is nothing else to play,
// nobody who comes could be known before.
func (p *playing) anyHeld() *given {
	if len(p.held) == 0 {
		return nil
	}
	job := p.jobOfHeld(p.held[0])
	p.held = slices.Delete(p.held, 0, 1)
	return job
}

// jobOfHeld returns the job to play a match once more.
func (p *playing) jobOfHeld(h held) *given {
	job := p.jobOf(h.Planned)
	lack := job.Not
	job.ByLot, job.Not = true, p.notFor(job.Key())
	for _, id := range slices.Concat(h.aside, lack) {
		if !slices.Contains(job.Not, id) {
			job.Not = append(job.Not, id)
		}
	}
	return job
}

// relax changes who may play a match that others than those who are there were to play: the one that it was given
// for may have left.
func (p *playing) relax(ctx context.Context) error {
	for key, job := range p.given {
		if job.check != nil || len(job.Not) == 0 || p.isThereBut(job.Not) {
			continue
		}
		not := p.notFor(key)
		if !p.isClaimed(key) { // a worker that was set aside stays so, but a machine that lacks something may try
			lacking := p.record.Lacking(job.Facts.Programs)
			not = slices.DeleteFunc(slices.Clone(job.Not), func(id string) bool { return slices.Contains(lacking, id) })
		}
		if slices.Equal(not, job.Not) {
			continue
		}
		job.Not, job.ByLot = not, len(not) > 0
		if err := p.hand(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// lonelyTime is how long a match has waited for another worker before that is told.
const lonelyTime = time.Minute

// complain tells that matches wait for another worker, once, until there is one.
func (p *playing) complain() {
	waiting := 0
	for i := range p.held {
		if !p.recent(&p.held[i].since, lonelyTime) {
			waiting++
		}
	}
	for _, job := range p.given {
		if job.check == nil && len(job.Not) > 0 && !p.isThereBut(job.Not) {
			waiting++
		}
	}
	if lonely := waiting > 0; lonely != p.lonely {
		if p.lonely = lonely; lonely {
			p.tell(Event{Kind: Lonely, Count: waiting})
		}
	}
}

// missVacant lets all matches be played again that were set aside, and returns those of which that was not known.
func (p *playing) missVacant(ctx context.Context) ([]store.VoidedMatch, error) {
	aside, err := p.Store.Aside(ctx, p.league.ID)
	if err != nil {
		return nil, err
	}
	vacant, err := p.Store.Vacant(ctx, p.league.ID)
	if err != nil {
		return nil, err
	}
	p.aside = aside
	known := make(map[int]bool)
	for _, m := range p.missing {
		known[m.Number] = true
	}
	for _, h := range p.held {
		known[h.Number] = true
	}
	for _, job := range p.given {
		known[job.match.Number] = known[job.match.Number] || job.check == nil
	}
	var missed []store.VoidedMatch
	for _, d := range vacant {
		if known[d.Number] {
			continue
		}
		known[d.Number] = true
		missed = append(missed, d)
		if err := p.miss(ctx, d); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(p.missing, func(a, b schedule.Planned) int { return a.Number - b.Number })
	if p.found, err = p.Store.Claims(ctx); err != nil {
		return nil, err
	}
	if err := p.readDue(ctx); err != nil {
		return nil, err
	}
	p.order.forget()
	return missed, p.order.learn(ctx, math.MaxInt)
}

// findingOf returns which seats were frozen for what may lie in the machine.
func findingOf(m store.Match) store.Finding {
	f := store.Finding{Worker: m.Worker}
	for _, v := range m.Verdicts {
		if mayLieInMachine(v) {
			f.Frozen = append(f.Frozen, v.Seat)
		}
		if lineproto.MeetsIllegalInstruction(v) {
			f.Lacks = append(f.Lacks, v.Seat)
		}
	}
	return f
}

package league

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
)

// MostTries is how often a job is handed out before its match is marked as one that can't be
// played.
const MostTries = 5

// mostFailures is how many matches in a row may come to nothing before it is not them, but
// the machine, that is to blame.
const mostFailures = 10

// lookTime is how often it is looked whether somebody wants to join or to leave.
const lookTime = 500 * time.Millisecond

// Run plays a league.
type Run struct {
	Store *store.Store
	// Folder, if not empty, is that of the league: what no match needs any more of bots that have left is removed.
	Folder    Folder
	Games     engine.Games
	Transport Transport
	// Matches is how many matches the league is to have; 0 for no end.
	Matches int
	// Tell, if not nil, is told what happens, by the goroutine that plays.
	Tell func(Event)
	// Observer, if not nil, is told how the league stands.
	Observer Observer
	// Plays, if not nil, is told which matches are out, in their order, whenever that may have changed. It must not wait.
	Plays func([]schedule.Planned)
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Event is something that happened in a league.
type Event struct {
	Kind   Kind
	Match  played.Match // zero for Changed and Waiting, and without a result unless it was Played
	Worker string       // who played it, or was revoked; "" if it was this machine
	Name   string       // of the worker; "" if it has none
	Reason string       // for Refused, Failed, Revoked, Varying, Disbelieved and Short
	// Count is how many matches were set aside, for Revoked, Disbelieved and Aside; how many wait, for Lonely; how often
	// this worker was refused, for Refused.
	Count int
}

// Kind is a kind of event.
type Kind string

// The kinds.
const (
	Played  Kind = "played"  // a match, which is in the store now
	Refused Kind = "refused" // a result that is not what it says
	Failed  Kind = "failed"  // a match that nobody could play
	Changed Kind = "changed" // bots have joined or left
	Waiting Kind = "waiting" // there are too few bots for a match
	Revoked Kind = "revoked" // a worker; its matches are set aside and will be played again
	Varying Kind = "varying" // a bot does not play the same match the same way again
	Aside   Kind = "aside"   // the organiser has set matches aside, which will be played again
	// Disbelieved is a worker whose verdicts count no more that may lie in its machine; matches that rest on
	// them are set aside.
	Disbelieved Kind = "disbelieved"
	// Lonely says that matches wait for another worker than those who are there.
	Lonely Kind = "lonely"
	// Short says that too many files are open. The league waits until there are fewer.
	Short Kind = "short"
)

// Play plays until the league has all its matches, or ctx is done; then it returns the
// cause. Matches that it has not stored by then are played again the next time: the store
// tells which are missing.
func (r *Run) Play(ctx context.Context) error {
	var p *playing
	err := r.patiently(ctx, func() (err error) {
		p, err = r.begin(ctx)
		return err
	})
	if err != nil {
		return orCause(ctx, err)
	}
	defer p.verifying.all.Wait()
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		if err := p.give(ctx); err != nil {
			return orCause(ctx, err)
		}
		p.observe()
		if p.finished() {
			return p.endPreferences(store.Saving(ctx))
		}
		var results <-chan Delivered
		if p.verifying.room() {
			results = r.Transport.Results()
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case d, more := <-results:
			if !more {
				return orCause(ctx, errors.New("nobody is left to play the matches"))
			}
			if err := p.receive(store.Saving(ctx), d); err != nil {
				return err
			}
		case v := <-p.verifying.done:
			if err := p.take(store.Saving(ctx), v); err != nil {
				return err
			}
		case <-look.C:
			err := r.patiently(ctx, func() error {
				return errors.Join(p.settle(ctx), p.rejudge(ctx), p.relax(ctx), p.prune(ctx), p.keepPlace(ctx))
			})
			if err != nil {
				return orCause(ctx, err)
			}
			p.complain()
		}
	}
}

// orCause returns the cause if ctx is done: interrupted work then has errors of many kinds.
func orCause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// shortTime is after how long it is tried again what failed as too many files were open.
const shortTime = time.Second

// patiently does something again as long as too many files are open for it, which is no reason to end a league: others
// close theirs.
func (r *Run) patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil || hint.OfFiles(err) == "" {
			return err
		}
		if r.Tell != nil {
			r.Tell(Event{Kind: Short, Reason: err.Error()})
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(shortTime):
		}
	}
}

// hand gives a job to the transport.
func (p *playing) hand(ctx context.Context, job *given) error {
	return p.patiently(ctx, func() error { return p.Transport.Give(ctx, job.Job) })
}

// playing is a league while it is played.
type playing struct {
	*Run
	league  store.League
	seats   int
	longest time.Duration

	order   order
	missing []schedule.Planned // that were not played although later ones were
	aside   int                // how many matches were set aside when that was looked at last
	kept    int                // the number of the first match that the checkpoint does not have
	given   map[store.Key]*given

	failures int  // in a row
	waiting  bool // for bots
	tally    Tally

	verifying *verifying
	early     early
	workers   map[string]*known
	checks
	claims
	keeping
	pruning
	complete time.Time // since when only checks are missing
}

// given is a job that is being played.
type given struct {
	Job
	match schedule.Planned
	tries int
	idle  int                 // deliveries for which the match is not to blame
	check *store.PendingCheck // what it is compared with; nil if it is not played to compare
}

// begin works out from the store where the league is.
func (r *Run) begin(ctx context.Context) (*playing, error) {
	p := &playing{Run: r, given: make(map[store.Key]*given), verifying: newVerifying(r.Games, r.Observer)}
	var err error
	if p.league, err = r.Store.League(ctx); err != nil {
		return nil, err
	}
	setup, err := p.setup()
	if err != nil {
		return nil, err
	}
	limits, err := host.ReadLimits(p.league.Limits)
	if err != nil {
		return nil, err
	}
	p.seats, p.longest = setup.Seats(), longest(setup, limits.Told())
	if err := p.goOn(ctx); err != nil {
		return nil, err
	}
	if err := p.recall(ctx); err != nil {
		return nil, err
	}
	if err := p.beginKeeping(ctx); err != nil {
		return nil, err
	}
	if err := p.settle(ctx); err != nil {
		return nil, err
	}
	return p, p.prune(ctx)
}

// setup returns the setup of all matches. It fails if the rules have changed since the league was made.
func (p *playing) setup() (engine.Setup, error) {
	game, err := p.Games.Find(p.league.Game)
	if err != nil {
		return nil, err
	}
	if own := game.Info(); own.Version != p.league.Rules {
		return nil, fmt.Errorf("the league is played by version %d of the rules of %s, and this arena has version %d",
			p.league.Rules, own.Title, own.Version)
	}
	return game.ReadSetup(p.league.Setup)
}

// goOn goes to where the league is.
func (p *playing) goOn(ctx context.Context) error {
	at, err := locator{p.Store, p.league, p.seats}.locate(ctx)
	if err != nil {
		return err
	}
	if p.kept = at.order.number() - at.read; at.read >= stride {
		if err := p.write(ctx, at); err != nil {
			return err
		}
	}
	p.order, p.missing, p.aside = at.order, at.missing, at.doubted
	return p.order.learn(ctx, math.MaxInt)
}

// settle lets bots join, leave and be preferred, if that is wanted.
func (p *playing) settle(ctx context.Context) error {
	if err := p.endPreferences(ctx); err != nil {
		return err
	}
	changed, err := p.Store.Settle(ctx, p.league.ID, p.order.number())
	if err != nil || !changed {
		return err
	}
	if p.league, err = p.Store.League(ctx); err != nil {
		return err
	}
	if p.varying, err = p.Store.Varying(ctx); err != nil {
		return err
	}
	p.tell(Event{Kind: Changed})
	return p.order.change(p.league.Tournament)
}

// endPreferences notes which bots have had their matches before others.
func (p *playing) endPreferences(ctx context.Context) error {
	for i, one := range p.league.Preferred {
		number := p.league.Follower(one.Bot)
		if one.Over || one.From >= p.order.number() || number < 0 || p.order.owes(number) > 0 {
			continue
		}
		if err := p.Store.EndPreferences(ctx, p.league.ID, one.Bot); err != nil {
			return err
		}
		p.league.Preferred[i].Over = true
	}
	return nil
}

// rejudge lets matches be played again that somebody else has set aside in the store.
func (p *playing) rejudge(ctx context.Context) error {
	aside, err := p.Store.Aside(ctx, p.league.ID)
	if err != nil || aside == p.aside {
		return err
	}
	missed, err := p.missVacant(ctx)
	if err == nil && len(missed) > 0 {
		p.tell(Event{Kind: Aside, Count: len(missed)})
	}
	return err
}

// give hands out jobs as long as there is room for them.
func (p *playing) give(ctx context.Context) error {
	for room := p.Transport.Room(); room > 0; room-- {
		job, err := p.nextJob(ctx)
		if err != nil || job == nil {
			return err
		}
		if job.check == nil {
			m, known, err := p.Store.Place(ctx, p.league.ID, job.match, job.Key())
			if err != nil {
				return err
			}
			if known { // from another tournament of this store
				p.end(m)
				continue
			}
		}
		p.given[job.Key()] = job
		if d, came := p.early.drop(job.Key()); came && job.check == nil {
			p.verifying.begin(job, d)
			continue
		}
		if err := p.hand(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// nextJob returns the next job, or nil if there is none. Checks come first, as few as they are:
// what they find out concerns the others.
func (p *playing) nextJob(ctx context.Context) (*given, error) {
	if job := p.nextHeld(); job != nil {
		return job, nil
	}
	if job, err := p.nextDue(ctx); job != nil || err != nil {
		return job, err
	}
	for {
		m, more, err := p.next(ctx)
		if err != nil {
			return nil, err
		}
		if !more {
			return p.anyHeld(), nil
		}
		job := p.jobOf(m)
		if p.isClaimed(job.Key()) {
			p.held = append(p.held, held{Planned: m, since: p.now()})
			continue
		}
		return job, nil
	}
}

// jobOf returns the job to play a match.
func (p *playing) jobOf(m schedule.Planned) *given {
	job := Job{Facts: p.league.Facts(m), Longest: p.longest}
	for _, number := range m.Seats {
		job.Versions = append(job.Versions, p.league.Entrants[number].Version)
	}
	if not := p.record.Lacking(job.Facts.Programs); len(not) > 0 && p.isThereBut(not) {
		job.Not, job.ByLot = not, true
	}
	return &given{Job: job, match: m}
}

// next returns the next match to play.
func (p *playing) next(ctx context.Context) (m schedule.Planned, more bool, err error) {
	if len(p.missing) > 0 {
		m, p.missing = p.missing[0], p.missing[1:]
		return m, true, nil
	}
	if p.Matches > 0 && p.order.number() >= p.Matches {
		return m, false, nil
	}
	m, more, err = p.order.next(ctx)
	if waiting := err == nil && !more; waiting != p.waiting {
		if p.waiting = waiting; waiting {
			p.tell(Event{Kind: Waiting})
		}
	}
	return m, more, err
}

// lastChecks is how long a league that has all its matches waits for the checks that are out.
// Those that remain are made when it is played the next time.
const lastChecks = time.Minute

// finished reports whether the league has all its matches.
func (p *playing) finished() bool {
	out, hopeful := 0, 0
	for _, job := range p.given {
		if job.check == nil {
			continue
		}
		if out++; p.isThereBut(job.Not) {
			hopeful++
		}
	}
	if p.Matches == 0 || len(p.given) > out || len(p.missing)+len(p.held) > 0 || p.order.number() < p.Matches {
		p.complete = time.Time{}
		return false
	}
	if p.complete.IsZero() {
		p.complete = p.now()
	}
	return hopeful == 0 || !p.recent(&p.complete, lastChecks)
}

// recent reports whether a moment is less than a time ago. If the clock was set back since, the time begins anew:
// otherwise it would last for as much longer.
func (p *playing) recent(moment *time.Time, most time.Duration) bool {
	now := p.now()
	if moment.After(now) {
		*moment = now
	}
	return now.Sub(*moment) < most
}

func (p *playing) now() time.Time {
	if p.Now == nil {
		return time.Now()
	}
	return p.Now()
}

func (p *playing) tell(e Event) {
	if w := p.workers[e.Worker]; w != nil {
		e.Name = w.Name
	}
	p.tally.count(e, p.now())
	if p.Tell != nil {
		p.Tell(e)
	}
}

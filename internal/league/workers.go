package league

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// mostRefused is how many results of a worker may be refused before nothing of it counts.
const mostRefused = 3

// mostIdle is how often a job may come back from workers who were not to play it, or whose
// result was refused, before its match is to blame.
const mostIdle = 10

// patience is how long ago a worker may have been heard of last so that a match may wait for it.
const patience = 10 * time.Minute

// Namer is a [Transport] that knows the names of its workers.
type Namer interface {
	// Name returns the name of a worker.
	Name(worker string) string
}

// known is what the league knows of a worker. The one that is "" is this machine.
type known struct {
	store.Worker

	heard time.Time // when its last result came; zero if none has
	met   bool      // since this run plays
}

// recall reads the findings about the workers, and which of their matches must be checked. It
// revokes again the workers of which the transport may not know.
func (p *playing) recall(ctx context.Context) error {
	p.workers = make(map[string]*known)
	workers, err := p.Store.Workers(ctx)
	if err != nil {
		return err
	}
	for _, w := range workers {
		p.workers[w.ID] = &known{Worker: w, heard: w.Last}
		if w.IsRevoked() {
			if err := p.Transport.Revoke(ctx, w.ID, w.Why); err != nil {
				return err
			}
		}
	}
	if p.found, err = p.Store.Claims(ctx); err != nil {
		return err
	}
	if p.record, err = p.recorded(ctx); err != nil {
		return err
	}
	if p.varying, err = p.Store.Varying(ctx); err != nil {
		return err
	}
	if p.cost, err = p.Store.Cost(ctx); err != nil {
		return err
	}
	return p.readDue(ctx)
}

// meet notes that a worker is at work.
func (p *playing) meet(ctx context.Context, id string) error {
	w := p.workers[id]
	if w == nil {
		w = &known{Worker: store.Worker{ID: id}}
		p.workers[id] = w
	}
	fresh := !w.met
	w.heard, w.met = p.now(), true
	namer, hasNames := p.Transport.(Namer)
	if id == "" || !fresh || !hasNames || namer.Name(id) == w.Name {
		return nil
	}
	w.Name = namer.Name(id)
	return p.Store.Meet(ctx, id, w.Name)
}

// isThereBut reports whether a worker other than these is at work.
func (p *playing) isThereBut(not []string) bool {
	for id, w := range p.workers {
		if !w.heard.IsZero() && p.recent(&w.heard, patience) && !w.IsRevoked() && !slices.Contains(not, id) {
			return true
		}
	}
	return false
}

// isBarred reports whether what came does not count because of who it is from.
func (p *playing) isBarred(j Job, d Delivered) bool {
	w := p.workers[d.Worker]
	return w != nil && w.IsRevoked() || d.Err == nil && slices.Contains(j.Not, d.Worker)
}

// refuse counts a result that is not what it says. From a worker it is no try of the match.
func (p *playing) refuse(ctx context.Context, job *given, d Delivered, why error) error {
	refused := Event{Kind: Refused, Match: played.Match{Planned: job.match}, Worker: d.Worker, Reason: why.Error()}
	again := fmt.Errorf("the result was refused: %w", why)
	if d.Worker == "" {
		p.tell(refused)
		return p.again(ctx, job, d, again)
	}
	if err := p.meet(ctx, d.Worker); err != nil {
		return err
	}
	if err := p.Store.Refuse(ctx, d.Worker); err != nil {
		return err
	}
	w := p.workers[d.Worker]
	w.Refused++
	refused.Count = w.Refused
	p.tell(refused)
	if w.Refused >= mostRefused {
		reason := fmt.Sprintf("%d of its results were refused, the last because %v", w.Refused, why)
		if err := p.Store.Revoke(ctx, d.Worker, reason, p.now()); err != nil {
			return err
		}
		if err := p.dismiss(ctx, []string{d.Worker}, reason); err != nil {
			return err
		}
	}
	return p.elsewhere(ctx, job, d, again)
}

// dismiss acts on the revocation of workers, which is in the store: what they played is
// missing again, and they get no more jobs.
func (p *playing) dismiss(ctx context.Context, ids []string, why string) error {
	for _, id := range ids {
		p.workers[id].Revoked, p.workers[id].Why = p.now(), why
		if err := p.Transport.Revoke(ctx, id, why); err != nil {
			return err
		}
	}
	missed, err := p.missVacant(ctx)
	if err != nil {
		return err
	}
	count := make(map[string]int)
	for _, d := range missed {
		if slices.Contains(ids, d.Worker) {
			count[d.Worker]++
		} else { // it rested on what one of them has found
			count[ids[0]]++
		}
	}
	for _, id := range ids {
		p.tell(Event{Kind: Revoked, Worker: id, Reason: why, Count: count[id]})
	}
	return nil
}

// miss notes that a match that was set aside must be played again. If it is being played to
// compare, then that will do.
func (p *playing) miss(ctx context.Context, d store.VoidedMatch) error {
	if job := p.given[d.Key]; job != nil {
		job.check, job.Not, job.ByLot = nil, nil, false
		return p.hand(ctx, job)
	}
	p.missing = append(p.missing, d.Planned)
	return nil
}

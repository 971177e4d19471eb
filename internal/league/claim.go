package league

import (
	"context"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// mostClaims is how many matches may wait for a second worker at a time. More count as the
// first one has played them.
const mostClaims = 100

// claims are the matches in which a bot was frozen on a worker's machine for what may lie in
// the machine. Another worker plays them once more, and what that finds counts.
type claims struct {
	claimed map[store.Key]string // by whom
	held    []held
}

// held is a match that waits for another worker than the one who has played it.
type held struct {
	schedule.Planned

	since time.Time
}

func (c *claims) isClaimed(key store.Key) bool { _, claimed := c.claimed[key]; return claimed }

// mustRepeat reports whether a match must be played again before its result counts.
func (p *playing) mustRepeat(key store.Key, m store.Match) bool {
	return m.Worker != "" && liesInMachine(m) && !p.isClaimed(key) && len(p.claimed) < mostClaims
}

// repeat puts a match off until another worker can play it.
func (p *playing) repeat(ctx context.Context, job *given, d Delivered) error {
	if err := p.Store.Claim(ctx, d.Key, d.Worker, p.now()); err != nil {
		return err
	}
	d.Done()
	delete(p.given, d.Key)
	p.claimed[d.Key] = d.Worker
	p.hold(job.match)
	return nil
}

func (p *playing) hold(m schedule.Planned) { p.held = append(p.held, held{m, p.now()}) }

// nextHeld returns the next match that has waited for another worker, if there is one now; or
// if there has been none for long: then the same one may play it again.
func (p *playing) nextHeld() *given {
	for i, h := range p.held {
		job := p.jobOf(h.Planned)
		not := []string{p.claimed[job.Key()]}
		switch {
		case p.isThereBut(not):
			job.Not = not
		case p.recent(&p.held[i].since, patience):
			continue
		}
		p.held = slices.Delete(p.held, i, i+1)
		return job
	}
	return nil
}

// relax lets anybody play a match that has waited for another worker, if there has been none for
// long: the one that it was given for may have left.
func (p *playing) relax(ctx context.Context) error {
	for _, job := range p.given {
		if job.check != nil || len(job.Not) == 0 || p.isThereBut(job.Not) {
			continue
		}
		job.Not = nil
		if err := p.Transport.Give(ctx, job.Job); err != nil {
			return err
		}
	}
	return nil
}

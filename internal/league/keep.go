package league

import (
	"context"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/retention"
)

// keeping is of which matches the replays are kept.
type keeping struct {
	rule    retention.Rule
	replays int               // in the store, if only the newest are kept
	ranking retention.Ranking // if only upsets are kept
}

// beginKeeping looks which replays there are, and drops those that the rule does not keep. Only rules with a number
// drop earlier replays.
func (p *playing) beginKeeping(ctx context.Context) (err error) {
	switch p.rule = retention.Of(p.league.Keep); p.rule.Kind {
	case retention.Newest:
		if p.replays, err = p.Store.Replays(ctx); err != nil {
			return err
		}
		return p.trim(ctx)
	case retention.Upsets:
		return p.rank(ctx)
	}
	return nil
}

// trim drops the oldest replays of too many.
func (p *playing) trim(ctx context.Context) error {
	if p.replays <= p.rule.Most {
		return nil
	}
	dropped, err := p.Store.DropOldest(ctx, p.replays-p.rule.Most)
	p.replays -= dropped
	return err
}

// rank works out anew which matches are the upsets. It doesn't know any more in which order matches came, and so how
// ratings grew, so it may rank a few otherwise than before.
func (p *playing) rank(ctx context.Context) error {
	p.ranking = retention.Ranking{Most: p.rule.Most}
	var out []store.Key
	for m, err := range p.Store.Matches(ctx, p.league.ID) {
		if err != nil {
			return err
		}
		if !m.HasReplay {
			p.ranking.Count(m.Match)
		} else if key, some := p.ranking.Add(m.Key, m.Match); some {
			out = append(out, key)
		}
	}
	for _, key := range out {
		if err := p.Store.DropReplay(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// keep adds a match to the store, with its replay if that is kept, and drops the one whose place it takes.
func (p *playing) keep(ctx context.Context, m store.Match, replay []byte) error {
	var out store.Key
	some := false
	if p.rule.Kind == retention.Upsets {
		out, some = p.ranking.Add(m.Key, m.Match)
	}
	if !p.keeps(m) && m.Check != store.CheckDue {
		replay = nil
	}
	if _, err := p.Store.Add(ctx, p.league.ID, m, replay); err != nil {
		return err
	}
	switch {
	case p.rule.Kind == retention.Newest:
		p.replays++
		return p.trim(ctx)
	case some && out != m.Key:
		return p.Store.DropReplay(ctx, out)
	}
	return nil
}

// keeps reports whether the replay of a match is kept.
func (p *playing) keeps(m store.Match) bool {
	switch p.rule.Kind {
	case retention.All, retention.Newest:
		return true
	case retention.Faults:
		return len(m.Verdicts) > 0
	case retention.Upsets:
		return p.ranking.Has(m.Key)
	}
	return false
}

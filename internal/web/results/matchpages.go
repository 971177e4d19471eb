package results

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results/resultsite"
	"github.com/botarena/arena/internal/web/viewer"
)

// longestShow is how long it may take to play a match again, with the start of its bots.
const longestShow = 15 * time.Minute

// matchPages shows the matches of a store in the viewer.
type matchPages struct{ o Options }

var _ resultsite.Theater = (*matchPages)(nil)

// Policy implements [resultsite.Theater].
func (p *matchPages) Policy() string { return viewer.ExportPolicy() }

// Page implements [resultsite.Theater].
func (p *matchPages) Page(ctx context.Context, m resultsite.Match) ([]byte, error) {
	replay, kept, err := p.replay(ctx, m)
	if err != nil || !kept {
		return nil, err
	}
	return MatchPage(replay, p.o.Archive.Games)
}

func (p *matchPages) replay(ctx context.Context, m resultsite.Match) ([]byte, bool, error) {
	var key store.Key
	if err := key.UnmarshalText([]byte(m.Key)); err != nil {
		return nil, false, err
	}
	return p.o.Archive.Store.Replay(ctx, key)
}

// Play implements [resultsite.Theater]. The store may have changed since the match was listed, and is asked again.
func (p *matchPages) Play(ctx context.Context, m resultsite.Match) error {
	ctx, stop := context.WithTimeoutCause(ctx, longestShow, errors.New("it took too long"))
	defer stop()
	if _, kept, err := p.replay(ctx, m); err != nil || kept {
		return err
	}
	now, err := p.o.Archive.Store.Tournament(ctx, p.o.ID)
	if err != nil {
		return err
	}
	stored, err := p.o.Archive.Find(ctx, now, m.Number)
	if err != nil {
		return err
	}
	_, difference, err := p.o.PlayAgain(ctx, now, stored)
	if err == nil && difference != "" {
		err = fmt.Errorf("match %d %s", m.Number+1, difference)
	}
	return err
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/botarena/arena/internal/resultsite"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/viewer"
)

// longestShow is how long it may take to play a match again, with the start of its bots.
const longestShow = 15 * time.Minute

// theater shows the matches of a store in the viewer.
type theater struct {
	o    *resultsOptions
	s    *program
	from *store.Store
	id   int64 // of the tournament
}

func (t *theater) Policy() string { return viewer.ExportPolicy() }

// Page returns the page of a match whose replay is kept.
func (t *theater) Page(ctx context.Context, m resultsite.Match) ([]byte, error) {
	replay, kept, err := t.replay(ctx, m)
	if err != nil || !kept {
		return nil, err
	}
	return t.s.matchPage(replay)
}

func (t *theater) replay(ctx context.Context, m resultsite.Match) ([]byte, bool, error) {
	var key store.Key
	if err := key.UnmarshalText([]byte(m.Key)); err != nil {
		return nil, false, err
	}
	return t.from.Replay(ctx, key)
}

// Play plays a match again, under the same conditions and confined, as arena results --match does.
func (t *theater) Play(ctx context.Context, m resultsite.Match) error {
	ctx, stop := context.WithTimeoutCause(ctx, longestShow, errors.New("it took too long"))
	defer stop()
	if _, kept, err := t.replay(ctx, m); err != nil || kept {
		return err
	}
	now, err := t.from.Tournament(ctx, t.id)
	if err != nil {
		return err
	}
	o := *t.o
	o.match = m.Number
	o.from.stderr = func() io.Writer { return io.Discard } // who looks on need not be told twice
	stored, err := o.findMatch(ctx, t.from, now)
	if err != nil {
		return err
	}
	_, difference, err := o.playAgain(ctx, t.s, now, stored)
	if err == nil && difference != "" {
		err = fmt.Errorf("match %d %s", m.Number, difference)
	}
	return err
}

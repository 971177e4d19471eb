package results

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/web/viewer"
)

// longestShow is how long it may take to play a match again, with the start of its bots.
const longestShow = 15 * time.Minute

// matchPages shows the matches of a store in the viewer.
type matchPages struct {
	o      Options
	charts *archive.Charts
}

func newMatchPages(o Options) *matchPages { return &matchPages{o, o.Archive.Charts(o.ID)} }

var (
	_ matchViewer   = (*matchPages)(nil)
	_ storedMatches = (*matchPages)(nil)
)

// Between implements [storedMatches].
func (p *matchPages) Between(ctx context.Context, first, end int) (list []played.Match, err error) {
	now, err := p.o.Archive.Store.Tournament(ctx, p.o.ID)
	if err != nil {
		return nil, err
	}
	last := store.Last(now.Entrants)
	for m, err := range p.o.Archive.Store.Lines(ctx, p.o.ID, first) {
		if err != nil {
			return nil, err
		}
		if m.Number >= end {
			break
		}
		archive.JoinVersions(m.Match, last)
		list = append(list, m.Match)
	}
	return list, nil
}

// KeyOf implements [storedMatches].
func (p *matchPages) KeyOf(ctx context.Context, number int) (string, error) {
	key, found, err := p.o.Archive.Store.KeyOf(ctx, p.o.ID, number)
	if err != nil || !found {
		return "", err
	}
	return key.String(), nil
}

// NumberOf implements [storedMatches].
func (p *matchPages) NumberOf(ctx context.Context, key string) (int, error) {
	var k store.Key
	if err := k.UnmarshalText([]byte(key)); err != nil {
		return -1, err
	}
	return p.o.Archive.Store.NumberOf(ctx, p.o.ID, k)
}

// Chart implements [storedMatches].
func (p *matchPages) Chart(ctx context.Context, name string, only archive.Filter) (*archive.Chart, error) {
	return p.charts.Chart(ctx, name, only, mostReplays)
}

// Policy implements [matchViewer].
func (p *matchPages) Policy() string { return viewer.ExportPolicy() }

// Page implements [matchViewer].
func (p *matchPages) Page(ctx context.Context, m ref) ([]byte, error) {
	replay, seats, err := p.shown(ctx, m)
	if err != nil || replay == nil {
		return nil, err
	}
	shown := ""
	if p.o.Address != "" {
		shown = p.o.Address + "picture/" + m.address()
	}
	return MatchPage(replay, p.o.Archive.Games, seats, shown)
}

// Picture implements [matchViewer].
func (p *matchPages) Picture(ctx context.Context, m ref) ([]byte, error) {
	replay, seats, err := p.shown(ctx, m)
	if err != nil || replay == nil {
		return nil, err
	}
	match, err := readMatch(replay, p.o.Archive.Games, seats)
	if err != nil {
		return nil, err
	}
	var card bytes.Buffer
	err = picture.WriteCard(&card, match, picture.CardRound(match), picture.Options{NoNotes: true})
	return card.Bytes(), err
}

// shown returns the replay of a match, or nil if it is not kept, and the numbers of its bots.
func (p *matchPages) shown(ctx context.Context, m ref) (replay []byte, seats []int, err error) {
	replay, kept, err := p.replay(ctx, m)
	if err != nil || !kept {
		return nil, nil, err
	}
	for is, err := range p.o.Archive.Store.Lines(ctx, cmp.Or(m.Of, p.o.ID), m.Number) {
		if err != nil || is.Number != m.Number {
			return replay, nil, err
		}
		return replay, is.Seats, nil
	}
	return replay, nil, nil
}

func (p *matchPages) replay(ctx context.Context, m ref) ([]byte, bool, error) {
	var key store.Key
	if err := key.UnmarshalText([]byte(m.Key)); err != nil {
		return nil, false, err
	}
	return p.o.Archive.Store.Replay(ctx, key)
}

// Play implements [matchViewer]. The store may have changed since the match was listed, and is asked again.
func (p *matchPages) Play(ctx context.Context, m ref) error {
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

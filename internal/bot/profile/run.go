package profile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/host"
)

// Run is some matches of a bot, in which its CPU time is taken. The bot moves on by one seat after each match, and
// every match uses the next seed.
type Run struct {
	Bot       find.Bot
	Opponents []find.Bot // they fill the other seats in turn
	Seats     int
	Seed      uint64 // of the first match
	Matches   int

	// Play plays a match, with fresh processes.
	Play func(ctx context.Context, t Turn) (Played, error)
}

// Turn is a match of a [Run], before it is played.
type Turn struct {
	Number int // from 0
	Seed   uint64
	Seat   int        // of the bot in question
	Bots   []find.Bot // by seat
}

// Played has the figures of the bot after a match.
type Played struct {
	Name     string // as a player
	File     string // of the replay
	CPU      []time.Duration
	Measured bool           // the system reports CPU times
	Verdict  *match.Verdict // nil if there was none
	Lines    bool           // it speaks lines, and so hands over no profile
	Profile  []byte         // as the bot hands it over
	Lost     error          // why it did not
}

// Taken has the figures of the bot after its matches.
type Taken struct {
	Name     string // as a player
	Lines    bool   // it speaks lines
	Measured bool   // the system reports CPU times
	Matches  []Costs
	Samples  Samples
	Frozen   int   // matches in which it was
	Lost     error // why the first of those matches has no samples that have none
}

// Why there are no samples, though nothing went wrong.
var (
	ErrFrozen   = errors.New("no CPU profile: it was frozen in each match")
	ErrTooQuick = errors.New("no CPU profile: it took too little time for a sample")
)

// Take plays the matches. With an error it returns the figures so far.
func (r Run) Take(ctx context.Context) (*Taken, error) {
	taken := &Taken{}
	for number := range r.Matches {
		turn := r.turn(number)
		played, err := r.Play(ctx, turn)
		if err == nil {
			err = taken.add(ctx, turn, played)
		}
		if err != nil {
			return taken, fmt.Errorf("match %d of %d: %w", number+1, r.Matches, err)
		}
	}
	return taken, nil
}

// turn seats the bots: the one in question in its seat, the others around it.
func (r Run) turn(number int) Turn {
	seat := number % r.Seats
	seated := make([]find.Bot, 0, r.Seats)
	for i := range r.Seats - 1 {
		seated = append(seated, r.Opponents[i%len(r.Opponents)])
	}
	profiled := r.Bot
	profiled.Command.Profiled = true
	return Turn{number, r.Seed + uint64(number), seat, slices.Insert(seated, seat, profiled)}
}

// add adds a match. A bot that was frozen has been ended, and hands over nothing. If it hands over nothing since ctx
// ends, that is the error.
func (t *Taken) add(ctx context.Context, turn Turn, p Played) error {
	t.Name, t.Measured = p.Name, t.Measured || p.Measured
	t.Matches = append(t.Matches, Costs{File: p.File, Seed: turn.Seed, Seat: turn.Seat, CPU: p.CPU})
	if p.Verdict != nil {
		t.Frozen++
		return nil
	}
	if t.Lines = p.Lines; t.Lines {
		return nil
	}
	lost := p.Lost
	if lost == nil {
		lost = t.Samples.Add(p.Profile)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.Lost == nil {
		t.Lost = lost
	}
	return nil
}

// Lacking returns why samples are lacking, of all matches or of one, or nil. Of a bot that speaks lines nobody
// expects any.
func (t *Taken) Lacking() error {
	samples, _ := t.Samples.Count()
	switch {
	case t.Lost != nil || samples > 0:
		return t.Lost
	case t.Frozen == len(t.Matches):
		return ErrFrozen
	case !t.Lines:
		return ErrTooQuick
	}
	return nil
}

// longBank is long enough for a bot that is looked at because it is slow, and ends one that never answers.
const longBank = time.Minute

// WithLongBanks returns limits that a slow bot keeps. Its status in a match is that of the Limits that are usual,
// which go by the round.
func WithLongBanks(limits host.Limits) host.Limits {
	limits.Bank, limits.WallBank = max(limits.Bank, longBank), max(limits.WallBank, longBank)
	return limits
}

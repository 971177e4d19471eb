package series

import (
	"context"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// Process is a bot's process that is kept from match to match. If it has ended, as
// after every verdict, the next match gets a fresh one.
type Process struct {
	running *host.Process
	options host.Options
	played  int // matches of the running process
}

// NewProcess returns a Process that begins with a running one. Fresh ones are started with
// the given options.
func NewProcess(running *host.Process, o host.Options) *Process {
	return &Process{running: running, options: o}
}

// Player returns a player for the next match, as a [Bot] does.
func (p *Process) Player(ctx context.Context) (match.Player, error) {
	if p.running.Ended() {
		if err := p.renew(ctx); err != nil {
			return nil, err
		}
	}
	p.played++
	if p.played > 1 && p.running.Description().Lines {
		return &secondMatch{Player: p.running.Player(), process: p}, nil
	}
	return p.running.Player(), nil
}

// renew starts a fresh process.
func (p *Process) renew(ctx context.Context) error {
	p.running.Close()
	fresh, err := host.Start(ctx, p.running.Command(), p.options)
	if err != nil {
		return err
	}
	p.running, p.played = fresh, 0
	return nil
}

// secondMatch is a player of a process that has played before and speaks lines. Such a
// process may exit after the end of a match, as scripts do, and it may do so only after
// the next match was begun with it. Then a fresh one plays that match.
type secondMatch struct {
	match.Player
	process *Process
	ctx     context.Context //nolint:containedctx // of the match, as match.Player wants it
	match   engine.Match
	seat    int
}

func (s *secondMatch) Start(ctx context.Context, m engine.Match, seat int) error {
	s.ctx, s.match, s.seat = ctx, m, seat
	return s.Player.Start(ctx, m, seat)
}

func (s *secondMatch) Answer(state *match.State) (match.Answer, error) {
	answer, err := s.Player.Answer(state)
	if err == nil || state.Round() > 0 || !s.process.running.ExitedAtEase() {
		return answer, err
	}
	if err := s.process.renew(s.ctx); err != nil {
		return answer, err
	}
	s.process.played = 1
	again := s.process.running.Player()
	s.Player = again
	if err := again.Start(s.ctx, s.match, s.seat); err != nil {
		return answer, err
	}
	if err := again.Ask(state); err != nil {
		return answer, err
	}
	return again.Answer(state)
}

// Process returns the process that plays, for a report on how it ended.
func (s *secondMatch) Process() *host.Process { return s.process.running }

// Close ends the process.
func (p *Process) Close() { p.running.Close() }

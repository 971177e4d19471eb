package linebot

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Player returns a player of the next match. The process must have been killed before its Freeze.
func (b *Bot) Player() match.Player { return &player{bot: b} }

// player plays one match by the line protocol.
type player struct {
	bot       *Bot
	game      engine.Game
	ctx       context.Context //nolint:containedctx // of the match, as match.Player wants it
	meter     *meter.Meter
	talk      *lineproto.Talk
	tolerance int    // bytes that the bot may leave unread
	sent      func() // p.meter.Sent, made once
	asked     time.Time
	round     atomic.Int64 // that was asked for
	given     atomic.Int64 // lines of the answer to it so far
	answers   chan answer
}

// answer is an answer of a bot, or the error with which its lines ended.
type answer struct {
	commands []byte
	size     int
	err      error
	reading  meter.Reading
}

func (p *player) Start(ctx context.Context, m engine.Match, seat int) error {
	p.game, p.ctx = m.Setup().Game(), ctx
	p.meter = p.bot.run.Begin(m, seat)
	p.meter.Excuse = func(idle bool) string { return p.bot.excuse(p, idle) }
	p.sent, p.answers = p.meter.Sent, make(chan answer, 1)
	p.bot.play(true)
	p.meter.Await(meter.ToReceive)
	return p.writeStart(m, seat)
}

// maxUnread is how many bytes of questions a bot may leave unread while it answers them.
const maxUnread = 1 << 20

// writeStart sends the lines with which a match begins.
func (p *player) writeStart(m engine.Match, seat int) error {
	talk, text, err := lineproto.Begin(m, seat, *p.bot.run.Options.Told)
	if err != nil {
		return err
	}
	p.talk = talk
	p.tolerance = len(text) + maxUnread
	p.bot.writer.send(text, p.sent)
	return nil
}

func (p *player) Ask(state *match.State) error {
	text, err := p.talk.Ask(state)
	if err != nil {
		return err
	}
	p.round.Store(int64(state.Round()))
	p.given.Store(0)
	p.asked = time.Now()
	p.meter.Await(meter.ToReceive | meter.ToAnswer)
	p.bot.ask(p)
	if p.bot.writer.send(text, p.sent) > p.tolerance {
		p.bot.run.Kill(
			&match.Fault{Kind: match.Protocol, Detail: fmt.Sprintf("answers, but does not read: more than %s is waiting for it",
				lineproto.InBytes(maxUnread))})
	}
	return nil
}

// line takes a line while an answer is asked for. It returns false for a line outside of the
// protocol.
func (p *player) line(line []byte) bool {
	kind, err := p.talk.Line(line)
	switch {
	case err != nil:
		p.refuse(err)
	case kind == lines.Print:
		return false
	case kind == lines.Done:
		reading, _ := p.meter.Arrived()
		p.bot.settle()
		p.answers <- answer{commands: p.talk.Message(), size: p.talk.Bytes(), reading: reading}
	default:
		p.given.Add(1)
	}
	return true
}

// refuse ends the player's part because of a line that can't be read, and shows the line
// to its author.
func (p *player) refuse(err error) {
	reading, _ := p.meter.Arrived()
	fault, shown := lineproto.Refused(err)
	p.bot.run.Output.Tell(shown...)
	p.bot.run.Kill(fault)
	p.bot.settle()
	p.answers <- answer{err: fault, reading: reading}
}

func (p *player) Answer(*match.State) (match.Answer, error) {
	r, err := p.receive()
	if err != nil {
		return match.Answer{}, err
	}
	receipt, status, err := p.meter.Charge(r.reading, p.asked)
	receipt.Bytes = r.size
	answer := match.Answer{Receipt: receipt, Status: status, Notes: p.talk.Notes()}
	if r.err != nil || p.bot.run.Reason() != nil {
		return answer, p.fault() // also if it was killed before we had read what it wrote
	}
	if err != nil {
		return answer, err
	}
	answer.Commands, err = p.talk.Commands(r.commands)
	return answer, err
}

// receive waits for the answer. A process that has ended has given its last one already,
// but it may not have been read yet.
func (p *player) receive() (answer, error) {
	select {
	case r := <-p.answers:
		return r, nil
	case <-p.ctx.Done():
		return answer{}, context.Cause(p.ctx)
	case <-p.bot.run.Done():
	}
	select {
	case r := <-p.answers:
		return r, nil
	case <-p.ctx.Done():
		return answer{}, context.Cause(p.ctx)
	case <-time.After(run.ExitTime):
		return answer{}, p.fault()
	}
}

// fault returns the reason why the lines ended.
func (p *player) fault() error {
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	if killed := p.bot.run.Reason(); killed != nil {
		return killed
	}
	return p.bot.run.Broke("closed its standard output")
}

func (p *player) Lines() []string { return p.bot.run.Lines() }

func (p *player) End(result match.Result) {
	p.bot.play(false)
	p.meter.Await(meter.ToReceive | meter.ToLeave)
	written := make(chan struct{})
	p.bot.writer.send(lines.AppendEnd(nil, result.Scores, result.Places), func() {
		p.meter.Sent()
		close(written)
	})
	select {
	case <-written:
	case <-p.bot.run.Done():
	}
	if p.bot.Hello.Once {
		_ = p.bot.run.Stdin.Close()
		<-p.bot.run.Exited() // the meter sees to it
	}
	p.meter.Stop()
}

func (p *player) Freeze() {
	p.bot.play(false)
	p.meter.Stop()
}

package host

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/lineproto"
)

// linePlayer plays one match by the line protocol.
type linePlayer struct {
	process   *Process
	bot       *lineBot
	game      engine.Game
	ctx       context.Context //nolint:containedctx // of the match, as match.Player wants it
	meter     *meter.Meter
	talk      *lineproto.Talk
	tolerance int    // bytes that the bot may leave unread
	sent      func() // p.meter.Sent, made once
	asked     time.Time
	round     atomic.Int64 // that was asked for
	given     atomic.Int64 // lines of the answer to it so far
	answers   chan lineAnswer
}

// lineAnswer is an answer of a bot, or the error with which its lines ended.
type lineAnswer struct {
	commands []byte
	size     int
	err      error
	reading  meter.Reading
}

func (p *linePlayer) Start(ctx context.Context, m engine.Match, seat int) error {
	p.game, p.ctx = m.Setup().Game(), ctx
	p.process.run.signals.Store(0)
	p.process.run.output.Begin(fmt.Sprintf("seat %d (%s): ", seat, m.Seat(seat).Name(seat)))
	p.meter = meter.New(&p.process.run.cpu, p.process.limits, p.process.run.kill)
	p.meter.Excuse = func(idle bool) string { return p.bot.excuse(p, idle) }
	p.sent, p.answers = p.meter.Sent, make(chan lineAnswer, 1)
	p.bot.play(true)
	p.meter.Await(meter.ToReceive)
	return p.writeStart(m, seat)
}

// maxUnread is how many bytes of questions a bot may leave unread while it answers them.
const maxUnread = 1 << 20

// writeStart sends the lines with which a match begins.
func (p *linePlayer) writeStart(m engine.Match, seat int) error {
	talk, text, err := lineproto.Begin(m, seat, p.process.told)
	if err != nil {
		return err
	}
	p.talk = talk
	p.tolerance = len(text) + maxUnread
	p.bot.writer.send(text, p.sent)
	return nil
}

func (p *linePlayer) Ask(state *match.State) error {
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
		p.process.run.kill(
			&match.Fault{Kind: match.Protocol, Detail: fmt.Sprintf("answers, but does not read: more than %s is waiting for it",
				lineproto.InBytes(maxUnread))})
	}
	return nil
}

// line takes a line while an answer is asked for. It returns false for a line outside of the
// protocol.
func (p *linePlayer) line(line []byte) bool {
	kind, err := p.talk.Line(line)
	switch {
	case err != nil:
		p.refuse(err)
	case kind == lines.Print:
		return false
	case kind == lines.Done:
		reading, _ := p.meter.Arrived()
		p.bot.settle()
		p.answers <- lineAnswer{commands: p.talk.Message(), size: p.talk.Bytes(), reading: reading}
	default:
		p.given.Add(1)
	}
	return true
}

// refuse ends the player's part because of a line that can't be read, and shows the line
// to its author.
func (p *linePlayer) refuse(err error) {
	reading, _ := p.meter.Arrived()
	fault, shown := lineproto.Refused(err)
	p.process.run.output.Tell(shown...)
	p.process.run.kill(fault)
	p.bot.settle()
	p.answers <- lineAnswer{err: fault, reading: reading}
}

func (p *linePlayer) Answer(*match.State) (match.Answer, error) {
	r, err := p.receive()
	if err != nil {
		return match.Answer{}, err
	}
	receipt, status, err := p.meter.Charge(r.reading, p.asked)
	receipt.Bytes = r.size
	answer := match.Answer{Receipt: receipt, Status: status, Notes: p.talk.Notes()}
	if r.err != nil || p.process.run.reason() != nil {
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
func (p *linePlayer) receive() (lineAnswer, error) {
	select {
	case r := <-p.answers:
		return r, nil
	case <-p.ctx.Done():
		return lineAnswer{}, context.Cause(p.ctx)
	case <-p.process.run.alive.Done():
	}
	select {
	case r := <-p.answers:
		return r, nil
	case <-p.ctx.Done():
		return lineAnswer{}, context.Cause(p.ctx)
	case <-time.After(exitTime):
		return lineAnswer{}, p.fault()
	}
}

// fault returns the reason why the lines ended.
func (p *linePlayer) fault() error {
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	if killed := p.process.run.reason(); killed != nil {
		return killed
	}
	return p.process.run.broke("closed its standard output")
}

func (p *linePlayer) Lines() []string {
	p.process.run.stderr.AtHand()
	return p.process.run.output.Take()
}

func (p *linePlayer) End(result match.Result) {
	run := p.process.run
	p.bot.play(false)
	p.meter.Await(meter.ToReceive | meter.ToLeave)
	written := make(chan struct{})
	p.bot.writer.send(lines.AppendEnd(nil, result.Scores, result.Places), func() {
		p.meter.Sent()
		close(written)
	})
	select {
	case <-written:
	case <-run.alive.Done():
	}
	if p.bot.hello.Once {
		_ = run.stdin.Close()
		<-run.exited // the meter sees to it
	}
	p.meter.Stop()
}

func (p *linePlayer) Freeze() {
	p.process.Close()
	p.bot.play(false)
	p.meter.Stop()
}

package playground

import (
	"bytes"
	"context"
	"math"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/lineproto"
)

// outside plays a bot of the page's. Questions and answers go through the session, all of a round at once.
type outside struct {
	session   *session
	seat      int
	patience  lineproto.Patience
	talk      *lineproto.Talk
	start     []byte // the lines with which the match begins, until they are sent
	said      match.Lines
	printed   int    // bytes, in the whole match
	explained bool   // that standard output is the protocol
	ahead     []byte // lines of answers that nobody has asked for yet
}

func (p *outside) Start(_ context.Context, m engine.Match, seat int) (err error) {
	p.seat = seat
	p.talk, p.start, err = lineproto.Begin(m, seat, lineproto.UsuallyTold())
	return err
}

func (p *outside) Ask(state *match.State) error {
	text, err := p.talk.Ask(state)
	if err != nil {
		return err
	}
	p.session.ask(Question{
		Seat: p.seat, Text: string(p.start) + string(text),
		Patience: int((p.patience.Wall + p.patience.Bank).Milliseconds()),
	})
	p.start = nil
	return nil
}

func (p *outside) Answer(state *match.State) (match.Answer, error) {
	reply, err := p.session.answer(p.seat)
	if err != nil {
		return match.Answer{}, err
	}
	if err := p.show(reply.Prints); err != nil {
		return match.Answer{}, err
	}
	half, wrong := p.read(state.Round(), reply.Text)
	receipt, late := p.charge(reply, half)
	answer := match.Answer{
		Receipt: receipt, Status: statusOf(receipt.CPU), Notes: p.talk.Notes(),
	}
	answer.Receipt.Bytes = p.talk.Bytes()
	for _, fault := range []*match.Fault{wrong, late, faultOf(reply)} {
		if fault != nil {
			return answer, fault
		}
	}
	if half != nil {
		return answer, &match.Fault{Kind: match.Protocol, Detail: lineproto.NoAnswer + half.Excuse()}
	}
	answer.Commands, err = p.talk.Commands(p.talk.Message())
	return answer, err
}

// show keeps what the bot has printed.
func (p *outside) show(prints []string) error {
	for _, line := range prints {
		if p.printed += len(line) + 1; p.printed > lineproto.MostOutput {
			return lineproto.TooMuchOutput(lineproto.MostOutput)
		}
		p.said.Add(engine.Printable(line))
	}
	return nil
}

// read reads the answer of a round, up to its last line; what follows that is for a later one. If the answer is not
// whole, it returns what there is of it; and the fault, if a line can't be read.
func (p *outside) read(round int, text string) (*lineproto.Half, *match.Fault) {
	rest := append(p.ahead, text...)
	half := &lineproto.Half{Round: round}
	for {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if len(line) > lines.MaxLine {
			return nil, &match.Fault{Kind: match.Protocol, Detail: lineproto.TooLong()}
		}
		if !whole {
			half.Rest = string(line)
			return half, nil
		}
		rest = after
		kind, err := p.talk.Line(line)
		switch {
		case err != nil:
			fault, shown := lineproto.Refused(err)
			p.tell(shown...)
			return nil, fault
		case kind == lines.Done:
			p.ahead = p.printRest(rest)
			return nil, nil
		case kind == lines.Print:
			p.print(half, line)
		default:
			half.Given++
		}
	}
}

// printRest takes what a bot prints behind its answer, and returns what may be a later answer.
func (p *outside) printRest(rest []byte) []byte {
	for len(rest) > 0 {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if !whole || lines.IsAnswer(line) {
			break
		}
		p.print(&lineproto.Half{}, line)
		rest = after
	}
	return bytes.Clone(rest)
}

func (p *outside) print(half *lineproto.Half, line []byte) {
	if half.Prints++; half.Prints == 1 {
		half.First = string(line)
	}
	if !p.explained {
		p.explained = true
		p.tell(lineproto.PrintsExplained)
	}
	p.tell(lineproto.Printed(bytes.TrimSuffix(line, []byte("\r"))))
}

func (p *outside) tell(lines ...string) {
	for _, line := range lines {
		p.said.Add(line)
	}
}

// charge books the time that an answer took. The fault is that it took too long.
func (p *outside) charge(r Reply, half *lineproto.Half) (match.Receipt, *match.Fault) {
	wall := durationOf(r.Wall)
	receipt := match.Receipt{CPU: wall, Wall: wall, WallBank: min(max(wall-p.patience.Wall, 0), p.patience.Bank)}
	may := p.patience
	p.patience.Bank -= receipt.WallBank
	if r.Fault != string(match.Late) && wall <= may.Wall+may.Bank {
		return receipt, nil
	}
	excuse := ""
	if half != nil {
		excuse = half.Excuse()
	}
	return receipt, may.Exceeded(lineproto.NoAnswer, true, excuse)
}

// durationOf takes what a page has measured. Whatever it says, a time is not less than nothing.
func durationOf(milliseconds float64) time.Duration {
	if math.IsNaN(milliseconds) {
		return 0
	}
	return time.Duration(min(max(milliseconds, 0), 1e9) * 1e6)
}

// statusOf is what players see of the time that one of them took, as if it were processor time.
func statusOf(used time.Duration) engine.Status {
	return engine.Status(min(float64(used)/float64(lineproto.UsuallyTold().CPU), 1) * 1e6)
}

// faultOf returns the fault that the page has found, if it found one.
func faultOf(r Reply) *match.Fault {
	switch kind := match.Kind(r.Fault); kind {
	case "":
		return nil
	case match.TooMuchOutput:
		return lineproto.TooMuchOutput(lineproto.MostOutput)
	case match.TooMuchMemory:
		return &match.Fault{Kind: kind, Detail: "had no more memory" + because(r.Detail)}
	default:
		return &match.Fault{Kind: match.Crash, Detail: "ended with an error" + because(r.Detail)}
	}
}

func because(detail string) string {
	if detail == "" {
		return ""
	}
	return ": " + lineproto.Cut(detail, lineproto.LongestDetail)
}

func (p *outside) Lines() []string { return p.said.Take() }

func (p *outside) End(r match.Result) {
	p.session.leave(Question{Seat: p.seat, Text: string(lines.AppendEnd(nil, r.Scores, r.Places))})
}

func (p *outside) Freeze() {}

package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/textboard"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Options say how somebody talks to a match.
type Options struct {
	From io.Reader
	To   io.Writer
	// Raw writes the lines of the line protocol, and nothing else but lines that a bot
	// ignores: "error COLUMN TEXT" about a line that can't be read, which may be given
	// again, and those that begin with "#". Otherwise To gets boards, tables and
	// sentences.
	Raw     bool
	Colours textboard.Colours
	// Echo writes the characters read, as a terminal does. It has no effect with Raw.
	Echo bool
	// Limits are those that the player is told of. They do not apply to it.
	Limits host.Limits
	// Bot starts a bot that plays on in place of the person.
	Bot func(ctx context.Context, typed string) (match.Player, error)
	// Stop ends the match, for this reason: ErrQuit, ErrEnded or an error of To.
	Stop func(why error)
}

// The reasons for which a person ends a match.
var (
	ErrQuit  = errors.New("you quit")
	ErrEnded = errors.New("the input ended")
)

// Player is a person who plays a seat of a match. It has no limits.
type Player struct {
	Options
	in     input
	match  engine.Match
	seat   int
	ctx    context.Context //nolint:containedctx // of the match, as match.Player wants it
	screen *Screen
	schema *lines.Schema
	lines  *lines.Match
	log    scene.Log
	notes  engine.Debug

	given     []string // lines of this round's answer
	commands  int      // how many of them are commands
	size      int      // of all of them, in bytes
	skips     int      // rounds for which to give no commands
	played    bool     // a round was played since the last board
	successor match.Player
}

var _ match.Player = (*Player)(nil)

// New returns the player of a seat of a match, which must not have begun.
func New(m engine.Match, seat int, o Options) (*Player, error) {
	p := &Player{Options: o, in: input{from: o.From}, match: m, seat: seat}
	var err error
	if p.screen, err = NewScreen(m.Setup().Game(), o.Colours); err != nil {
		return nil, err
	}
	if p.schema, err = lines.Of(m.Setup().Game().Info()); err != nil {
		return nil, err
	}
	if p.lines, err = p.schema.NewMatch(m.StartMessage()); err != nil {
		return nil, err
	}
	if !o.Raw {
		p.log.Names = labelsOf(m)
		m.Watch(&p.log)
	}
	return p, nil
}

// Start implements [match.Player].
func (p *Player) Start(ctx context.Context, m engine.Match, seat int) error {
	p.ctx = ctx
	if p.Raw {
		p.write(p.lines.AppendStart(nil, lineproto.SeatMessage(m.Seat(seat), seat, p.Limits.Told())))
		return nil
	}
	p.say(
		"You are %s, seat %d, in %s of %s. Commands are like\n  %s\nand \"done\" ends a round. Type help for everything "+
			"else.\n\n",
		printable(m.Seat(seat).Name(seat)), seat, safe.Count(m.Rounds(), "round"), m.Setup().Game().Info().Title,
		p.schema.Usage())
	return nil
}

// Ask implements [match.Player].
func (p *Player) Ask(state *match.State) error {
	if p.successor != nil {
		return p.successor.Ask(state)
	}
	return nil
}

// Answer implements [match.Player].
func (p *Player) Answer(state *match.State) (match.Answer, error) {
	if p.successor != nil {
		return p.successor.Answer(state)
	}
	p.given, p.commands, p.size = nil, 0, 0
	if p.skips > 0 {
		p.skips--
		return match.Answer{}, nil
	}
	if err := p.show(state); err != nil {
		return match.Answer{}, err
	}
	for {
		p.prompt(state.Round())
		line, err := p.in.next(p.ctx)
		if p.Echo && !p.Raw {
			p.say("%s\n", printable(string(line)))
		}
		switch {
		case errors.Is(err, errTooLong):
			p.wrong(0, err.Error(), nil)
			continue
		case err != nil:
			if !p.Raw {
				p.say("\n") // after the prompt
			}
			if errors.Is(err, io.EOF) {
				err = ErrEnded
			}
			return match.Answer{}, p.stop(err)
		}
		answer, over, err := p.line(state, string(line))
		if over || err != nil {
			p.played = true
			return answer, err
		}
	}
}

// stop ends the match, which then freezes nobody.
func (p *Player) stop(why error) error {
	p.Stop(why)
	return why
}

// Lines implements [match.Player].
func (p *Player) Lines() []string {
	if p.successor != nil {
		return p.successor.Lines()
	}
	return nil
}

// End implements [match.Player].
func (p *Player) End(result match.Result) {
	if p.successor != nil {
		p.successor.End(result)
	}
	if p.Raw {
		p.write(lines.AppendEnd(nil, result.Scores, result.Places))
		return
	}
	if p.successor == nil {
		p.report()
	}
	var text bytes.Buffer
	if err := p.screen.Write(&text, p.match, p.seat); err == nil {
		text.WriteByte('\n')
		p.write(text.Bytes())
	}
}

// Freeze implements [match.Player].
func (p *Player) Freeze() {
	if p.successor != nil {
		p.successor.Freeze()
	}
}

func (p *Player) say(format string, a ...any) { p.write(fmt.Appendf(nil, format, a...)) }

// write writes text that nothing from outside has put control characters into. Without
// somebody who reads it, the match ends.
func (p *Player) write(text []byte) {
	if _, err := p.To.Write(text); err != nil {
		p.Stop(err)
	}
}

// tell says something that is no part of the protocol.
func (p *Player) tell(text string) {
	for line := range strings.Lines(text) {
		line = printable(strings.TrimSuffix(line, "\n"))
		if p.Raw {
			line = strings.TrimRight("# "+line, " ")
		}
		p.say("%s\n", line)
	}
}

// wrong tells the fault of a line, which may be given again. Column is 0 if it is
// about the whole line; caret is the line and a caret.
func (p *Player) wrong(column int, problem string, caret []string) {
	if p.Raw {
		p.say("error %d %s\n", column, printable(problem))
		return
	}
	p.say("%s\n", printable(problem))
	const most = 200 // a longer line would not fit, and a caret below it would lie
	if len(caret) == 0 || len(caret[0]) > most {
		return
	}
	for _, line := range caret {
		p.say("  %s\n", printable(line))
	}
}

// show shows the state of a round.
func (p *Player) show(state *match.State) error {
	if p.Raw {
		text, err := state.Text()
		if err == nil {
			p.write(text)
		}
		return err
	}
	var text bytes.Buffer
	if err := p.screen.Write(&text, p.match, p.seat); err != nil {
		return err
	}
	text.WriteByte('\n')
	p.write(text.Bytes())
	p.report() // below a board that may be higher than the terminal
	return nil
}

// mostReported is how many lines tell what happened in a round.
const mostReported = 20

// report tells what became of the player's commands and what else concerns it.
func (p *Player) report() {
	if !p.played {
		return
	}
	p.played = false
	var told []string
	for _, o := range p.log.Orders {
		if o.Seat == p.seat {
			told = append(told, orderText(o))
		}
	}
	kinds := p.match.Legend().Events
	for _, e := range p.log.Events {
		if e.Text != "" && (e.Seat == p.seat || e.Kind >= 0 && e.Kind < len(kinds) && kinds[e.Kind].Major) {
			told = append(told, e.Text)
		}
	}
	for i, line := range told {
		if i == mostReported {
			p.say("… and %d more\n", len(told)-i)
			break
		}
		p.say("%s\n", printable(line))
	}
	if len(told) > 0 {
		p.say("\n")
	}
}

func orderText(o scene.Order) string {
	text := fmt.Sprintf("%d %s", o.Unit, o.Text)
	if o.Outcome != "" {
		text += ": " + o.Outcome
	}
	return text
}

// prompt invites to type.
func (p *Player) prompt(round int) {
	if p.Raw {
		return
	}
	given := ""
	if p.commands > 0 {
		given = ", " + safe.Count(p.commands, "command")
	}
	p.say("round %d%s> ", round, given)
}

// randomName is the name of the players for which no bot was named.
const randomName = "random"

// Seats puts bots into the seats beside a person's, in their order, and random players into those that are left.
// The person's player is nil.
func Seats(setup engine.Setup, person int, bots []replay.Seat, playing []match.Player) ([]replay.Seat, []match.Player) {
	infos, players := make([]replay.Seat, setup.Seats()), make([]match.Player, setup.Seats())
	for seat := range players {
		switch {
		case seat == person:
			infos[seat].Name = replay.Human
		case len(playing) > 0:
			infos[seat], players[seat] = bots[0], playing[0]
			bots, playing = bots[1:], playing[1:]
		default:
			infos[seat].Name, players[seat] = randomName, match.Local(setup.Game().Random())
		}
	}
	return infos, players
}

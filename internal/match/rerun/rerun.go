// Package rerun lets bots play in a recorded match. With [Run], a bot gets the recorded States, whatever it
// answers, and its answers are compared with the recorded ones. With [Branch] or a [Plan], bots play on from a
// round of the match: what if?
package rerun

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// Outcome is how a bot did.
type Outcome struct {
	Rounds   int            // that it answered in
	Compared int            // those of them for which there are recorded commands
	Differs  []int          // those of them in which its commands differ from the recorded ones
	First    *Difference    // the first difference; nil if there is none
	Fault    *match.Verdict // why it did not play on; nil if it did
	Recorded *match.Verdict // the verdict that the match had; nil if there was none
}

// Difference is a round in which a bot gives other commands than recorded. They are in
// words, as in the line protocol.
type Difference struct {
	Round         int
	Recorded, Now []string
}

// IsSame reports whether the bot gave the recorded commands, all of them, and no fault.
func (o Outcome) IsSame() bool { return o.Fault == nil && o.First == nil }

// IsSameFault reports whether the bot failed in the same round and in the same way as in
// the match.
func (o Outcome) IsSameFault() bool {
	return o.Fault != nil && o.Recorded != nil && o.Fault.Round == o.Recorded.Round && o.Fault.Kind == o.Recorded.Kind
}

// errEnough ends a match of which the rest tells nothing about the bot.
var errEnough = errors.New("rerun: enough")

// Run plays a recorded match with a bot in one seat, up to the end of the record,
// or to the round in which the seat was frozen or the bot fails now.
func Run(ctx context.Context, r *replay.Replay, seat int, bot match.Player) (Outcome, error) {
	m, err := r.Begin()
	if err != nil {
		return Outcome{}, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	played := &tried{Player: bot, rounds: r.Rounds, seat: seat, stop: stop, out: Outcome{Recorded: r.VerdictOn(seat)}}
	// Without words, a difference is still known by its round.
	played.schema, _ = lines.Of(r.Setup.Game().Info())
	players := make([]match.Player, len(r.Seats))
	for i := range players {
		players[i] = newRecorded(r, i)
	}
	players[seat] = played
	watch := &verifier{rounds: r.Rounds, stop: stop}
	_, err = match.Play(ctx, m, players, watch)
	switch {
	case watch.err != nil:
		return played.out, watch.err
	case errors.Is(err, errEnough):
		return played.out, nil
	}
	return played.out, err
}

// recorded is a player that repeats the record.
type recorded struct {
	rounds []replay.Round
	seat   int
	fault  *match.Fault // with which it is frozen if it is
	said   []string     // in this round
}

func newRecorded(r *replay.Replay, seat int) *recorded {
	p := &recorded{rounds: r.Rounds, seat: seat, fault: &match.Fault{Kind: match.Crash, Detail: "frozen, as recorded"}}
	if v := r.VerdictOn(seat); v != nil {
		p.fault = &match.Fault{Kind: v.Kind, Detail: v.Detail}
	}
	return p
}

func (p *recorded) Start(context.Context, engine.Match, int) error { return nil }
func (p *recorded) Ask(*match.State) error                         { return nil }
func (p *recorded) End(match.Result)                               {}
func (p *recorded) Freeze()                                        {}

func (p *recorded) Answer(state *match.State) (match.Answer, error) {
	if state.Round() >= len(p.rounds) {
		return match.Answer{}, nil // the match is being ended
	}
	round := &p.rounds[state.Round()]
	p.said = of(round.Lines, p.seat)
	turn := round.Turns[p.seat]
	if turn.Status.IsFrozen() {
		return match.Answer{}, p.fault
	}
	return match.Answer{
		Commands: turn.Commands, Status: turn.Status,
		Receipt: round.Receipts[p.seat], Notes: of(round.Notes, p.seat),
	}, nil
}

func (p *recorded) Lines() []string {
	said := p.said
	p.said = nil
	return said
}

// of returns what a seat has of something that may be nil if nobody has any.
func of[T any](all [][]T, seat int) []T {
	if all == nil {
		return nil
	}
	return all[seat]
}

// tried is the player that is compared with the record. The others see its recorded
// commands, up to the end of the record.
type tried struct {
	match.Player // the bot
	rounds       []replay.Round
	seat         int
	schema       *lines.Schema // nil if the game has no lines
	stop         func(error)
	game         engine.Game
	over         func() error // the error of the match's context
	out          Outcome
}

func (p *tried) Start(ctx context.Context, m engine.Match, seat int) error {
	p.game, p.over = m.Setup().Game(), ctx.Err
	p.failed(0, match.FaultOf(match.Answer{}, p.Player.Start(ctx, m, seat)))
	return nil
}

func (p *tried) Ask(state *match.State) error {
	if state.Round() >= len(p.rounds) {
		p.stop(errEnough)
		return nil
	}
	if p.out.Fault == nil {
		p.failed(state.Round(), match.FaultOf(match.Answer{}, p.Player.Ask(state)))
	}
	return nil
}

func (p *tried) Answer(state *match.State) (match.Answer, error) {
	if state.Round() >= len(p.rounds) || p.out.Fault != nil {
		return match.Answer{}, nil
	}
	answer, err := p.Player.Answer(state)
	if p.failed(state.Round(), match.FaultOf(answer, err)) {
		return match.Answer{}, nil
	}
	p.out.Rounds++
	turn := p.rounds[state.Round()].Turns[p.seat]
	if turn.Status.IsFrozen() {
		p.stop(errEnough)
		return match.Answer{}, nil
	}
	p.compare(state.Round(), turn.Commands, answer.Commands)
	return match.Answer{Commands: turn.Commands, Status: turn.Status}, nil
}

// failed notes a fault of the bot, if there is one, and ends the match with it.
func (p *tried) failed(round int, fault *match.Fault) bool {
	if fault == nil {
		return false
	}
	if p.over() != nil {
		return true // called off, which is not the bot's fault
	}
	p.out.Fault = &match.Verdict{Seat: p.seat, Round: round, Kind: fault.Kind, Detail: fault.Detail}
	p.stop(errEnough)
	return true
}

func (p *tried) compare(round int, before, now engine.Commands) {
	p.out.Compared++
	was, is := p.encoded(before), p.encoded(now)
	if bytes.Equal(was, is) {
		return
	}
	p.out.Differs = append(p.out.Differs, round)
	if p.out.First == nil {
		p.out.First = &Difference{Round: round, Recorded: p.words(was), Now: p.words(is)}
	}
}

// encoded returns commands as a message; nil if there are none.
func (p *tried) encoded(c engine.Commands) []byte {
	if c == nil || c.Len() == 0 {
		return nil
	}
	return p.game.EncodeCommands(c)
}

// words returns commands in words, or nil if there are none for them.
func (p *tried) words(message []byte) []string {
	if p.schema == nil || len(message) == 0 {
		return nil
	}
	text, err := p.schema.AppendCommands(nil, message)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// verifier sees to it that the bot gets the recorded States and no others.
type verifier struct {
	rounds []replay.Round
	stop   func(error)
	digest engine.Digest
	err    error
}

func (v *verifier) Round(m engine.Match, round match.Round) {
	if round.Number >= len(v.rounds) || v.err != nil {
		return
	}
	if v.err = v.rounds[round.Number].Check(m, &v.digest); v.err != nil {
		v.stop(errEnough)
	}
}

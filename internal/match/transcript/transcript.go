// Package transcript turns a recorded match into lines: what one of its players was sent,
// and what it answered, as the line protocol has it. It does so for any player, also for
// one that was sent something else, such as a Go bot.
package transcript

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Kind is what a piece of a transcript is.
type Kind int

// The kinds of pieces.
const (
	Hello  Kind = iota // the player's first line
	Start              // with which a match begins
	State              // of a round, with the question
	Answer             // of the player
	End                // of the match
)

// FromPlayer reports whether the player writes it.
func (k Kind) FromPlayer() bool { return k == Hello || k == Answer }

// Piece is some lines of a transcript.
type Piece struct {
	Kind  Kind
	Round int    // of a State and its Answer
	Text  []byte // whole lines; they are valid until the visit ends
}

// Of calls visit with each piece of the transcript of a seat, in order, and with the
// match as it is then. It stops at the first error of visit and returns it.
//
// The pieces end with the question in whose round the player was frozen, or that of the
// round in which the match was interrupted. An answer has the commands in their order and
// then the notes; what a bot wrote as notes between its commands follows them, too.
func Of(r *replay.Replay, seat int, visit func(m engine.Match, p Piece) error) error {
	m, err := r.Begin()
	if err != nil {
		return err
	}
	schema, err := lines.Of(r.Setup.Game().Info())
	if err != nil {
		return err
	}
	w := &writer{match: m, schema: schema, seat: seat, visit: visit}
	if w.lines, err = schema.NewMatch(m.StartMessage()); err != nil {
		return err
	}
	if err := w.begin(ToldIn(r.Header)); err != nil {
		return err
	}
	for _, round := range r.Rounds {
		if frozen, err := w.round(round); err != nil || frozen {
			return err
		}
	}
	if m.Over() {
		return w.say(End, lines.AppendEnd(w.text[:0], m.Scores(), engine.Places(m.Scores())))
	}
	return w.question()
}

// ToldIn returns the limits that the players were told. Replays of earlier arenas have
// only the first of them; the others were most likely as usual.
func ToldIn(h replay.Header) lineproto.Told {
	limits := lineproto.Told{CPU: h.CPU}
	if told := h.Limits; told != nil {
		limits.Bank, limits.StartCPU, limits.Wall, limits.WallBank = told.Bank, told.StartCPU, told.Wall, told.WallBank
	} else if h.CPU > 0 {
		limits = lineproto.UsuallyTold()
		limits.CPU = h.CPU
	}
	return limits
}

type writer struct {
	match  engine.Match
	schema *lines.Schema
	lines  *lines.Match
	seat   int
	visit  func(engine.Match, Piece) error
	text   []byte // reused
	digest engine.Digest
}

func (w *writer) say(kind Kind, text []byte) error {
	w.text = text
	return w.visit(w.match, Piece{kind, w.match.Round(), text})
}

func (w *writer) begin(limits lineproto.Told) error {
	if err := w.say(Hello, fmt.Appendf(w.text[:0], "%s%d\n", lines.HelloWord, lines.Version)); err != nil {
		return err
	}
	return w.say(Start, w.lines.AppendStart(w.text[:0], lineproto.SeatMessage(w.match.Seat(w.seat), w.seat, limits)))
}

func (w *writer) question() error {
	text, err := w.lines.AppendState(w.text[:0], w.match.Round(), w.match.StateMessage(), w.match.Scores())
	if err != nil {
		return err
	}
	return w.say(State, text)
}

// round writes a round and plays it. It reports whether the player was frozen in it.
func (w *writer) round(round replay.Round) (frozen bool, err error) {
	if err := w.question(); err != nil {
		return false, err
	}
	turn := round.Turns[w.seat]
	if turn.Status.IsFrozen() {
		return true, nil
	}
	if err := w.answer(round, turn.Commands); err != nil {
		return false, err
	}
	w.match.Step(round.Turns)
	return false, round.Check(w.match, &w.digest)
}

func (w *writer) answer(round replay.Round, commands engine.Commands) error {
	text := w.text[:0]
	if commands != nil {
		var err error
		message := w.match.Setup().Game().EncodeCommands(commands)
		if text, err = w.schema.AppendCommands(text, message); err != nil {
			return err
		}
	}
	if round.Notes != nil {
		for _, n := range round.Notes[w.seat] {
			text = lines.AppendNote(text, n)
		}
	}
	return w.say(Answer, lines.AppendDone(text, round.Number))
}

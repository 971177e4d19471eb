package lineproto

import (
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
)

// Talk is what one player and the arena say in one match.
type Talk struct {
	game   engine.Game
	answer *lines.Answer
	notes  engine.Debug
}

// Begin begins the talk with the player of a seat. It returns the lines with which the match begins, too.
func Begin(m engine.Match, seat int, limits Told) (*Talk, []byte, error) {
	t := &Talk{game: m.Setup().Game()}
	schema, err := lines.Of(t.game.Info())
	if err != nil {
		return nil, nil, err
	}
	encoder, err := schema.NewMatch(m.StartMessage())
	if err != nil {
		return nil, nil, err
	}
	t.answer = schema.NewAnswer(&t.notes)
	return t, encoder.AppendStart(nil, SeatMessage(m.Seat(seat), seat, limits)), nil
}

// Ask returns the question of a round, and expects its answer from now on.
func (t *Talk) Ask(state *match.State) ([]byte, error) {
	text, err := state.Text()
	if err == nil {
		t.answer.Begin(state.Round())
	}
	return text, err
}

// Line takes a line of the answer, without its end. Its caller sees to it that none is longer than [lines.MaxLine].
func (t *Talk) Line(line []byte) (lines.Kind, error) { return t.answer.Line(line) }

// Bytes returns how many bytes the answer has, without prints.
func (t *Talk) Bytes() int { return t.answer.Bytes() }

// Message returns the commands of the answer as the game's Commands message.
func (t *Talk) Message() []byte { return t.answer.Commands() }

// Notes returns the notes since the last call.
func (t *Talk) Notes() []engine.Note { return t.notes.Take() }

// Commands reads the commands of an answer.
func (t *Talk) Commands(message []byte) (engine.Commands, error) {
	commands, err := t.game.DecodeCommands(message)
	if err != nil {
		return nil, Unreadable(err)
	}
	return commands, nil
}

// Unreadable is the fault of a bot whose commands the game can't read.
func Unreadable(err error) *match.Fault {
	return protocol("gave commands that can't be read: %v", err)
}

// Refused is the fault of a bot with a line that can't be read, which is the error of [Talk.Line], and what its
// author is shown of the line.
func Refused(err error) (fault *match.Fault, shown []string) {
	wrong := new(lines.Error)
	if !errors.As(err, &wrong) {
		return protocol("%v", err), nil
	}
	return protocol("wrote %q: %v", Quote(wrong.Text), wrong), wrong.Caret()
}

func protocol(format string, args ...any) *match.Fault {
	return &match.Fault{Kind: match.Protocol, Detail: fmt.Sprintf(format, args...)}
}

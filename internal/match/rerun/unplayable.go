package rerun

import (
	"fmt"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
)

// FrozenError reports a seat that can't be played on, since its player was frozen before.
type FrozenError struct{ Verdict match.Verdict }

func (e *FrozenError) Error() string {
	return fmt.Sprintf("seat %d was frozen in round %d, and stays so", e.Verdict.Seat, e.Verdict.Round)
}

// UnknownBotError reports a seat of which nobody knows which bot played in it.
type UnknownBotError struct {
	Seat      int
	Name      safe.Outside // of the player
	NoProgram bool         // the player was no program but, say, a person; otherwise no bot has the name
}

func (e *UnknownBotError) Error() string {
	why := "not the name of a bot"
	if e.NoProgram {
		why = "was played by no program"
	}
	return fmt.Sprintf("seat %d (%s): %s", e.Seat, e.Name, why)
}

// BotOf returns the name by which the bot of a seat is looked for. A replay that a stranger made must not
// start what it likes: a path is no name. Errors are of type *[UnknownBotError].
func BotOf(r *replay.Replay, seat int) (string, error) {
	name := r.Seats[seat].Name
	if !safe.IsPlainName(name) {
		return "", &UnknownBotError{Seat: seat, Name: safe.Outside(name)}
	}
	if len(r.Seats[seat].SHA256) == 0 {
		return "", &UnknownBotError{Seat: seat, Name: safe.Outside(name), NoProgram: true}
	}
	return name, nil
}

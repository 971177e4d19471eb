package rerun

import (
	"context"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
)

// Seat is who plays on in a seat.
type Seat struct {
	Bot    match.Player // nil: the recorded commands go on, whatever has become of the match by then
	Orders Orders       // that take the place of its commands at first
}

// Branch plays a recorded match up to a round as it was, and from there on as the seats tell.
//
// The bots get all States from the beginning; so each knows what it would know if it had played.
// What they answer before the round does not count, and who fails before it is frozen in it.
//
// The match m is that of the recording before its first round; only the players' names may
// differ. Branch fails with a [replay.DifferenceError] if it does not come to the round as
// recorded. The context and the watchers are as with [match.Play].
func Branch(ctx context.Context, r *replay.Replay, round int, m engine.Match, seats []Seat,
	watchers ...match.Watcher,
) (match.Result, error) {
	if err := canBranch(r, round, seats); err != nil {
		return match.Result{}, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	players := make([]match.Player, len(seats))
	for i, seat := range seats {
		was := newRecorded(r, i)
		if players[i] = was; seat.Bot != nil {
			players[i] = &branched{Player: seat.Bot, was: was, from: round}
		}
		if len(seat.Orders) > 0 {
			players[i] = &ordered{Player: players[i], orders: seat.Orders, from: round}
		}
	}
	watch := &verifier{rounds: r.Rounds[:round], stop: stop}
	result, err := match.Play(ctx, m, players, append([]match.Watcher{watch}, watchers...)...)
	if watch.err != nil {
		return result, watch.err
	}
	return result, err
}

// canBranch fails unless these bots can play on from a round.
func canBranch(r *replay.Replay, round int, seats []Seat) error {
	if _, err := r.Begin(); err != nil {
		return err
	}
	if round < 0 || round > len(r.Rounds) {
		return fmt.Errorf("no round %d: rounds 0 to %d were recorded", round, len(r.Rounds)-1)
	}
	if len(seats) != len(r.Seats) {
		return fmt.Errorf("who plays on in %d seats, but the match has %d", len(seats), len(r.Seats))
	}
	for seat, now := range seats {
		if v := Frozen(r, round, seat); v != nil && (now.Bot != nil || len(now.Orders) > 0) {
			return fmt.Errorf("seat %d was frozen in round %d", v.Seat, v.Round)
		}
	}
	return nil
}

// branched is a player that repeats the record up to a round, and then does what a bot does.
type branched struct {
	match.Player // the bot
	was          *recorded
	from         int   // the first round in which the bot counts
	failed       error // before that round
	now          int   // the round
}

func (p *branched) Start(ctx context.Context, m engine.Match, seat int) error {
	p.failed = p.Player.Start(ctx, m, seat)
	return nil
}

func (p *branched) Ask(state *match.State) error {
	if p.now = state.Round(); p.failed == nil {
		p.failed = p.Player.Ask(state)
	}
	if p.now < p.from {
		return nil
	}
	return p.failed
}

func (p *branched) Answer(state *match.State) (match.Answer, error) {
	if p.now >= p.from {
		return p.Player.Answer(state)
	}
	if p.failed == nil {
		answer, err := p.Player.Answer(state)
		if fault := match.FaultOf(answer, err); fault != nil {
			p.failed = fault
		}
	}
	return p.was.Answer(state)
}

func (p *branched) Lines() []string {
	own, recorded := p.Player.Lines(), p.was.Lines()
	if p.now < p.from {
		return recorded
	}
	return own
}

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

// Package match is the referee: it seats players, asks them round by round, and
// freezes those that break a limit. It knows players only as the interface
// [Player]; whether they are processes or functions is all the same to it.
package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/botarena/arena/engine"
)

// Player plays one seat of one match. The referee calls Start once, then Ask
// and Answer in turn, with Lines after each round, then End or Freeze. An error from Start, Ask or Answer
// freezes the player; one that is no [*Fault] counts as a crash.
type Player interface {
	// Start begins the match. It must not be waiting for anything once ctx ends,
	// and nor must Answer after it.
	Start(ctx context.Context, m engine.Match, seat int) error
	// Ask hands over the state of a round and does not wait for the answer.
	Ask(state *State) error
	// Answer waits for the player's part in the round that was asked for.
	Answer(state *State) (Answer, error)
	// Lines returns what the player has written to standard error since it was
	// called last, as [Lines] collects it. The referee asks at the end of each
	// round, and so after Freeze too.
	Lines() []string
	// End tells the player how the match ended. It is called even after errors
	// of other players, but not after Freeze.
	End(result Result)
	// Freeze tells the player that it takes no further part.
	Freeze()
}

// State is the state of a match at the beginning of a round.
type State struct {
	match   engine.Match
	message []byte
}

// Round is the number of rounds played before.
func (s *State) Round() int { return s.match.Round() }

// Message is the State message of the game. It is encoded once for all seats.
func (s *State) Message() []byte {
	if s.message == nil {
		s.message = s.match.StateMessage()
	}
	return s.message
}

// Answer is a player's part in a round.
type Answer struct {
	Commands engine.Commands
	Status   engine.Status
	Receipt  Receipt
	// Notes are what the player noted for its author. They come from an
	// [engine.Debug], which keeps them within the limits of a match.
	Notes []engine.Note
}

// Receipt says what an answer took.
type Receipt struct {
	CPU   time.Duration // what is charged: CPU time; where there is no such clock, Wall
	Wall  time.Duration // from asking to the answer
	Bytes int           // of the answer
}

// Round is what happened in one round.
type Round struct {
	Number   int // from 0
	Turns    []engine.Turn[engine.Commands]
	Receipts []Receipt
	Verdicts []Verdict // of this round
	// Notes are what the players noted for their authors, by seat; nil: nobody
	// noted anything. Those of a round that a player did not answer are lost.
	Notes [][]engine.Note
	// Lines are what the players wrote to standard error, by seat; nil: nobody
	// wrote anything. A line counts for the round in which it arrived, which with a
	// bot that goes on writing after its answer may be the next one. What a player
	// wrote while it was frozen counts for the round of its verdict.
	Lines [][]string
}

// Result is how a match ended.
type Result struct {
	Rounds   int // played; fewer than the game's if the match was interrupted
	Scores   []int
	Places   []int
	Verdicts []Verdict // in the order in which they were given
}

// Verdict returns the verdict on a seat, nil if it has none.
func (r Result) Verdict(seat int) *Verdict {
	for i := range r.Verdicts {
		if r.Verdicts[i].Seat == seat {
			return &r.Verdicts[i]
		}
	}
	return nil
}

// Watcher is told what happens in a match, as it happens. What it is handed
// belongs to the referee and is good until it returns.
type Watcher interface {
	Round(m engine.Match, r Round)
}

// Play plays a match to its end. When ctx ends first, it freezes all players, and
// returns the result so far and the cause; no other error stops a match.
func Play(ctx context.Context, m engine.Match, players []Player, watchers ...Watcher) (Result, error) {
	if len(players) != m.Setup().Seats() {
		return Result{}, fmt.Errorf("%d players for %d seats", len(players), m.Setup().Seats())
	}
	r := &referee{match: m, players: players, frozen: make([]bool, len(players))}
	for seat, p := range players {
		if err := p.Start(ctx, m, seat); err != nil {
			r.freeze(seat, err)
		}
	}
	for m.Round() < m.Rounds() && ctx.Err() == nil {
		round, done := r.round(ctx)
		if !done {
			break
		}
		for _, w := range watchers {
			w.Round(m, round)
		}
	}
	result := r.result()
	if result.Rounds < m.Rounds() {
		r.dismiss()
		return result, fmt.Errorf("stopped after round %d of %d: %w", result.Rounds, m.Rounds(), context.Cause(ctx))
	}
	for seat, p := range players {
		if !r.frozen[seat] {
			p.End(result)
		}
	}
	return result, nil
}

// dismiss freezes all players that are left, without a verdict.
func (r *referee) dismiss() {
	for seat, p := range r.players {
		if !r.frozen[seat] {
			p.Freeze()
		}
	}
}

type referee struct {
	match    engine.Match
	players  []Player
	frozen   []bool
	verdicts []Verdict
	seen     int // verdicts that a round has reported
}

// round asks all players and then gathers their answers, so that they think at
// the same time. It reports false when ctx ended meanwhile: then answers are
// missing through no fault of the players, and the round must not count.
func (r *referee) round(ctx context.Context) (Round, bool) {
	state := &State{match: r.match}
	number := r.match.Round()
	for seat, p := range r.players {
		if !r.frozen[seat] {
			if err := p.Ask(state); err != nil {
				r.freezeUnless(ctx, seat, err)
			}
		}
	}
	round := Round{
		Number:   number,
		Turns:    make([]engine.Turn[engine.Commands], len(r.players)),
		Receipts: make([]Receipt, len(r.players)),
	}
	for seat, p := range r.players {
		if r.frozen[seat] {
			round.Turns[seat].Status = engine.Frozen
			continue
		}
		answer, err := p.Answer(state)
		round.Receipts[seat] = answer.Receipt
		round.Notes = put(round.Notes, len(r.players), seat, answer.Notes)
		if err == nil {
			err = check(answer)
		}
		if err != nil {
			r.freezeUnless(ctx, seat, err)
			round.Turns[seat].Status = engine.Frozen
			continue
		}
		round.Turns[seat] = engine.Turn[engine.Commands]{Commands: answer.Commands, Status: answer.Status}
	}
	if ctx.Err() != nil {
		return round, false
	}
	for seat, p := range r.players {
		round.Lines = put(round.Lines, len(r.players), seat, p.Lines())
	}
	r.match.Step(round.Turns)
	round.Verdicts = r.verdicts[r.seen:]
	r.seen = len(r.verdicts)
	return round, true
}

// put notes what a seat said in a list that is made for the first who says
// something: most players say nothing.
func put[T any](all [][]T, seats, seat int, said []T) [][]T {
	if len(said) == 0 {
		return all
	}
	if all == nil {
		all = make([][]T, seats)
	}
	all[seat] = said
	return all
}

func check(a Answer) error {
	if a.Commands != nil && a.Commands.Len() > engine.MaxCommands {
		return &Fault{TooManyCommands, fmt.Sprintf("gave %d commands, the most is %d", a.Commands.Len(), engine.MaxCommands)}
	}
	return nil
}

// freezeUnless freezes a seat, unless the match was called off, which looks
// like a fault of whoever is asked just then.
func (r *referee) freezeUnless(ctx context.Context, seat int, err error) {
	if ctx.Err() == nil {
		r.freeze(seat, err)
	}
}

func (r *referee) freeze(seat int, err error) {
	fault := &Fault{Crash, err.Error()}
	errors.As(err, &fault)
	r.frozen[seat] = true
	r.verdicts = append(r.verdicts, Verdict{Seat: seat, Round: r.match.Round(), Kind: fault.Kind, Detail: fault.Detail})
	r.players[seat].Freeze()
}

func (r *referee) result() Result {
	scores := r.match.Scores()
	return Result{
		Rounds:   r.match.Round(),
		Scores:   scores,
		Places:   engine.Places(scores),
		Verdicts: r.verdicts,
	}
}

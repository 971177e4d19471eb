// Package match is the referee: it seats players, asks them for commands round by
// round, and freezes those that break a limit. It knows players only by the
// interface [Player], which processes and functions can implement alike.
package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
)

// Player plays one seat of one match. The referee calls Start once, then Ask and
// Answer in each round with Lines at its end, and finally End or Freeze. An error
// from Start, Ask or Answer freezes the player. If it is a [*Fault], that is the
// reason for the verdict; any other error counts as a crash.
//
// The Start methods of all players run at the same time, and so do their End and
// Freeze methods at the end of a match. All other calls come one after another.
type Player interface {
	// Start begins the match. Once ctx is done, neither Start nor any later Answer
	// may wait any longer. An error is the reason why the player takes no part.
	Start(ctx context.Context, m engine.Match, seat int) error
	// Ask hands over the state of a round. It does not wait for the answer. An error freezes the
	// player, and so does one of Answer.
	Ask(state *State) error
	// Answer waits for the player's answer in the round of the last Ask. An error that is a
	// [*Fault] says which verdict the player gets.
	Answer(state *State) (Answer, error)
	// Lines returns what the player has written to standard error since the last
	// call, as [Lines] collects it. The referee calls it at the end of each round,
	// even after Freeze.
	Lines() []string
	// End hands over the result of the match. It is called even if other players
	// failed, but not after Freeze.
	End(result Result)
	// Freeze ends the player's part in the match. It is called at most once.
	Freeze()
}

// State is the state of a match at the beginning of a round.
type State struct {
	match   engine.Match
	lines   *matchLines
	message []byte
	text    []byte
}

// matchLines is a match as lines, made when the first player wants them.
type matchLines struct {
	encoder *lines.Match
	size    int // of the last state
}

// Round returns the number of rounds played so far.
func (s *State) Round() int { return s.match.Round() }

// Message returns the game's encoded State message. It is encoded only once, for
// all seats.
func (s *State) Message() []byte {
	if s.message == nil {
		s.message = s.match.StateMessage()
	}
	return s.message
}

// Text returns the state as lines, with the question for this round. It is made only
// once, for all seats, and does not change. The error is that the game's schema, or
// what it sends, can't be said in lines.
func (s *State) Text() ([]byte, error) {
	if s.text != nil {
		return s.text, nil
	}
	if s.lines.encoder == nil {
		schema, err := lines.Of(s.match.Setup().Game().Info())
		if err != nil {
			return nil, err
		}
		if s.lines.encoder, err = schema.NewMatch(s.match.StartMessage()); err != nil {
			return nil, err
		}
	}
	const growth = 64 // bytes that a state may grow by from round to round
	text, err := s.lines.encoder.AppendState(make([]byte, 0, s.lines.size+growth), s.Round(), s.Message(),
		s.match.Scores())
	if err != nil {
		return nil, err
	}
	s.text, s.lines.size = text, len(text)
	return text, nil
}

// Answer is what a player answers in a round.
type Answer struct {
	Commands engine.Commands
	Status   engine.Status
	Receipt  Receipt
	// Notes are the player's notes for its author. They come from an
	// [engine.Debug], which keeps them within the limits of a match.
	Notes []engine.Note
}

// Receipt is the cost of an answer.
type Receipt struct {
	CPU   time.Duration // the time charged: CPU time, or Wall where it can't be measured
	Wall  time.Duration // elapsed time between question and answer
	Bytes int           // size of the answer
	// WallBank is the part of Wall that came out of the player's bank of wall-clock
	// time, because the answer took longer than a round may.
	WallBank time.Duration
}

// Round is what happened in one round.
type Round struct {
	Number   int // from 0
	Turns    []engine.Turn[engine.Commands]
	Receipts []Receipt
	Verdicts []Verdict // of this round
	// Notes are the players' notes for their authors, by seat, or nil if there are
	// none. If a player gave no answer, its notes of that round are lost.
	Notes [][]engine.Note
	// Lines are what the players wrote to standard error, by seat, or nil if they
	// wrote nothing. A line belongs to the round in which it arrived: a bot that
	// keeps writing after its answer may see its lines in the next round. What a
	// player wrote while it was being frozen belongs to the round of its verdict.
	Lines [][]string
}

// Result is how a match ended.
type Result struct {
	Rounds   int // rounds played; fewer than the game's if the match was interrupted
	Scores   []int
	Places   []int
	Verdicts []Verdict // in the order in which they were given
}

// Verdict returns the verdict on a seat, or nil if there is none.
func (r Result) Verdict(seat int) *Verdict {
	for i := range r.Verdicts {
		if r.Verdicts[i].Seat == seat {
			return &r.Verdicts[i]
		}
	}
	return nil
}

// Watcher follows a match while it is played.
type Watcher interface {
	// Round is called after every round. The match belongs to the referee and plays on
	// when Round returns; the round may be kept, and must not be changed.
	Round(m engine.Match, r Round)
}

// Play plays a match to its end. If ctx is done before that, it freezes all players
// and returns the result so far and the cause. No other error stops a match.
func Play(ctx context.Context, m engine.Match, players []Player, watchers ...Watcher) (Result, error) {
	if len(players) != m.Setup().Seats() {
		return Result{}, fmt.Errorf("%d players for %d seats", len(players), m.Setup().Seats())
	}
	r := &referee{match: m, players: players, frozen: make([]bool, len(players))}
	failed := make([]error, len(players))
	r.each(func(seat int, p Player) { failed[seat] = p.Start(ctx, m, seat) })
	for seat, err := range failed {
		if err != nil {
			r.freezeUnless(ctx, seat, err)
		}
	}
	for !m.Over() && ctx.Err() == nil {
		round, done := r.round(ctx)
		if !done {
			break
		}
		for _, w := range watchers {
			w.Round(m, round)
		}
	}
	result := r.result()
	if !m.Over() {
		r.dismiss()
		return result, fmt.Errorf("stopped after round %d of %d: %w", result.Rounds, m.Rounds(), context.Cause(ctx))
	}
	r.each(func(_ int, p Player) { p.End(result) })
	return result, nil
}

// dismiss freezes all remaining players, without a verdict.
func (r *referee) dismiss() { r.each(func(_ int, p Player) { p.Freeze() }) }

// each calls do for all remaining players at the same time: a player that takes its
// time takes no other player's.
func (r *referee) each(do func(seat int, p Player)) {
	var all sync.WaitGroup
	for seat, p := range r.players {
		if !r.frozen[seat] {
			all.Go(func() { do(seat, p) })
		}
	}
	all.Wait()
}

type referee struct {
	match    engine.Match
	players  []Player
	frozen   []bool
	verdicts []Verdict
	seen     int // verdicts that were reported in a Round
	lines    matchLines
}

// round asks all players and only then gathers the answers, so that the players
// think at the same time. It returns false if ctx is done: then answers may be
// missing through no fault of the players, and the round must not count.
func (r *referee) round(ctx context.Context) (Round, bool) {
	state := &State{match: r.match, lines: &r.lines}
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
		if fault := FaultOf(answer, err); fault != nil {
			r.freezeUnless(ctx, seat, fault)
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

// put stores what a seat said. It makes the list only when it is needed, since most
// players say nothing.
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

// FaultOf returns the reason for which a player is frozen that answers so, or nil if there
// is none.
func FaultOf(a Answer, err error) *Fault {
	if err != nil {
		fault := &Fault{Crash, err.Error()}
		errors.As(err, &fault)
		return fault
	}
	if a.Commands != nil && a.Commands.Len() > engine.MaxCommands {
		return &Fault{TooManyCommands, fmt.Sprintf("gave %d commands, the most is %d", a.Commands.Len(), engine.MaxCommands)}
	}
	return nil
}

// freezeUnless freezes a seat unless ctx is done: a match that is cancelled breaks
// off whatever call is under way, which is not the player's fault.
func (r *referee) freezeUnless(ctx context.Context, seat int, err error) {
	if ctx.Err() == nil {
		r.freeze(seat, err)
	}
}

func (r *referee) freeze(seat int, err error) {
	fault := FaultOf(Answer{}, err)
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

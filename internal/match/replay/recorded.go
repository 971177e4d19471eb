package replay

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
)

// NoRoundError reports a round that was not recorded.
type NoRoundError struct {
	Round, Rounds int
	Match         safe.Outside // what the text calls the match; it names none if this is ""
}

func (e *NoRoundError) Error() string {
	if e.Match == "" {
		return fmt.Sprintf("there is no round %d: %s are recorded, from 0", e.Round, safe.Count(e.Rounds, "round"))
	}
	return fmt.Sprintf("there is no round %d: %s has rounds 0 to %d", e.Round, e.Match, e.Rounds-1)
}

// NoSeatError reports a seat that a match does not have.
type NoSeatError struct {
	Seat, Seats int
	Match       safe.Outside // what the text calls the match
}

func (e *NoSeatError) Error() string {
	return fmt.Sprintf("there is no seat %d: %s has seats 0 to %d", e.Seat, e.Match, e.Seats-1)
}

// CheckSeat returns a *[NoSeatError] unless the match has this seat. The error calls the match as given.
func (h Header) CheckSeat(seat int, called string) error {
	if seat < 0 || seat >= len(h.Seats) {
		return &NoSeatError{seat, len(h.Seats), safe.Outside(called)}
	}
	return nil
}

// CheckFrom returns a *[NoRoundError] unless the match can be played on from this round: a recorded one, or the one
// after the last. The error calls the match as given.
func (r *Replay) CheckFrom(round int, called string) error {
	if round < 0 || round > len(r.Rounds) {
		return &NoRoundError{round, len(r.Rounds), safe.Outside(called)}
	}
	return nil
}

// VerdictOn returns the verdict on a seat; nil if it was never frozen.
func (r *Replay) VerdictOn(seat int) *match.Verdict {
	return match.Result{Verdicts: r.Verdicts()}.Verdict(seat)
}

// Check returns a *[DifferenceError] unless a match after this round is as it was recorded. It overwrites the digest,
// which saves memory over many rounds.
func (r *Round) Check(m engine.Match, digest *engine.Digest) error {
	m.Digest(digest)
	if digest.Sum() == r.Hash {
		return nil
	}
	return &DifferenceError{r.Number, digest.Differs(r.Checks)}
}

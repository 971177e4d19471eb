// Package comparison says which of two bots is better: who plays whom for that, and what the matches prove. It knows
// nothing of where they are played: `arena compare` plays them as processes, the playground in a browser.
package comparison

import (
	"errors"
	"fmt"

	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/schedule"
)

// MatchesOfGroup is how many matches of a comparison share a seed: in the second, new and
// old have exchanged their seats.
const MatchesOfGroup = 2

// UsualMargin is a difference from 1/2 that nobody cares for.
const UsualMargin = 0.05

// By says what the outcome of a pair of seats is.
type By string

// What can count.
const (
	ByPairs By = "pairs" // who is ahead
	ByScore By = "score" // by how much
)

func (b By) measure() evidence.Measure {
	if b == ByScore {
		return evidence.ByHowMuch
	}
	return evidence.WhoIsAhead
}

// Axis names the figure of an answer that is drawn.
func (b By) Axis() string {
	if b == ByScore {
		return "score"
	}
	return "pairs ahead"
}

// Question is a question to the matches of a new bot and an old one.
type Question struct {
	By     By
	Margin float64 // a difference from 1/2 that is of no interest, from 0 to less than 1/2
	Field  int     // how many bots play along
}

// The errors of comparisons that can't be.
var (
	ErrOneSeat = errors.New("only one bot plays the game")
	ErrNoField = errors.New("the game has two seats, for the old bot and the new one")
	ErrMargin  = errors.New("the margin is not from 0 to less than 0.5")
	ErrSame    = errors.New("new and old are the same program")
)

// TooFewError is returned for less matches than a group has.
type TooFewError struct{ Most int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d is less than a group of %d matches", e.Most, MatchesOfGroup)
}

// WholeGroups returns after how many matches a comparison ends, whatever is known then. The error
// is a *[TooFewError].
func WholeGroups(most int) (int, error) {
	if most < MatchesOfGroup {
		return 0, &TooFewError{most}
	}
	return most - most%MatchesOfGroup, nil
}

// Fits returns an error unless all have a seat: [ErrOneSeat] or [ErrNoField].
func (q Question) Fits(seats int) error {
	switch {
	case seats < 2:
		return ErrOneSeat
	case q.Field > 0 && seats < 3:
		return ErrNoField
	}
	return nil
}

// Schedule is who plays whom in a comparison.
type Schedule interface {
	schedule.Schedule
	// At returns the match with a number from 0.
	At(number int) schedule.Planned
}

// Schedule returns who sits where. Its entrants are schedule.New, schedule.Old and the field.
func (q Question) Schedule(seats int, first uint64) (Schedule, error) {
	if q.byTurns(seats) {
		lineup := make([]int, seats)
		for seat := range lineup {
			lineup[seat] = [...]int{schedule.New, schedule.Old}[seat%2]
		}
		return schedule.NewRotations(lineup, first), nil
	}
	return schedule.NewVersus(q.mixture(seats), q.Field, MatchesOfGroup, first)
}

// Format names that schedule in a store.
func (q Question) Format(seats int) string {
	if q.byTurns(seats) {
		return "by turns"
	}
	m := q.mixture(seats)
	return fmt.Sprintf("versus %d:%d:%d of %d, groups of %d", m.New, m.Old, m.Field, q.Field, MatchesOfGroup)
}

// byTurns reports whether new and old share all seats, and sit by turns: of all ways to
// seat them, that needs the fewest matches (docs/why/statistics.md).
func (q Question) byTurns(seats int) bool { return q.Field == 0 && seats%2 == 0 }

func (q Question) mixture(seats int) schedule.Mixture {
	if q.Field > 0 {
		return schedule.Mixture{New: 1, Old: 1, Field: seats - 2}
	}
	return schedule.Mixture{New: seats - seats/2, Old: seats / 2}
}

// NewAnswer returns the answer of no matches yet. The error is [ErrMargin].
func (q Question) NewAnswer() (*Answer, error) {
	test, err := evidence.NewTest(evidence.Options{Margin: q.Margin})
	if err != nil {
		return nil, ErrMargin
	}
	return &Answer{Question: q, test: test}, nil
}

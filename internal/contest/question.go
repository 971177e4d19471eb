package contest

import "github.com/botarena/arena/internal/contest/comparison"

// What a comparison is about, see package comparison.
type (
	// By says what the outcome of a pair of seats is.
	By = comparison.By
	// Question is a question to the matches of a new bot and an old one.
	Question = comparison.Question
	// Answer is what matches say about a new bot and an old one.
	Answer = comparison.Answer
	// Group is how the new bot did in a group of matches.
	Group = comparison.Group
	// Evidence is what the test says after a group.
	Evidence = comparison.Evidence
	// Schedule is who plays whom in a comparison.
	Schedule = comparison.Schedule
	// TooFewError is returned for less matches than a group has.
	TooFewError = comparison.TooFewError
)

// See package comparison.
const (
	ByPairs        = comparison.ByPairs
	ByScore        = comparison.ByScore
	UsualMargin    = comparison.UsualMargin
	MatchesOfGroup = comparison.MatchesOfGroup
)

// The errors of comparisons that can't be.
var (
	ErrOneSeat = comparison.ErrOneSeat
	ErrNoField = comparison.ErrNoField
	ErrMargin  = comparison.ErrMargin
	ErrSame    = comparison.ErrSame
)

// Needed is the evidence that decides.
func Needed() float64 { return comparison.Needed() }

// WholeGroups returns after how many matches a comparison ends, whatever is known then.
func WholeGroups(most int) (int, error) { return comparison.WholeGroups(most) }

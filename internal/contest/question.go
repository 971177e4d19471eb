package contest

import "github.com/botarena/arena/internal/contest/comparison"

// What a comparison is about, in the words of this package: who plays a run of many matches says by these what he
// wants to know of them.
type (
	By       = comparison.By
	Question = comparison.Question
	Answer   = comparison.Answer
	Group    = comparison.Group
	Evidence = comparison.Evidence
	Schedule = comparison.Schedule

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

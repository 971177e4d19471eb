package evidence

import (
	"errors"
	"fmt"
)

// Side is for whom a seat counts.
type Side int

// The sides. The field is all bots that are neither of the two compared.
const (
	Field Side = iota
	NewBot
	OldBot
)

// Scored has the facts of a match from which its outcome follows.
type Scored struct {
	Sides  []Side // by seat
	Scores []int  // by seat; the highest is best
}

// Measure returns the outcome of a pair by the scores of its seats, from 0 to 1. Exchanged
// scores give 1 minus that, exactly.
type Measure func(mine, other int) float64

// WhoIsAhead is 1 for the higher score, as engine.Places has the better place for it, 0
// for the lower and 1/2 for equal ones. Its mean is the share of pairs in which one is
// ahead.
func WhoIsAhead(mine, other int) float64 {
	switch {
	case mine > other:
		return 1
	case mine < other:
		return 0
	default:
		return 0.5
	}
}

// ByHowMuch is the logistic function of twice the logarithm of the ratio of the scores,
// which is mine² / (mine² + other²): 0.8 for twice the other's score, 0.9 for three times
// it. A score of 0 or less has no ratio; a pair with one is judged by [WhoIsAhead], which
// is also what the formula comes to when one score falls to 0. In the games of this
// repository no score is negative.
func ByHowMuch(mine, other int) float64 {
	switch {
	case mine <= 0 || other <= 0:
		return WhoIsAhead(mine, other)
	case mine < other:
		return 1 - ByHowMuch(other, mine)
	default:
		ratio := float64(other) / float64(mine)
		return 1 / (1 + float64(ratio*ratio))
	}
}

// ErrNoPair is returned for matches in which not both bots play.
var ErrNoPair = errors.New("the new and the old bot do not both play")

// errNoMatches is returned for a group without matches.
var errNoMatches = errors.New("a group without matches has no outcome")

// OfMatch returns the outcome of a match for the new bot, from 0 to 1. The error is
// [ErrNoPair], or says that the scores are not as many as the seats.
func OfMatch(measure Measure, m Scored) (float64, error) {
	if len(m.Sides) != len(m.Scores) {
		return 0, fmt.Errorf("%d seats have %d scores", len(m.Sides), len(m.Scores))
	}
	sum, pairs := 0.0, 0
	for mine, side := range m.Sides {
		if side != NewBot {
			continue
		}
		for other, side := range m.Sides {
			if side == OldBot {
				sum += measure(m.Scores[mine], m.Scores[other])
				pairs++
			}
		}
	}
	if pairs == 0 {
		return 0, ErrNoPair
	}
	return sum / float64(pairs), nil
}

// OfGroup returns the outcome of a group of matches for the new bot: the mean of theirs.
// The error tells the number of the match that has none.
func OfGroup(measure Measure, matches []Scored) (float64, error) {
	if len(matches) == 0 {
		return 0, errNoMatches
	}
	sum := 0.0
	for i, m := range matches {
		result, err := OfMatch(measure, m)
		if err != nil {
			return 0, fmt.Errorf("match %d: %w", i, err)
		}
		sum += result
	}
	return sum / float64(len(matches)), nil
}

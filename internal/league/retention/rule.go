package retention

import (
	"errors"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/contest/series"
)

// Kind is which matches a rule is about.
type Kind string

// The kinds of rules.
const (
	All    = Kind(series.KeepAll)
	Faults = Kind(series.KeepFaults) // with a verdict: to play them again may give none
	None   = Kind(series.KeepNone)
	Newest = Kind("newest")
	Upsets = Kind("upsets") // whose winner was expected least
)

// Forms are what [Parse] takes.
var Forms = []string{string(All), string(Faults), string(None), string(Newest) + ":N", string(Upsets) + ":N"}

// Rule says which replays are kept.
type Rule struct {
	Kind Kind
	Most int // of Newest and Upsets, how many
}

// ErrNoRule is returned for a rule that has none of the [Forms].
var ErrNoRule = errors.New("not one of " + strings.Join(Forms[:len(Forms)-1], ", ") + " and " + Forms[len(Forms)-1])

// Parse reads a rule as it is typed, and as a store has it.
func Parse(text string) (Rule, error) {
	name, most, counted := strings.Cut(text, ":")
	r := Rule{Kind: Kind(name)}
	switch r.Kind {
	case All, Faults, None:
		if !counted {
			return r, nil
		}
	case Newest, Upsets:
		n, err := strconv.Atoi(most)
		if r.Most = n; err == nil && n > 0 && r.String() == text { // a number has one spelling
			return r, nil
		}
	}
	return Rule{}, ErrNoRule
}

// Of returns the rule of a league. One that this arena does not know keeps nothing, and drops nothing.
func Of(keep string) Rule {
	r, err := Parse(keep)
	if err != nil {
		return Rule{Kind: None}
	}
	return r
}

func (r Rule) String() string {
	if r.Drops() {
		return string(r.Kind) + ":" + strconv.Itoa(r.Most)
	}
	return string(r.Kind)
}

// Drops reports whether replays are dropped that were kept before.
func (r Rule) Drops() bool { return r.Kind == Newest || r.Kind == Upsets }

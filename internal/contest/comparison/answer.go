package comparison

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Answer is what matches say about a new bot and an old one. It is made by [Question.NewAnswer].
type Answer struct {
	Question
	Matches int        // in whole groups
	Groups  []Group    // in the order of the schedule
	Course  []Evidence // after each group

	test   *evidence.Test
	group  []evidence.Scored // of the group that is not yet whole
	begins schedule.Planned  // the first match of that group
}

// Group is how the new bot did in a group of matches.
type Group struct {
	First  schedule.Planned
	Result float64 // from 0 to 1
}

// Evidence is what the test says after a group.
type Evidence struct {
	Better float64 `json:"better"` // natural logarithms of the capitals
	Worse  float64 `json:"worse"`
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Needed is the evidence that decides.
func Needed() float64 { return evidence.Needed(evidence.DefaultLevel) }

// Add counts a match, and reports whether more are needed. Matches are added in their order.
func (a *Answer) Add(m played.Match) (more bool) {
	if m.Number != a.Matches+len(a.group) {
		return true // others are missing before it, as when a run was stopped
	}
	if len(a.group) == 0 {
		a.begins = m.Planned
	}
	if a.group = append(a.group, Sides(m, func(bot int) int { return bot })); len(a.group) < MatchesOfGroup {
		return true
	}
	result := a.By.ResultOf(a.group)
	a.group, a.Matches = a.group[:0], m.Number+1
	a.Groups = append(a.Groups, Group{a.begins, result})
	a.test.Add(result)
	now := Evidence{Mean: a.test.Mean()}
	now.Better, now.Worse = a.test.Evidence()
	now.Low, now.High = a.test.Interval()
	a.Course = append(a.Course, now)
	return a.Says() == evidence.Undecided
}

// ResultOf returns how the new bot did in a group.
func (b By) ResultOf(group []evidence.Scored) float64 {
	result, err := evidence.OfGroup(b.measure(), group)
	if err != nil {
		panic(err) // a schedule of two seats both in each match
	}
	return result
}

// Share returns how the new bot did in a match, from 0 to 1.
func (b By) Share(m played.Match) float64 {
	return b.ResultOf([]evidence.Scored{Sides(m, func(bot int) int { return bot })})
}

// Sides returns a match as its outcome follows from it. Bots are told apart by the role
// that they have in a schedule.
func Sides(m played.Match, role func(bot int) int) evidence.Scored {
	one := evidence.Scored{Sides: make([]evidence.Side, len(m.Seats)), Scores: m.Scores}
	for seat, bot := range m.Seats {
		switch role(bot) {
		case schedule.New:
			one.Sides[seat] = evidence.NewBot
		case schedule.Old:
			one.Sides[seat] = evidence.OldBot
		}
	}
	return one
}

// Says returns the answer by now.
func (a *Answer) Says() evidence.Answer { return a.test.Answer() }

// Undecided reports whether more groups could decide.
func (a *Answer) Undecided() bool { return len(a.Groups) > 0 && a.Says() == evidence.Undecided }

// Last returns the evidence so far; there must be some.
func (a *Answer) Last() Evidence { return a.Course[len(a.Course)-1] }

// Worst returns the groups in which the new bot was behind, the worst first, and so many at most.
func (a *Answer) Worst(most int) []Group {
	worst := slices.DeleteFunc(slices.Clone(a.Groups), func(g Group) bool { return g.Result >= 0.5 })
	slices.SortStableFunc(worst, func(a, b Group) int { return cmp.Compare(a.Result, b.Result) })
	return worst[:min(most, len(worst))]
}

// Sentence says the answer about bots with these labels in words.
func (a *Answer) Sentence(newer, older string) string {
	low, high := a.test.Interval()
	found := fmt.Sprintf("ahead in %s %% of pairs, between %s and %s", percent(a.test.Mean()), percent(low), percent(high))
	if a.By == ByScore {
		found = fmt.Sprintf("by score %.2f, where 0.50 is equal, between %.2f and %.2f", a.test.Mean(), low, high)
	}
	switch a.Says() {
	case evidence.Better:
		newer += " is better than " + older
	case evidence.Worse:
		newer += " is worse than " + older
	case evidence.NoDifference:
		newer += " is as good as " + older + ", within " + a.margin()
	default:
		newer += " may be better or worse than " + older
		return fmt.Sprintf("not decided: %s: %s, after %d matches; %s", newer, found, a.Matches, a.further())
	}
	return fmt.Sprintf("%s: %s; decided after %d matches", newer, found, a.Matches)
}

// More returns how many matches more an answer would take at the difference so far, or a greater number than anybody
// plays; 0 if there is an answer, or no group yet.
func (a *Answer) More() int {
	if !a.Undecided() {
		return 0
	}
	return a.test.More() * MatchesOfGroup
}

// further says how many matches more an answer would take.
func (a *Answer) further() string {
	more := a.More()
	if more > evidence.MostMore*MatchesOfGroup {
		return fmt.Sprintf("at this difference, it takes more than %d,000 more", evidence.MostMore*MatchesOfGroup/1000)
	}
	return fmt.Sprintf("at this difference, it takes about %d more", roughly(more))
}

// roughly keeps two digits of a number, as the others would say more than is known.
func roughly(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// percent writes a share, as a whole number unless that would be a half, which it is not.
func percent(share float64) string {
	if text := fmt.Sprintf("%.0f", 100*share); text != "50" || share == 0.5 {
		return text
	}
	return fmt.Sprintf("%.1f", 100*share)
}

// margin writes the margin as its measure does.
func (a *Answer) margin() string {
	if a.By == ByScore {
		return fmt.Sprintf("%.2f", a.Margin)
	}
	return fmt.Sprintf("%.0f %% of pairs", 100*a.Margin)
}

package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/botarena/arena/internal/betting"
	"github.com/botarena/arena/internal/outcome"
	"github.com/botarena/arena/internal/progress"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
)

// matchesOfGroup is how many matches of a comparison share a seed: in the second, new and
// old have exchanged their seats.
const matchesOfGroup = 2

// findings are what the matches of a comparison say about the new bot and the old one.
type findings struct {
	common
	comparedBy
	test *betting.Test

	group  []outcome.Match // of the group that is not yet whole
	begins schedule.Match  // the first match of that group
	played int             // matches in whole groups
	course []evidence
	groups []groupResult
}

// newFindings returns findings of no matches yet. Their common part is filled in later.
func (q comparedBy) newFindings() (*findings, error) {
	test, err := betting.New(betting.Options{Margin: q.margin})
	if err != nil {
		return nil, misused("--margin 0.05", "--margin: %v is not from 0 to less than 0.5", q.margin)
	}
	return &findings{comparedBy: q, test: test}, nil
}

// groupResult is how the new bot did in a group.
type groupResult struct {
	first  schedule.Match
	result float64
}

// evidence is what the test says after a group.
type evidence struct {
	Better float64 `json:"better"` // natural logarithms of the capitals
	Worse  float64 `json:"worse"`
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// add counts a match, and reports whether more are needed.
func (f *findings) add(m series.Match) bool {
	if m.Number != f.played+len(f.group) {
		return true // others are missing before it, as after Ctrl-C
	}
	if len(f.group) == 0 {
		f.begins = m.Match
	}
	if f.group = append(f.group, sidesOf(m, func(bot int) int { return bot })); len(f.group) < matchesOfGroup {
		return true
	}
	result, err := outcome.OfGroup(f.by.measure(), f.group)
	must(err) // the schedule seats both
	f.group, f.played = f.group[:0], m.Number+1
	f.groups = append(f.groups, groupResult{f.begins, result})
	f.test.Add(result)
	now := evidence{Mean: f.test.Mean()}
	now.Better, now.Worse = f.test.Evidence()
	now.Low, now.High = f.test.Interval()
	f.course = append(f.course, now)
	return f.test.Verdict() == betting.Undecided
}

// sidesOf returns a match as its outcome follows from it. Bots are told apart by the role
// that they have in a schedule.
func sidesOf(m series.Match, role func(bot int) int) outcome.Match {
	one := outcome.Match{Sides: make([]outcome.Side, len(m.Seats)), Scores: m.Scores}
	for seat, bot := range m.Seats {
		switch role(bot) {
		case schedule.New:
			one.Sides[seat] = outcome.New
		case schedule.Old:
			one.Sides[seat] = outcome.Old
		}
	}
	return one
}

func (f *findings) look(state *progress.State) {
	if len(f.course) == 0 {
		return
	}
	last := f.course[len(f.course)-1]
	e := &progress.Evidence{
		New: f.bots[schedule.New].Label, Old: f.bots[schedule.Old].Label,
		Decided: betting.Needed(betting.DefaultLevel), Share: last.Mean, Low: last.Low, High: last.High,
	}
	for _, now := range f.course {
		e.Better, e.Worse = append(e.Better, now.Better), append(e.Worse, now.Worse)
	}
	state.Evidence = e
}

// undecided reports whether more groups could decide.
func (f *findings) undecided() bool {
	return len(f.groups) > 0 && f.test.Verdict() == betting.Undecided
}

// tell prints what was found out.
func (f *findings) tell(to io.Writer, asJSON bool) error {
	if asJSON {
		return printJSON(to, f.json())
	}
	if len(f.groups) == 0 {
		return nil
	}
	fmt.Fprint(to, plotCourse(f.course, f.by.axis()))
	f.printLosses(to)
	fmt.Fprintln(to, f.sentence())
	return nil
}

// sentence says in words what was found out.
func (f *findings) sentence() string {
	bots := f.bots
	newer, older := bots[schedule.New].Label, bots[schedule.Old].Label
	low, high := f.test.Interval()
	found := fmt.Sprintf("ahead in %s %% of pairs, between %s and %s", percent(f.test.Mean()), percent(low), percent(high))
	if f.by == byScore {
		found = fmt.Sprintf("by score %.2f, where 0.50 is equal, between %.2f and %.2f", f.test.Mean(), low, high)
	}
	switch f.test.Verdict() {
	case betting.Better:
		return fmt.Sprintf("%s is better than %s: %s; decided after %d matches", newer, older, found, f.played)
	case betting.Worse:
		return fmt.Sprintf("%s is worse than %s: %s; decided after %d matches", newer, older, found, f.played)
	case betting.NoDifference:
		return fmt.Sprintf("%s is as good as %s, within %s: %s; decided after %d matches", newer, older, f.inMeasure(f.margin), found, f.played)
	}
	return fmt.Sprintf("not decided: %s may be better or worse than %s: %s, after %d matches", newer, older, found, f.played)
}

// percent writes a share, as a whole number unless that would be a half, which it is not.
func percent(share float64) string {
	if text := fmt.Sprintf("%.0f", 100*share); text != "50" || share == 0.5 {
		return text
	}
	return fmt.Sprintf("%.1f", 100*share)
}

// inMeasure writes a difference as its measure does.
func (f *findings) inMeasure(d float64) string {
	if f.by == byScore {
		return fmt.Sprintf("%.2f", d)
	}
	return fmt.Sprintf("%.0f %% of pairs", 100*d)
}

// mostLosses is how many groups are named.
const mostLosses = 3

// printLosses names the groups in which the new bot did worst, and for each a command.
func (f *findings) printLosses(to io.Writer) {
	worst := slices.Clone(f.groups)
	slices.SortStableFunc(worst, func(a, b groupResult) int {
		switch {
		case a.result < b.result:
			return -1
		case a.result > b.result:
			return 1
		}
		return 0
	})
	for _, g := range worst[:min(mostLosses, len(worst))] {
		if g.result >= 0.5 {
			break
		}
		fmt.Fprintf(to, "%s did badly with seed %d (%.2f): %s\n", f.bots[schedule.New].Label, g.first.Seed, g.result, f.again(g.first)+" --view")
	}
}

package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/betting"
	"github.com/botarena/arena/internal/outcome"
	"github.com/botarena/arena/internal/progress"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
)

type compareOptions struct {
	manyOptions
	field  []string
	by     byFlag
	margin float64
	most   int // matches
}

// matchesOfGroup is how many matches of a comparison share a seed: in the second, new and
// old have exchanged their seats.
const matchesOfGroup = 2

func newCompare(s *program) *cobra.Command {
	o := &compareOptions{by: byPairs}
	c := &cobra.Command{
		Use:   "compare GAME OLD NEW",
		Short: "Find out whether a bot is better than another, in as few matches as that takes",
		Long: `Find out whether a bot is better than another, in as few matches as that takes.

It is not asked how many matches to play. After each group of matches, a test looks at
all results so far, and stops when they say enough: that NEW is better, that it is
worse, or that the difference, if there is one, is below --margin. Whenever it stops,
and however often it has looked, a verdict is false with a chance of 5 % at most.
docs/statistics.md says how.

A group is two matches with one seed. In the second, OLD and NEW have exchanged their
seats, so that neither board nor seats favour one of them. Without --field each has
half of the seats. With it, each has one, and the others are for the bots of the field,
in turn.

--by pairs asks who is ahead: its result is the share of pairs of a seat of NEW's and
one of OLD's in which NEW had the higher score; ties count half. --by score asks by how
much: 0.8 stands for twice the other's score, 0.5 for the same. It finds smaller
differences, but counts a high win more than a narrow one.

` + storeHelp,
		Example: `  arena compare orkisland examples/null examples/demo
  arena compare orkisland old/zorg zorg --field demo,dummy --bots examples`,
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], []string{args[2], args[1]} // schedule.New, schedule.Old
			return compare(c, s, o)
		},
	}
	o.register(s, c, "seed of the first group (default: drawn at random)")
	c.Args = wantArgs(3, 3)
	c.Flags().StringSliceVar(&o.field, "field", nil, "`BOTS` that play along, as dummy,demo")
	c.Flags().Var(&o.by, "by", "`WHAT` counts: pairs or score")
	must(c.RegisterFlagCompletionFunc("by", cobra.FixedCompletions([]string{string(byPairs), string(byScore)}, cobra.ShellCompDirectiveNoFileComp)))
	c.Flags().Float64Var(&o.margin, "margin", 0.05, "a difference from 0.5 that is of no interest, as `NUMBER`; with 0 only better or worse ends it")
	c.Flags().IntVar(&o.most, "max", 2000, "play `NUMBER` matches at most")
	return c
}

// byFlag says what the outcome of a pair is.
type byFlag string

const (
	byPairs byFlag = "pairs"
	byScore byFlag = "score"
)

func (b *byFlag) String() string { return string(*b) }
func (b *byFlag) Type() string   { return "what" }

func (b *byFlag) Set(text string) error {
	switch byFlag(text) {
	case byPairs, byScore:
		*b = byFlag(text)
		return nil
	}
	return errors.New("no such measure")
}

func (b byFlag) measure() outcome.Measure {
	if b == byScore {
		return outcome.ByHowMuch
	}
	return outcome.WhoIsAhead
}

// axis says what is drawn.
func (b byFlag) axis() string {
	if b == byScore {
		return "score"
	}
	return "pairs ahead"
}

func compare(c *cobra.Command, s *program, o *compareOptions) error {
	run, err := o.begin(c, s)
	if err != nil {
		return err
	}
	stopped := run.play(c.Context(), run.versus.Matches(), run.most, run)
	return errors.Join(stopped, run.tell(), run.close())
}

// comparison is a comparison while it is played.
type comparison struct {
	*manyMatches
	o      *compareOptions
	versus *schedule.Versus
	most   int // matches
	test   *betting.Test

	group  []outcome.Match // of the group that is played
	played int             // matches in whole groups
	course []evidence
	groups []groupResult
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

func (o *compareOptions) begin(c *cobra.Command, s *program) (*comparison, error) {
	setup, err := o.setupFor(s)
	if err != nil {
		return nil, err
	}
	run := &comparison{o: o}
	if run.test, err = betting.New(betting.Options{Margin: o.margin}); err != nil {
		return nil, misused("--margin 0.05", "--margin: %v is not from 0 to less than 0.5", o.margin)
	}
	if run.most = o.most - o.most%matchesOfGroup; run.most < matchesOfGroup {
		return nil, misused("--max 2000", "--max: %d is less than a group of %d matches", o.most, matchesOfGroup)
	}
	seats := setup.Seats()
	mixture := schedule.Mixture{New: seats - seats/2, Old: seats / 2}
	if len(o.field) > 0 {
		mixture = schedule.Mixture{New: 1, Old: 1, Field: seats - 2}
	}
	o.bots = append(o.bots, o.field...)
	if run.manyMatches, err = o.prepare(c.Context(), s, setup); err != nil {
		return nil, err
	}
	run.bots = run.bots.apart()
	if run.bots.list[schedule.New].command.Path == run.bots.list[schedule.Old].command.Path {
		return nil, misused("keep a copy of the old one, as by git worktree", "%s: NEW and OLD are the same program", o.bots[0])
	}
	format := fmt.Sprintf("versus %d:%d:%d of %d, groups of %d", mixture.New, mixture.Old, mixture.Field, len(o.field), matchesOfGroup)
	if err = run.remember(c.Context(), kindCompare, format); err != nil {
		return nil, err
	}
	run.versus, err = schedule.NewVersus(mixture, len(o.field), matchesOfGroup, o.setup.seed.value)
	if err != nil {
		return nil, misused("arena games lists the games", "%s: %v", setup.Game().Info().Title, err)
	}
	return run, nil
}

// add counts a match, and reports whether more are needed.
func (r *comparison) add(m series.Match) bool {
	if m.Number != r.played+len(r.group) {
		return true // others are missing before it, as after Ctrl-C
	}
	one := outcome.Match{Sides: make([]outcome.Side, len(m.Seats)), Scores: m.Scores}
	for seat, bot := range m.Seats {
		switch bot {
		case schedule.New:
			one.Sides[seat] = outcome.New
		case schedule.Old:
			one.Sides[seat] = outcome.Old
		}
	}
	if r.group = append(r.group, one); len(r.group) < matchesOfGroup {
		return true
	}
	result, err := outcome.OfGroup(r.o.by.measure(), r.group)
	must(err) // the schedule seats both
	r.group, r.played = r.group[:0], m.Number+1
	first := r.versus.At(m.Number + 1 - matchesOfGroup)
	r.groups = append(r.groups, groupResult{first, result})
	r.test.Add(result)
	now := evidence{Mean: r.test.Mean()}
	now.Better, now.Worse = r.test.Evidence()
	now.Low, now.High = r.test.Interval()
	r.course = append(r.course, now)
	return r.test.Verdict() == betting.Undecided
}

func (r *comparison) look(state *progress.State) {
	if len(r.course) == 0 {
		return
	}
	last := r.course[len(r.course)-1]
	e := &progress.Evidence{
		New: r.bots.list[schedule.New].label, Old: r.bots.list[schedule.Old].label,
		Decided: betting.Needed(betting.DefaultLevel), Share: last.Mean, Low: last.Low, High: last.High,
	}
	for _, now := range r.course {
		e.Better, e.Worse = append(e.Better, now.Better), append(e.Worse, now.Worse)
	}
	state.Evidence = e
}

// tell prints what was found out.
func (r *comparison) tell() error {
	if r.o.json {
		return printJSON(r.s.out, r.json())
	}
	if len(r.groups) == 0 {
		return nil
	}
	fmt.Fprint(r.s.out, plotCourse(r.course, r.o.by.axis()))
	r.printLosses(r.s.out)
	fmt.Fprintln(r.s.out, r.sentence())
	if r.test.Verdict() == betting.Undecided {
		fmt.Fprintf(r.s.out, "hint: the same command with --max %d goes on\n", 2*max(r.o.most, r.played))
	}
	return nil
}

// sentence says in words what was found out.
func (r *comparison) sentence() string {
	bots := r.bots.list
	newer, older := bots[schedule.New].label, bots[schedule.Old].label
	low, high := r.test.Interval()
	found := fmt.Sprintf("ahead in %.0f %% of pairs, between %.0f and %.0f", 100*r.test.Mean(), 100*low, 100*high)
	if r.o.by == byScore {
		found = fmt.Sprintf("by score %.2f, where 0.50 is equal, between %.2f and %.2f", r.test.Mean(), low, high)
	}
	switch r.test.Verdict() {
	case betting.Better:
		return fmt.Sprintf("%s is better than %s: %s; decided after %d matches", newer, older, found, r.played)
	case betting.Worse:
		return fmt.Sprintf("%s is worse than %s: %s; decided after %d matches", newer, older, found, r.played)
	case betting.NoDifference:
		return fmt.Sprintf("%s is as good as %s, within %s: %s; decided after %d matches", newer, older, r.inMeasure(r.o.margin), found, r.played)
	}
	return fmt.Sprintf("not decided: %s may be better or worse than %s: %s, after %d matches", newer, older, found, r.played)
}

// inMeasure writes a difference as its measure does.
func (r *comparison) inMeasure(d float64) string {
	if r.o.by == byScore {
		return fmt.Sprintf("%.2f", d)
	}
	return fmt.Sprintf("%.0f %% of pairs", 100*d)
}

// mostLosses is how many groups are named.
const mostLosses = 3

// printLosses names the groups in which the new bot did worst, and for each a command.
func (r *comparison) printLosses(to io.Writer) {
	worst := slices.Clone(r.groups)
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
		fmt.Fprintf(to, "%s did badly with seed %d (%.2f): %s\n", r.bots.list[schedule.New].label, g.first.Seed, g.result, r.again(g.first)+" --view")
	}
}

type compareJSON struct {
	Game     string         `json:"game"`
	Random   string         `json:"random"`
	Settings map[string]int `json:"settings"`
	Seed     uint64         `json:"first_seed"`
	By       string         `json:"by"`
	Margin   float64        `json:"margin"`
	New      playerJSON     `json:"new"`
	Old      playerJSON     `json:"old"`
	Field    []playerJSON   `json:"field"`
	Matches  int            `json:"matches"` // in whole groups
	Verdict  string         `json:"verdict"`
	Sentence string         `json:"sentence"`
	Needed   float64        `json:"needed"` // of the evidence
	Course   []evidence     `json:"course"` // after each group
	Groups   []groupJSON    `json:"groups"`
}

type playerJSON struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

type groupJSON struct {
	Seed   uint64  `json:"seed"`
	Result float64 `json:"result"`
	Again  string  `json:"again"`
}

func (r *comparison) json() compareJSON {
	all := compareJSON{
		Game: r.o.game, Random: r.o.setup.random.String(), Settings: settingsOf(r.setup), Seed: r.o.setup.seed.value,
		By: string(r.o.by), Margin: r.o.margin, Field: []playerJSON{}, Matches: r.played,
		Verdict: r.test.Verdict().String(), Needed: betting.Needed(betting.DefaultLevel), Course: r.course,
	}
	if len(r.groups) > 0 {
		all.Sentence = r.sentence()
	}
	for i, one := range r.bots.list {
		p := playerJSON{one.name, one.command.Path, one.version, fmt.Sprintf("%x", one.sha256)}
		switch i {
		case schedule.New:
			all.New = p
		case schedule.Old:
			all.Old = p
		default:
			all.Field = append(all.Field, p)
		}
	}
	for _, g := range r.groups {
		all.Groups = append(all.Groups, groupJSON{g.first.Seed, g.result, r.again(g.first)})
	}
	return all
}

// setupFor returns the setup that was typed.
func (o *matchOptions) setupFor(s *program) (engine.Setup, error) {
	game, err := s.findGame(o.game)
	if err != nil {
		return nil, err
	}
	return o.setup.setup(game)
}

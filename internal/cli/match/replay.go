package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
)

// NewReplay returns the command arena replay.
func NewReplay(s *shell.Shell) *cobra.Command {
	var asJSON, receipts bool
	asked, course := &question{}, &courseQuestion{}
	c := &cobra.Command{
		Use:   "replay [FILE]",
		Short: "Show what a replay holds",
		Long: `Show what a replay holds: who played what, how it ended, and for every round
the scores, the numbers of commands and the verdicts. Without a FILE it is the newest
match of the folder matches.

With --cpu it shows what the answers cost instead: CPU time, wall-clock time, bytes,
and the status, which is the part of a round's CPU budget that was used. Where CPU
time could not be measured there is a dash, and the status is the part of that
budget in wall-clock time.

With --round, --events, --unit or --seat it shows what happened, line by line with
its round: events, orders with their outcomes, verdicts, notes of the bots and what
they wrote. Orders of a player with the same outcome share a line. The flags can be
combined; --events leaves out all but events and verdicts.

With --income it shows where the points of each player came from, if the game names
sources; with --beside two players side by side, such as yours and the one that
beat it: orders, points by source and holdings in five stretches of the match, and the
rounds in which their points differ most. With --round both are about these rounds.

With --json it prints everything, including commands and costs. Of a damaged
replay it shows the part that can be read.`,
		Example: `  arena replay
  arena replay match.arena --cpu
  arena replay --round 83
  arena replay match.arena --seat 2 --events
  arena replay match.arena --unit 19 --round 80-85
  arena replay match.arena --beside 0,2 --round 0-50`,
		Args: shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(course.check(c), asked.Check(c, asJSON || receipts)); err != nil {
				return err
			}
			file, err := s.OrNewest(args)
			if err != nil {
				return err
			}
			r, damage := readReplay(s, file)
			if r == nil {
				return damage
			}
			switch {
			case asJSON:
				err = printReplayJSON(s.Out, retell(r))
			case course.asked():
				err = course.answer(s, file, r, asked.Question)
			case asked.something:
				err = answer(s, asked, r)
			case receipts:
				printReceipts(s.Out, r)
			default:
				retell(r).Print(s.Out)
			}
			return errors.Join(err, damage)
		},
	}
	asked.Register(c)
	course.Register(c)
	c.Flags().BoolVar(&receipts, "cpu", false, "show what the answers cost")
	c.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	return c
}

// readReplay reads a file. Of a damaged replay it returns the part that can be read
// together with the error.
func readReplay(s *shell.Shell, path string) (*replay.Replay, error) {
	defer s.Reads()()
	file, err := shell.ReadMatch(path)
	if err != nil {
		return nil, err
	}
	r, err := replay.Read(bytes.NewReader(file), s.Games)
	if errors.Is(err, replay.ErrNotReplay) {
		for _, game := range s.Games {
			if _, wrong := game.Recording(plaintext.Of(file)); wrong == nil {
				return nil, hint.New(path, "a record of "+game.Info().Title+"'s original program, not a replay",
					safe.Shell("arena", "view", path)+" shows it, and arena export turns it into a page, a picture or data")
			}
		}
		return nil, hint.New(path, err.Error(), "arena play records one").Because(err)
	}
	if err != nil {
		err = hint.Wrap(path, err)
	}
	return r, err
}

// retold is a replay together with the scores that follow from it.
type retold struct {
	*replay.Replay
	scores [][]int // after every round; nil if it was played with other rules
	why    error   // why scores are missing; nil if none are
}

// retell plays a replay again to find the scores. If the rules have changed since,
// there are none, as they would be wrong.
func retell(r *replay.Replay) *retold {
	told := &retold{Replay: r}
	told.why = r.Play(func(m engine.Match, _ replay.Round) error {
		told.scores = append(told.scores, m.Scores())
		return nil
	})
	return told
}

// result returns the result so far.
func (r *retold) result() match.Result {
	result := match.Result{Rounds: len(r.Rounds), Scores: r.Scores, Verdicts: r.Verdicts()}
	if result.Scores == nil && len(r.scores) > 0 {
		result.Scores = r.scores[len(r.scores)-1]
	}
	if result.Scores == nil {
		result.Scores = make([]int, len(r.Seats))
	}
	result.Places = engine.Places(result.Scores)
	return result
}

func printReceipts(to io.Writer, r *replay.Replay) {
	result := match.Result{Verdicts: r.Verdicts()}
	shell.PrintCosts(to, ask.CostsOf(r), r.Names(), func(seat int) string {
		return shell.ShortVerdict(result.Verdict(seat))
	})
}

func (r *retold) Print(to io.Writer) {
	info := r.Setup.Game().Info()
	fmt.Fprintf(to, "game %s, version %d of the rules\n", info.Title, r.Rules)
	fmt.Fprintf(to, "arena %s\n", r.Arena)
	fmt.Fprintf(to, "seed %d\n", r.Seed)
	if r.Sandbox != "" {
		fmt.Fprintf(to, "sandbox %s\n", r.Sandbox)
	}
	if typed := namedIn(r.Header); typed != "" {
		fmt.Fprintf(to, "bots %s\n", typed)
	}
	fmt.Fprintf(to, "random %s\n", r.Random)
	fmt.Fprintf(to, "settings %s\n", changedSettings(r.Setup))
	fmt.Fprintf(to, "rounds %d of %d\n\n", len(r.Rounds), r.Setup.Rounds())
	r.printResult(to)
	r.printIncome(to)
	if r.why != nil {
		fmt.Fprintf(to, "\nno scores by round: %v\n", r.why)
	}
	fmt.Fprint(to, "\nscore after each round, and commands given in it:\n")
	r.printRounds(to)
}

// namedIn lists how the bots were named on the command line, with - for unknown names.
func namedIn(h replay.Header) string {
	words, known := make([]string, len(h.Seats)), false
	for seat, s := range h.Seats {
		words[seat] = cmp.Or(s.Named, "-")
		known = known || s.Named != ""
	}
	if !known {
		return ""
	}
	return safe.Shell(words...)
}

func (r *retold) printResult(to io.Writer) {
	result, used := r.result(), ask.CostsOf(r.Replay)
	t := shell.NewTable(">place", "player", ">score", ">cpu", "version", "sha256", "verdict")
	for _, seat := range shell.ByPlace(result.Places) {
		s := r.Seats[seat]
		t.Row(strconv.Itoa(result.Places[seat]), shell.Seated(r.Names(), seat), strconv.Itoa(result.Scores[seat]),
			shell.ShownCPU(used, seat), s.Version, fmt.Sprintf("%.6x", s.SHA256), shell.ShortVerdict(result.Verdict(seat)))
	}
	if r.Scores == nil {
		fmt.Fprintln(to, "the match was not played to its end; so far:")
	}
	t.Print(to)
	for _, v := range result.Verdicts {
		fmt.Fprintln(to, shell.VerdictLine(r.Seats[v.Seat].Name, v))
	}
}

// printIncome prints where the points came from, if the game says so.
func (r *retold) printIncome(to io.Writer) {
	if course, err := ask.CourseOf(r.Replay, ask.Question{To: -1}); err == nil && len(course.Sources) > 0 &&
		len(r.Rounds) > 0 {
		fmt.Fprintln(to)
		printIncome(to, course, r.Names())
	}
}

func (r *retold) printRounds(to io.Writer) {
	titles := []string{">round"}
	for seat := range r.Seats {
		titles = append(titles, ">"+shell.Seated(r.Names(), seat), ">commands")
	}
	t := shell.NewTable(titles...)
	for i, round := range r.Rounds {
		cells := []string{strconv.Itoa(round.Number)}
		for seat, turn := range round.Turns {
			score := "-"
			if i < len(r.scores) {
				score = strconv.Itoa(r.scores[i][seat])
			}
			cells = append(cells, score, commandCount(turn, verdictMark(round.Verdicts, seat)))
		}
		t.Row(cells...)
	}
	t.Print(to)
}

// commandCount returns the number of commands as text. In the round of a verdict,
// from which on no commands count, it returns mark instead.
func commandCount(turn engine.Turn[engine.Commands], mark string) string {
	switch {
	case mark != "":
		return mark
	case turn.Status.IsFrozen():
		return "-"
	case turn.Commands == nil:
		return "0"
	}
	return strconv.Itoa(turn.Commands.Len())
}

func verdictMark(verdicts []match.Verdict, seat int) string {
	for _, v := range verdicts {
		if v.Seat == seat {
			return string(v.Kind)
		}
	}
	return ""
}

// changedSettings lists the settings that differ from the defaults.
func changedSettings(setup engine.Setup) string {
	var changed []string
	usual := shell.SettingsOf(setup.Game().Default())
	for _, s := range setup.Settings() {
		if *s.Value != usual[s.Name] {
			changed = append(changed, fmt.Sprintf("%s=%d", s.Name, *s.Value))
		}
	}
	if len(changed) == 0 {
		return "all default"
	}
	return strings.Join(changed, " ")
}

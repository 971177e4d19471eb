package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"

	"github.com/botarena/arena/internal/cli/shell"
)

// question is what somebody wants to know about a match.
type question struct {
	ask.Question
	something bool // there is a question
	rounds    string
}

func (q *question) Register(c *cobra.Command) {
	c.Flags().StringVar(&q.rounds, "round", "", "show what happened in this `ROUND`, or in FROM-TO")
	c.Flags().BoolVar(&q.Events, "events", false, "show events and verdicts only")
	shell.RegisterNumber(c, &q.Unit, "unit", "show what the unit with this `ID` did and suffered")
	c.Flags().StringVar(&q.Player, "seat", "", "show what concerns the player in this `SEAT`, or of this name")
	shell.RenamedFlag(c, "player", "seat")
}

// Check reads the flags. other means that something else is asked for, too.
func (q *question) Check(c *cobra.Command, other bool) error {
	for _, flag := range []string{"round", "events", "unit", "seat"} {
		if !c.Flags().Changed(flag) {
			continue
		}
		if other {
			return shell.Misused("leave out one of them", "--%s: contradicts --json and --cpu", flag)
		}
		q.something = true
	}
	if c.Flags().Changed("unit") && q.Unit < 0 {
		return shell.Misused("--unit 19", "--unit: %d is not a unit", q.Unit)
	}
	q.To = -1
	if q.rounds == "" {
		return nil
	}
	first, last, several := strings.Cut(q.rounds, "-")
	if !several {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 31)
	to, err2 := strconv.ParseUint(last, 10, 31)
	if err != nil || err2 != nil || to < from {
		return shell.Misused("--round 83 or --round 80-85", "--round: %q is neither a round nor FROM-TO", q.rounds)
	}
	q.From, q.To = int(from), int(to)
	return nil
}

// answer prints the facts, line by line.
func answer(s *shell.Shell, q *question, r *replay.Replay) error {
	answer, err := ask.Of(r, q.Question)
	if err != nil {
		return unanswered(err)
	}
	if len(answer.Facts) == 0 {
		safe.Fprintf(s.Err, "note: nothing of that is in the match\n")
		return nil
	}
	t := shell.NewTable(">round", "what", "")
	for _, alike := range fold(answer.Facts) {
		what, text := inWords(alike, answer.Labels)
		t.Row(strconv.Itoa(alike[0].Round), what, text)
	}
	t.Print(s.Out)
	return nil
}

// fold puts the orders of a player that say the same and had the same outcome side by side, where the first of them
// stands: most units of a round stay, or move in the same direction.
func fold(facts []ask.Fact) (folded [][]ask.Fact) {
	at := make(map[ask.Fact]int)
	for _, f := range facts {
		order, is := f.What.(scene.Order)
		if !is {
			folded = append(folded, []ask.Fact{f})
			continue
		}
		order.Unit, order.To = 0, 0
		key := ask.Fact{Round: f.Round, Seat: f.Seat, What: order}
		if _, found := at[key]; !found {
			at[key] = len(folded)
			folded = append(folded, nil)
		}
		folded[at[key]] = append(folded[at[key]], f)
	}
	return folded
}

// unanswered names the flag that asks for something that is not there.
func unanswered(err error) error {
	noRound, noPlayer := new(replay.NoRoundError), new(ask.NoPlayerError)
	switch {
	case errors.As(err, &noRound):
		return shell.Misused(fmt.Sprintf("--round %d", max(0, noRound.Rounds-1)), "--round: %w", err)
	case errors.As(err, &noPlayer):
		return shell.Misused("--seat 0", "--seat: %w", err)
	}
	return err
}

// inWords returns the kind of facts that are alike, and what happened.
func inWords(alike []ask.Fact, labels []string) (kind, text string) {
	f := alike[0]
	switch what := f.What.(type) {
	case scene.Event:
		return "event", what.Text
	case match.Verdict:
		return "verdict", fmt.Sprintf("%s: %s: %s", labels[f.Seat], what.Kind, what.Detail)
	case scene.Order:
		text := fmt.Sprintf("%s: %s, %s", labels[f.Seat], unitsOf(alike), what.Text)
		if what.Outcome != "" {
			text += ": " + what.Outcome
		}
		return "order", text
	case engine.Note:
		return "note", labels[f.Seat] + ": " + story.NoteText(what)
	case ask.Line:
		return "output", labels[f.Seat] + ": " + string(what)
	}
	return "", ""
}

// unitsOf names the units of orders.
func unitsOf(orders []ask.Fact) string {
	var units []string
	for _, f := range orders {
		if order, is := f.What.(scene.Order); is {
			units = append(units, strconv.Itoa(order.Unit))
		}
	}
	if len(units) == 1 {
		return "unit " + units[0]
	}
	return "units " + strings.Join(units, ", ")
}

package match

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"

	"github.com/botarena/arena/internal/cli/shell"
)

// courseQuestion asks what players did and got in a match.
type courseQuestion struct {
	income bool
	typed  string
	beside [2]string // as typed: seats or names
}

func (q *courseQuestion) Register(c *cobra.Command) {
	c.Flags().BoolVar(&q.income, "income", false, "show where the points of each player came from")
	c.Flags().StringVar(&q.typed, "beside", "", "show two players side by side, given as `SEAT,SEAT`")
}

// asked reports whether there is such a question.
func (q *courseQuestion) asked() bool { return q.income || q.typed != "" }

// check reads the flags. Of the others, these go together with --round alone.
func (q *courseQuestion) check(c *cobra.Command) error {
	if !q.asked() {
		return nil
	}
	flag := "income"
	if q.typed != "" {
		flag = "beside"
	}
	for _, other := range []string{"json", "cpu", "events", "unit", "seat", "player", "income"} {
		if other != flag && c.Flags().Changed(other) {
			return shell.Misused("leave out one of them", "--%s: contradicts --%s", flag, other)
		}
	}
	if q.income {
		return nil
	}
	one, other, two := strings.Cut(q.typed, ",")
	if !two || one == "" || other == "" {
		return shell.Misused("--beside 0,2", "--beside: %q is not two seats", q.typed)
	}
	q.beside = [2]string{one, other}
	return nil
}

// answer prints the answer about these rounds.
func (q *courseQuestion) answer(s *shell.Shell, file string, r *replay.Replay, rounds ask.Question) error {
	course, err := ask.CourseOf(r, rounds)
	if err != nil {
		return unanswered(err)
	}
	if len(course.Rounds) == 0 {
		return nil // of a match that was stopped in its first round
	}
	if q.income {
		printIncome(s.Out, course, r.Names())
		return nil
	}
	seats, err := ask.SeatsOf(r, q.beside)
	if err != nil {
		return shell.Misused("--beside 0,1", "--beside: %w", err)
	}
	if seats[0] == seats[1] {
		return shell.Misused("--beside 0,1", "--beside: %s has seat %d, too", q.beside[1], seats[1])
	}
	pair := sideBySide{course, seats, [2]string{shell.Seated(r.Names(), seats[0]), shell.Seated(r.Names(), seats[1])}}
	pair.print(s.Out)
	pair.hint(s.Out, file)
	return nil
}

// numbered says which rounds a stretch has.
func numbered(s ask.Stretch) string {
	if s.From == s.To {
		return strconv.Itoa(s.From)
	}
	return fmt.Sprintf("%d-%d", s.From, s.To)
}

// printIncome prints where the players' points came from.
func printIncome(to io.Writer, c *ask.Course, names []string) {
	titles := []string{"player"}
	for _, source := range c.Sources {
		titles = append(titles, ">"+source)
	}
	t := shell.NewTable(append(titles, ">points")...)
	all := c.Whole()
	for seat, p := range all.Players {
		cells := []string{shell.Seated(names, seat)}
		for _, points := range p.Points {
			cells = append(cells, strconv.Itoa(points))
		}
		t.Row(append(cells, strconv.Itoa(p.Gained))...)
	}
	rounds := "round"
	if all.From != all.To {
		rounds += "s"
	}
	fmt.Fprintf(to, "points gained in %s %s, by source:\n", rounds, numbered(all))
	t.Print(to)
}

// sideBySide compares two players.
type sideBySide struct {
	course *ask.Course
	seats  [2]int
	names  [2]string
}

// stretchesBeside is how many stretches a match is divided into.
const stretchesBeside = 5

func (b sideBySide) print(to io.Writer) {
	stretches, whole := b.course.Stretches(stretchesBeside), b.course.Whole()
	titles := []string{"what", "player"}
	for _, s := range stretches {
		titles = append(titles, ">"+numbered(s))
	}
	t := shell.NewTable(append(titles, ">in all")...)
	both := func(what string, value func(ask.Deeds) int) {
		for i, seat := range b.seats {
			cells := []string{what, b.names[i]}
			for _, s := range append(stretches, whole) {
				cells = append(cells, strconv.Itoa(value(s.Players[seat])))
			}
			t.Row(cells...)
			what = ""
		}
	}
	both("orders", ask.Deeds.Given)
	both("  in vain", func(d ask.Deeds) int { return d.Failed })
	both("points", func(d ask.Deeds) int { return d.Gained })
	for i, source := range b.course.Sources {
		both("  "+source, func(d ask.Deeds) int { return d.Points[i] })
	}
	for i, number := range b.course.Numbers {
		both(number+" at the end", func(d ask.Deeds) int { return d.Numbers[i] })
	}
	t.Row(b.apart(stretches, whole)...)
	t.Print(to)
	fmt.Fprintln(to)
	for i, seat := range b.seats {
		fmt.Fprintf(to, "%s: %s\n", safe.Name(b.names[i]), oftenest(whole.Players[seat]))
	}
}

// apart returns the rounds in which the players differ most.
func (b sideBySide) apart(stretches []ask.Stretch, whole ask.Stretch) []string {
	cells := []string{"most apart in round", ""}
	for _, s := range append(stretches, whole) {
		cell := "-"
		if round, differ := b.course.MostApart(s, b.seats[0], b.seats[1]); differ {
			cell = strconv.Itoa(round.From)
		}
		cells = append(cells, cell)
	}
	return cells
}

// mostTexts is how many kinds of orders are listed.
const mostTexts = 10

// oftenest says what a player's orders were.
func oftenest(d ask.Deeds) string {
	texts := d.Often()
	if len(texts) == 0 {
		return "no orders"
	}
	var list []string
	for i, text := range texts {
		if i == mostTexts {
			list = append(list, "…")
			break
		}
		list = append(list, fmt.Sprintf("%s %d", safe.Outside(text), d.Orders[text]))
	}
	return strings.Join(list, ", ")
}

// hint says what to type to see the round in which the players differ most.
func (b sideBySide) hint(to io.Writer, file string) {
	if round, differ := b.course.MostApart(b.course.Whole(), b.seats[0], b.seats[1]); differ {
		fmt.Fprintln(to, "hint:", safe.Shell("arena", "replay", file, "--round", strconv.Itoa(round.From)),
			"says what was done in it")
	}
}

package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/words"
)

// question is what somebody wants to know about a match.
type question struct {
	something bool // there is a question
	rounds    string
	events    bool
	unit      int    // -1: any
	player    string // "": any

	from, to int // rounds; to is -1 if there is no last one
	seats    []int
}

func (q *question) register(c *cobra.Command) {
	c.Flags().StringVar(&q.rounds, "round", "", "tell what happened in this `ROUND`, or in FROM-TO")
	c.Flags().BoolVar(&q.events, "events", false, "tell events and verdicts only")
	c.Flags().IntVar(&q.unit, "unit", -1, "tell what this unit, by its `ID`, did and suffered")
	c.Flags().StringVar(&q.player, "player", "", "tell what concerns this player, by its `SEAT` or name")
}

// check reads the flags. other means that something else is asked for, too.
func (q *question) check(c *cobra.Command, other bool) error {
	for _, flag := range []string{"round", "events", "unit", "player"} {
		if !c.Flags().Changed(flag) {
			continue
		}
		if other {
			return misused("leave out one of them", "--%s: contradicts --json and --cpu", flag)
		}
		q.something = true
	}
	if c.Flags().Changed("unit") && q.unit < 0 {
		return misused("--unit 19", "--unit: %d is not a unit", q.unit)
	}
	q.to = -1
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
		return misused("--round 83 or --round 80-85", "--round: %q is neither a round nor FROM-TO", q.rounds)
	}
	q.from, q.to = int(from), int(to)
	return nil
}

// find finds the player and the rounds in a match.
func (q *question) find(r *replay.Replay) error {
	if q.from >= len(r.Rounds) && q.rounds != "" {
		return misused(fmt.Sprintf("--round %d", max(0, len(r.Rounds)-1)), "--round: there is no round %d: %s are recorded, from 0",
			q.from, words.Count(len(r.Rounds), "round"))
	}
	if q.player == "" {
		return nil
	}
	for seat, s := range r.Seats {
		if q.player == strconv.Itoa(seat) || q.player == s.Name {
			q.seats = append(q.seats, seat)
		}
	}
	if q.seats == nil {
		var known []string
		for seat := range r.Seats {
			known = append(known, fmt.Sprintf("%d (%s)", seat, r.Seats[seat].Name))
		}
		return misused("--player 0", "--player: %s is not a player; there are %s", words.Name(q.player), strings.Join(known, ", "))
	}
	return nil
}

// answer prints what was asked for, one line each.
func (s *program) answer(q *question, r *replay.Replay) error {
	if err := q.find(r); err != nil {
		return err
	}
	all, err := show.FromReplay(r)
	if err != nil {
		return err
	}
	t := newTable(">round", "what", "")
	for i, h := range all.Played {
		if i < q.from || q.to >= 0 && i > q.to {
			continue
		}
		q.tell(all, h, func(what, line string) { t.row(strconv.Itoa(i), what, line) })
	}
	t.print(s.out)
	return nil
}

// tell tells what happened in a round.
func (q *question) tell(all *show.Show, h show.Happening, line func(what, text string)) {
	names := all.Labels()
	owners := ownersIn(all, h.Number)
	for _, e := range h.Events {
		seats := []int{e.Seat}
		for _, unit := range []int{e.Unit, e.By} {
			if owner, ok := owners[unit]; ok {
				seats = append(seats, owner)
			}
		}
		if e.Text != "" && q.concerns(seats, e.Unit, e.By) {
			line("event", e.Text)
		}
	}
	for _, v := range h.Verdicts {
		if q.concerns([]int{v.Seat}) {
			line("verdict", fmt.Sprintf("%s: %s: %s", names[v.Seat], v.Kind, v.Detail))
		}
	}
	if q.events {
		return
	}
	for _, o := range h.Orders {
		text := fmt.Sprintf("%s: unit %d, %s", names[o.Seat], o.Unit, o.Text)
		if o.Outcome != "" {
			text += ": " + o.Outcome
		}
		if q.concerns([]int{o.Seat}, o.Unit) {
			line("order", text)
		}
	}
	for seat, notes := range h.Notes {
		for _, n := range notes {
			if q.concerns([]int{seat}, int(n.Unit)) {
				line("note", names[seat]+": "+show.NoteText(n))
			}
		}
	}
	for seat, lines := range h.Lines {
		for _, text := range lines {
			if q.concerns([]int{seat}) {
				line("output", names[seat]+": "+text)
			}
		}
	}
}

// concerns reports whether the question is about one of the seats and, if it is about
// a unit, one of the units.
func (q *question) concerns(seats []int, units ...int) bool {
	if q.unit >= 0 && !slices.Contains(units, q.unit) {
		return false
	}
	return q.seats == nil || slices.ContainsFunc(seats, func(seat int) bool { return slices.Contains(q.seats, seat) })
}

// ownersIn returns the owners of all units at the beginning of a round.
func ownersIn(all *show.Show, round int) map[int]int {
	owners := make(map[int]int)
	for _, u := range all.Scenes[round].Units {
		owners[u.ID] = u.Owner
	}
	return owners
}

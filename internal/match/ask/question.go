// Package ask answers questions about a match: what happened in it, and what the answers of its players
// have cost.
package ask

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
)

// Question is what somebody wants to know about a match.
type Question struct {
	From   int    // the first round
	To     int    // the last round; -1: that of the match
	Events bool   // ask for events and verdicts only
	Unit   int    // only what this unit did and suffered; -1: any
	Player string // only what concerns the players of this seat or name; "": any
}

// Answer is what happened.
type Answer struct {
	Labels []string // what the players are called, by seat
	Facts  []Fact   // by round
}

// Fact is something that happened.
type Fact struct {
	Round int
	Seat  int // of the player whose it is; of an event, -1 if it has no player
	What  any // a [scene.Event], [match.Verdict], [scene.Order], [engine.Note] or [Line]
}

// Line is what a bot has written.
type Line string

// NoPlayerError reports that nobody in a match has a seat of this number or a name like this.
type NoPlayerError struct {
	Player safe.Outside
	Known  []string // the names by seat
}

func (e *NoPlayerError) Error() string {
	known := make([]string, len(e.Known))
	for seat, name := range e.Known {
		known[seat] = fmt.Sprintf("%d (%s)", seat, name)
	}
	return fmt.Sprintf("%s is not a player; there are %s", e.Player, strings.Join(known, ", "))
}

// Of answers a question about a recorded match. Errors are of type *[replay.NoRoundError] or *[NoPlayerError],
// unless the match can't be played again.
func Of(r *replay.Replay, q Question) (Answer, error) {
	if err := q.CheckRounds(r); err != nil {
		return Answer{}, err
	}
	seats, err := seatsOf(r, q.Player)
	if err != nil {
		return Answer{}, err
	}
	all, err := story.FromReplay(r)
	if err != nil {
		return Answer{}, err
	}
	t := teller{Question: q, seats: seats}
	for i, h := range all.Played {
		if q.Includes(i) {
			t.round(h, ownersIn(all, h.Number))
		}
	}
	return Answer{all.Labels(), t.facts}, nil
}

// CheckRounds returns a *[replay.NoRoundError] if the first round that is asked for was not recorded.
func (q Question) CheckRounds(r *replay.Replay) error {
	if q.To >= 0 && q.From >= len(r.Rounds) {
		return &replay.NoRoundError{Round: q.From, Rounds: len(r.Rounds)}
	}
	return nil
}

// Includes reports whether the question is about a round.
func (q Question) Includes(round int) bool {
	return round >= q.From && (q.To < 0 || round <= q.To)
}

// seatsOf returns the seats of the players with a name, or the seat of that number; nil for all.
func seatsOf(r *replay.Replay, player string) (seats []int, err error) {
	if player == "" {
		return nil, nil
	}
	for seat, s := range r.Seats {
		if player == strconv.Itoa(seat) || player == s.Name {
			seats = append(seats, seat)
		}
	}
	if seats == nil {
		return nil, &NoPlayerError{safe.Outside(player), r.Names()}
	}
	return seats, nil
}

// teller collects what a question asks for.
type teller struct {
	Question
	seats []int // nil: all
	facts []Fact
}

// add adds a fact that concerns seats and units, if it is asked for.
func (t *teller) add(f Fact, seats []int, units ...int) {
	if t.Unit >= 0 && !slices.Contains(units, t.Unit) {
		return
	}
	asked := func(seat int) bool { return slices.Contains(t.seats, seat) }
	if t.seats == nil || slices.ContainsFunc(seats, asked) {
		t.facts = append(t.facts, f)
	}
}

// own adds a fact that concerns the player whose it is alone.
func (t *teller) own(round, seat int, what any, units ...int) {
	t.add(Fact{round, seat, what}, []int{seat}, units...)
}

// round tells what happened in a round, at the beginning of which the units had these owners.
func (t *teller) round(h story.Happening, owners map[int]int) {
	for _, e := range h.Events {
		if e.Text != "" {
			t.add(Fact{h.Number, e.Seat, e}, concerned(e, owners), e.Unit, e.By)
		}
	}
	for _, v := range h.Verdicts {
		t.own(h.Number, v.Seat, v)
	}
	if t.Events {
		return
	}
	for _, o := range h.Orders {
		t.own(h.Number, o.Seat, o, o.Unit)
	}
	for seat, notes := range h.Notes {
		for _, n := range notes {
			t.own(h.Number, seat, n, int(n.Unit))
		}
	}
	for seat, lines := range h.Lines {
		for _, text := range lines {
			t.own(h.Number, seat, Line(text))
		}
	}
}

// concerned returns the seats that an event concerns: also of those whose units it was about.
func concerned(e scene.Event, owners map[int]int) []int {
	seats := []int{e.Seat}
	for _, unit := range []int{e.Unit, e.By} {
		if owner, ok := owners[unit]; ok {
			seats = append(seats, owner)
		}
	}
	return seats
}

// ownersIn returns the owners of all units at the beginning of a round.
func ownersIn(all *story.Story, round int) map[int]int {
	owners := make(map[int]int)
	for _, u := range all.Scenes[round].Units {
		owners[u.ID] = u.Owner
	}
	return owners
}

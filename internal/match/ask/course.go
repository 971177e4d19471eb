package ask

import (
	"cmp"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/replay"
)

// Course is what the players of a match did and got, round by round.
type Course struct {
	Sources []string  // of points; empty if the game doesn't name any
	Numbers []string  // that every player has on the board, the score first
	Rounds  []Stretch // of one round each
}

// Stretch is some rounds of a course, one after the other.
type Stretch struct {
	From, To int     // both included
	Players  []Deeds // by seat
}

// Deeds are what a player did and got in a stretch.
type Deeds struct {
	Orders  map[string]int // by their texts, such as "north"
	Failed  int            // orders of which nothing came
	Gained  int            // by how much the score grew
	Points  []int          // the same by source
	Numbers []int          // at the end of the stretch
}

// CourseOf returns the course of a recorded match, in the rounds that a question is about. The error is a
// *[replay.NoRoundError], unless the match can't be played again.
func CourseOf(r *replay.Replay, q Question) (*Course, error) {
	if err := q.CheckRounds(r); err != nil {
		return nil, err
	}
	m, err := r.Begin()
	if err != nil {
		return nil, err
	}
	var log scene.Log
	m.Watch(&log)
	defer m.Watch(nil)
	c := &Course{Sources: m.Sources(), Numbers: m.Legend().Numbers}
	for _, round := range r.Rounds {
		before := m.Scores()
		m.Step(round.Turns)
		if q.Includes(round.Number) {
			c.Rounds = append(c.Rounds, c.round(round.Number, m, before, &log))
		}
	}
	return c, nil
}

// round returns what happened in the round that a match has played last.
func (c *Course) round(number int, m engine.Match, before []int, log *scene.Log) Stretch {
	s := c.stretch(number, len(before))
	scores, numbers := m.Scores(), m.Scene().Numbers
	for seat := range s.Players {
		p := &s.Players[seat]
		p.Gained = scores[seat] - before[seat]
		for i := range c.Numbers {
			p.Numbers[i] = numbers[i][seat]
		}
	}
	for _, p := range log.Points {
		s.Players[p.Seat].Points[p.Source] += p.Points
	}
	for _, o := range log.Orders {
		p := &s.Players[o.Seat]
		p.Orders[o.Text]++
		if o.Failed {
			p.Failed++
		}
	}
	return s
}

// stretch returns one in which nothing has happened yet.
func (c *Course) stretch(from, seats int) Stretch {
	s := Stretch{From: from, To: from, Players: make([]Deeds, seats)}
	for seat := range s.Players {
		s.Players[seat] = Deeds{
			Orders: make(map[string]int), Points: make([]int, len(c.Sources)), Numbers: make([]int, len(c.Numbers)),
		}
	}
	return s
}

// Whole returns all rounds as one stretch; there must be some.
func (c *Course) Whole() Stretch { return c.sum(c.Rounds) }

// sum puts rounds together.
func (c *Course) sum(rounds []Stretch) Stretch {
	all := c.stretch(rounds[0].From, len(rounds[0].Players))
	for _, round := range rounds {
		all.To = round.To
		for seat, p := range round.Players {
			all.Players[seat].add(p)
		}
	}
	return all
}

// add adds what a player did afterwards.
func (d *Deeds) add(then Deeds) {
	for text, times := range then.Orders {
		d.Orders[text] += times
	}
	d.Failed += then.Failed
	d.Gained += then.Gained
	for i, points := range then.Points {
		d.Points[i] += points
	}
	copy(d.Numbers, then.Numbers)
}

// Stretches divides the rounds into so many stretches, or less if there are not enough rounds, which are as
// long as each other, or nearly so.
func (c *Course) Stretches(most int) []Stretch {
	most = min(most, len(c.Rounds))
	stretches := make([]Stretch, most)
	for i := range stretches {
		stretches[i] = c.sum(c.Rounds[i*len(c.Rounds)/most : (i+1)*len(c.Rounds)/most])
	}
	return stretches
}

// MostApart returns the round of a stretch in which the scores of two seats grew most differently, the
// earliest of several, and whether they did at all.
func (c *Course) MostApart(s Stretch, seat, other int) (round Stretch, differ bool) {
	apart := func(r Stretch) int { return abs(r.Players[seat].Gained - r.Players[other].Gained) }
	for _, r := range c.Rounds {
		if r.From >= s.From && r.To <= s.To && (apart(r) > 0 && !differ || differ && apart(r) > apart(round)) {
			round, differ = r, true
		}
	}
	return round, differ
}

func abs(n int) int { return max(n, -n) }

// Given returns how many orders the player gave.
func (d Deeds) Given() (orders int) {
	for _, times := range d.Orders {
		orders += times
	}
	return orders
}

// Often returns the texts of the orders, the most frequent first.
func (d Deeds) Often() []string {
	return slices.SortedFunc(maps.Keys(d.Orders), func(a, b string) int {
		return cmp.Or(d.Orders[b]-d.Orders[a], cmp.Compare(a, b))
	})
}

// SeatsOf returns the seats that two players have, each given by its seat or name: the first of its seats, if
// it has several. The error is a *[NoPlayerError].
func SeatsOf(r *replay.Replay, players [2]string) (seats [2]int, err error) {
	for i, player := range players {
		of, err := seatsOf(r, player)
		if err != nil {
			return seats, err
		}
		if of == nil {
			return seats, &NoPlayerError{Known: r.Names()}
		}
		seats[i] = of[0]
	}
	return seats, nil
}

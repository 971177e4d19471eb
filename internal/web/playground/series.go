package playground

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// mostSeries is how many matches a series of a page may have.
const mostSeries = 2000

// Plan returns who plays whom in a series, as `arena compare` has it: groups of two matches with one seed, in the
// second of which the new bot and the old one have exchanged their seats. A longer series begins with a shorter one, so
// that one which was played can go on.
func (r *Room) Plan(s Series) (Plan, error) {
	q, seats, first, err := r.question(s)
	if err != nil {
		return Plan{}, err
	}
	if s.Matches < comparison.MatchesOfGroup || s.Matches > mostSeries || s.Matches%comparison.MatchesOfGroup != 0 {
		return Plan{}, fmt.Errorf("%d matches: an even number up to %d is possible", s.Matches, mostSeries)
	}
	matches, err := q.Schedule(seats, first)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Matches: make([]Planned, s.Matches)}
	for number := range plan.Matches {
		m := matches.At(number)
		plan.Matches[number] = Planned{Seed: strconv.FormatUint(m.Seed, 10), Seats: m.Seats}
	}
	return plan, nil
}

// Weigh says what the matches of a series prove, as far as they were played in their order: the same as
// `arena compare` says of the same scores.
func (r *Room) Weigh(w Weighed) (Found, error) {
	q, seats, first, err := r.question(w.Series)
	if err != nil {
		return Found{}, err
	}
	matches, err := q.Schedule(seats, first)
	if err != nil {
		return Found{}, err
	}
	answer, err := q.NewAnswer()
	if err != nil {
		return Found{}, err
	}
	bySeat, err := newBySeat(seats)
	if err != nil {
		return Found{}, err
	}
	if len(w.Scores) > mostSeries {
		return Found{}, fmt.Errorf("%s: more than %d", safe.Count(len(w.Scores), "match"), mostSeries)
	}
	for number, scores := range w.Scores {
		if len(scores) != seats {
			return Found{}, fmt.Errorf("match %d: %s, but the game has %d seats", number,
				safe.Count(len(scores), "score"), seats)
		}
		answer.Add(played.Match{Planned: matches.At(number), Result: match.Result{Scores: scores}})
	}
	f := found(answer, w.New, w.Old)
	for number, scores := range w.Scores[:f.Matches] {
		if err := bySeat.add(matches.At(number).Seats, scores); err != nil {
			return Found{}, err
		}
	}
	f.Seats = bySeat.found()
	return f, nil
}

// bySeat weighs a series once for each seat that the new bot had.
type bySeat []*evidence.Test

// newBySeat returns tests that share the usual level, as any of them may be the one that answers.
func newBySeat(seats int) (bySeat, error) {
	tests := make(bySeat, seats)
	for seat := range tests {
		var err error
		if tests[seat], err = evidence.NewTest(evidence.Options{Level: evidence.DefaultLevel / float64(seats)}); err != nil {
			return nil, err
		}
	}
	return tests, nil
}

// add adds a match: for each seat of the new bot how it did there against the seats of the old one.
func (b bySeat) add(bots, scores []int) error {
	one := evidence.Scored{Scores: scores}
	for _, bot := range bots {
		one.Sides = append(one.Sides, map[int]evidence.Side{schedule.Old: evidence.OldBot}[bot])
	}
	for seat, bot := range bots {
		if bot != schedule.New {
			continue
		}
		one.Sides[seat] = evidence.NewBot
		result, err := evidence.OfMatch(evidence.WhoIsAhead, one)
		if err != nil {
			return err
		}
		b[seat].Add(result)
		one.Sides[seat] = evidence.Field
	}
	return nil
}

func (b bySeat) found() []InSeat {
	seats := make([]InSeat, len(b))
	for seat, t := range b {
		seats[seat] = InSeat{Matches: t.Groups(), Mean: t.Mean(), Answer: t.Answer().String()}
	}
	return seats
}

// question returns what is asked of a series, and how many seats the game has.
func (r *Room) question(s Series) (q comparison.Question, seats int, first uint64, err error) {
	game, err := r.Games.Find(s.Game)
	if err != nil {
		return q, 0, 0, err
	}
	setup, err := Order{Settings: s.Settings, Board: s.Board}.setup(game)
	if err != nil {
		return q, 0, 0, err
	}
	if first, err = seedOf(s.First); err != nil {
		return q, 0, 0, err
	}
	if s.Field < 0 {
		return q, 0, 0, errors.New("the field has no less than no bots")
	}
	q = comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin, Field: s.Field}
	return q, setup.Seats(), first, q.Fits(setup.Seats())
}

func found(a *comparison.Answer, newer, older string) Found {
	f := Found{
		Groups: []float64{}, Decided: len(a.Groups) > 0 && !a.Undecided(), More: a.More(), Matches: a.Matches,
	}
	for _, g := range a.Groups {
		f.Groups = append(f.Groups, g.Result)
	}
	if len(a.Groups) == 0 {
		return f
	}
	last := a.Last()
	f.Answer, f.Sentence = a.Says().String(), a.Sentence(safe.Name(newer), safe.Name(older))
	f.Mean, f.Low, f.High = last.Mean, last.Low, last.High
	return f
}

package archive

import (
	"errors"
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/stats"
	"github.com/botarena/arena/internal/store"
)

// Tournament is a tournament of a store, with all its matches. [Archive.Read] makes it.
type Tournament struct {
	store.Tournament

	Setup  engine.Setup
	Bots   []lineup.Entrant // by number, with names in one line
	Played []store.Match    // by their numbers

	// What follows is of leagues.

	Name     string
	Failures []store.Failure
	known    []store.Worker // on other machines

	numbers map[int]bool // of the matches that are there
	whole   int          // all matches with lower numbers are there, or can't be played
	tally   *stats.Tally
	workers workerTally
}

// has reports whether the match of a number is there.
func (t *Tournament) has(number int) bool { return t.numbers[number] }

// add adds a match, if an arena can have written it.
func (t *Tournament) add(m store.Match) error {
	if err := check(t.Tournament, t.Setup, m); err != nil {
		return fmt.Errorf("tournament %d: match %d: %w", t.ID, m.Number+1, err)
	}
	m.Outcome = nil // a digest for workers alone, which would take room
	t.numbers[m.Number] = true
	t.Played = append(t.Played, m)
	t.tally.Add(statistic(m))
	t.workers.add(m.Result)
	return nil
}

// check returns an error for a match that no arena would have added.
func check(t store.Tournament, setup engine.Setup, m store.Match) error {
	seats := setup.Seats()
	if len(m.Match.Seats) != seats || len(m.Result.Seats) != seats {
		return fmt.Errorf("has not %d seats", seats)
	}
	for seat, bot := range m.Match.Seats {
		if bot < 0 || bot >= len(t.Entrants) {
			return fmt.Errorf("there is no bot %d", bot)
		}
		if place := m.Result.Seats[seat].Place; place < 1 || place > seats {
			return fmt.Errorf("there is no place %d", place)
		}
	}
	for _, bot := range []int{schedule.New, schedule.Old} {
		if t.Kind == KindCompare && !slices.Contains(m.Match.Seats, bot) {
			return errors.New("new and old do not both play")
		}
	}
	return nil
}

// firstMissing returns the number of the first match that is not there, but may still come.
func (t *Tournament) firstMissing() int {
	failed := make(map[int]bool, len(t.Failures))
	for _, f := range t.Failures {
		failed[f.Number] = true
	}
	for t.numbers[t.whole] || failed[t.whole] {
		t.whole++
	}
	return t.whole
}

// IsSearch reports whether the bots had other values in each group, so that no table says
// how good they are.
func (t *Tournament) IsSearch() bool { return t.Kind == KindTune }

// Summary returns what the matches say about the bots.
func (t *Tournament) Summary() stats.Summary {
	return t.tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: t.First})
}

// Rounds returns how many rounds a match had, on average.
func (t *Tournament) Rounds() float64 {
	sum := 0
	for i := range t.Played {
		sum += t.Played[i].Rounds
	}
	return float64(sum) / float64(max(len(t.Played), 1))
}

// Seeds returns the seeds of the first match and the last, and how many matches are missing between them: when
// a series is stopped, its workers can leave gaps. There must be a match.
func (t *Tournament) Seeds() (first, last uint64, missing int) {
	end := t.Played[len(t.Played)-1]
	return t.First, end.Seed, end.Number + 1 - len(t.Played)
}

// IsNewer reports whether a tournament of the store, as it is now, can't have come from this one by matches alone: then
// all of it is read again. Matches that were set aside are missing, and bots have joined or left.
func (t *Tournament) IsNewer(now store.Tournament) bool {
	return now.Matches < len(t.Played) || now.Doubted != t.Doubted ||
		!slices.EqualFunc(now.Entrants, t.Entrants, sameEntrant)
}

func sameEntrant(a, b store.Entrant) bool {
	same := func(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	return a.Name == b.Name && a.Version == b.Version && a.Program == b.Program && a.Leaving == b.Leaving &&
		same(a.Joined, b.Joined) && same(a.Gone, b.Gone)
}

func byNumber(a, b store.Match) int { return a.Number - b.Number }

// statistic is a match as statistics need it.
func statistic(m store.Match) stats.Match {
	one := stats.Match{Group: m.Group, Bots: m.Match.Seats}
	kinds, faults := make([]match.Kind, len(m.Result.Seats)), false
	for i, s := range m.Result.Seats {
		one.Scores, one.Places, one.CPU = append(one.Scores, s.Score), append(one.Places, s.Place), append(one.CPU, s.CPU)
		if s.Verdict != nil {
			kinds[i], faults = s.Verdict.Kind, true
		}
	}
	if faults {
		one.Verdicts = kinds
	}
	return one
}

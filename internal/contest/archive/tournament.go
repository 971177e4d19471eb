package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
)

// Tournament is a tournament of a store, with all its matches. [Archive.Read] makes it.
type Tournament struct {
	store.Tournament

	Setup     engine.Setup
	Bots      []lineup.Entrant   // by number, with names in one line
	Standings *contest.Standings // with the matches, by their numbers
	Answer    *comparison.Answer // nil unless it is a comparison

	// What follows is of leagues.

	Name     string
	Failures []store.Failure
	Final    *Final         // nil if there is none
	known    []store.Worker // on other machines

	last    []int    // of each entrant, see [store.Last]
	numbers *numbers // of the matches that are there
	whole   int      // all matches with lower numbers are there, or can't be played
	asked   int      // how many matches the answer follows from
	decided bool     // the answer needs no more
	workers workerTally
	faults  faultTally
	deeds   deeds
}

// Final is the final of a league, with the matches that were played.
type Final struct {
	*Tournament

	Of int // how many matches it is to have
}

// Count returns how many matches are there.
func (t *Tournament) Count() int { return t.numbers.count }

// End is the number after the greatest of a match that is there.
func (t *Tournament) End() int { return t.Count() + t.Standings.Missing() }

// Has reports whether the match of a number is there.
func (t *Tournament) Has(number int) bool { return t.numbers.has(number) }

// add adds a match, if an arena can have written it.
func (t *Tournament) add(m store.Line) error {
	if err := check(t.Tournament, t.Setup, m.Match); err != nil {
		return fmt.Errorf("tournament %d: match %d: %w", t.ID, m.Number+1, err)
	}
	JoinVersions(m.Match, t.last)
	t.numbers.add(m.Number)
	t.Standings.Add(m.Match)
	t.workers.add(m)
	t.faults.add(m.Match)
	t.deeds.add(m.Match)
	return nil
}

// JoinVersions puts a bot that came back in the seats that it had before; last is what [store.Last] returns.
func JoinVersions(m played.Match, last []int) {
	for seat, bot := range m.Seats {
		if bot < len(last) { // else it has joined since
			m.Seats[seat] = last[bot]
		}
	}
}

// ask goes on with the answer of a comparison, up to the first match that is missing: matches come in another
// order than that of their numbers, in which they are counted.
func (t *Tournament) ask() {
	all := t.Standings.Matches
	for _, m := range all[min(t.asked, len(all)):] {
		if t.Answer == nil || t.decided || m.Number != t.asked {
			return
		}
		t.decided = !t.Answer.Add(m)
		t.asked++
	}
}

// check returns an error for a match that no arena would have added.
func check(t store.Tournament, setup engine.Setup, m played.Match) error {
	seats := setup.Seats()
	if len(m.Seats) != seats || len(m.Scores) != seats {
		return fmt.Errorf("has not %d seats", seats)
	}
	for seat, bot := range m.Seats {
		if bot < 0 || bot >= len(t.Entrants) {
			return fmt.Errorf("there is no bot %d", bot)
		}
		if place := m.Places[seat]; place < 1 || place > seats {
			return fmt.Errorf("there is no place %d", place)
		}
	}
	for _, bot := range []int{schedule.New, schedule.Old} {
		if t.Kind == store.KindCompare && !slices.Contains(m.Seats, bot) {
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
	for t.Has(t.whole) || failed[t.whole] {
		t.whole++
	}
	return t.whole
}

// IsSearch reports whether the bots had other values in each group, so that no table says
// how good they are.
func (t *Tournament) IsSearch() bool { return t.Kind == store.KindTune }

// IsWhole reports whether no match is missing before the last.
func (t *Tournament) IsWhole() bool { return t.Standings.Missing() == 0 }

// Summary returns what the matches say about the bots. It gives up when ctx is done.
func (t *Tournament) Summary(ctx context.Context) (stats.Summary, error) {
	return t.Standings.SummaryUntil(ctx, t.First)
}

// Ranking returns the bots that are in the table, in its order, and apart from them the versions that others have
// replaced. Neither has bots without a match.
func (t *Tournament) Ranking(s stats.Summary) (table, replaced []int) {
	old := store.Replaced(t.Entrants)
	for _, bot := range contest.Ranking(s) {
		switch {
		case s.Bots[bot].Matches == 0:
		case old[bot]:
			replaced = append(replaced, bot)
		default:
			table = append(table, bot)
		}
	}
	return table, replaced
}

// IsNewer reports whether a tournament of the store, as it is now, can't have come from this one by matches alone: then
// all of it is read again. Matches that were set aside are missing, bots have joined, left or are preferred, or it is
// shown as of another time.
func (t *Tournament) IsNewer(now store.Tournament) bool {
	return now.Matches < t.Count() || now.Doubted != t.Doubted || !now.AsOf.Equal(t.AsOf) ||
		!slices.Equal(now.Prefers(), t.Prefers()) || !slices.EqualFunc(now.Entrants, t.Entrants, sameEntrant)
}

func sameEntrant(a, b store.Entrant) bool {
	same := func(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	return a.Name == b.Name && a.Version == b.Version && a.Program == b.Program && a.Leaving == b.Leaving &&
		same(a.Joined, b.Joined) && same(a.Gone, b.Gone)
}

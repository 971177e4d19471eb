package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/resultpage"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// tournament is a tournament of a store, with all its matches.
type tournament struct {
	store.Tournament
	all       common
	standings *standings
	findings  *findings         // nil unless it is a comparison
	decided   bool              // the findings need no more matches
	kept      map[int]store.Key // the matches whose replays are in the store, by number
	workers   workerTally
	known     []store.Worker // on other machines

	// What follows is of leagues.

	name     string
	failures []resultpage.Failure
}

// commonOf returns what the matches of a tournament have in common.
func (s *program) commonOf(t store.Tournament) (common, error) {
	game, err := s.games.Find(words.Name(t.Game))
	if err != nil {
		return common{}, err
	}
	setup, err := game.ReadSetup(t.Setup)
	if err != nil {
		return common{}, err
	}
	return common{
		setup: setup, random: t.Random, first: t.First, bots: labelled(t.Entrants), sandbox: engine.Printable(t.Sandbox),
	}, nil
}

// labelled are the bots of a tournament, with names in one line. Where they are now is not
// known.
func labelled(entrants []store.Entrant) []lineup.Entrant {
	list := make([]lineup.Entrant, len(entrants))
	for i, e := range entrants {
		list[i] = lineup.Stored(e)
		list[i].Name, list[i].Version = engine.Printable(e.Name), engine.Printable(e.Version)
	}
	lineup.Label(list)
	labelVersions(list, entrants)
	return list
}

// labelVersions tells the versions of a bot apart that have played in a league one after the
// other: by a number for each, from 1. Only the one that plays has none.
func labelVersions(list []lineup.Entrant, entrants []store.Entrant) {
	versions := make(map[string]int)
	for i, e := range entrants {
		if e.Joined == nil && e.Gone == nil && !e.Leaving {
			continue // waits, or is in no league
		}
		versions[e.Name]++
		list[i].Label = list[i].Name
		if !e.Stays() {
			list[i].Label += fmt.Sprintf(" (version %d)", versions[e.Name])
		}
	}
}

// add adds a match. A store may have been written by anybody, so it is checked first.
func (t *tournament) add(m store.Match) error {
	if err := t.check(m); err != nil {
		return fmt.Errorf("tournament %d: match %d: %w", t.ID, m.Number+1, err)
	}
	played := contest.PlayedBefore(m.Match, m.Result)
	t.standings.Add(played)
	t.workers.add(m.Result)
	if m.HasReplay {
		t.kept[m.Number] = m.Key
	}
	if t.findings != nil && !t.decided {
		t.decided = !t.findings.Add(played)
	}
	return nil
}

// check returns an error for a match that no arena would have added.
func (t *tournament) check(m store.Match) error {
	seats := t.all.setup.Seats()
	if len(m.Match.Seats) != seats || len(m.Result.Seats) != seats {
		return fmt.Errorf("has not %d seats", seats)
	}
	for seat, bot := range m.Match.Seats {
		if bot < 0 || bot >= len(t.all.bots) {
			return fmt.Errorf("there is no bot %d", bot)
		}
		if place := m.Result.Seats[seat].Place; place < 1 || place > seats {
			return fmt.Errorf("there is no place %d", place)
		}
	}
	for _, bot := range []int{schedule.New, schedule.Old} {
		if t.findings != nil && !slices.Contains(m.Match.Seats, bot) {
			return errors.New("new and old do not both play")
		}
	}
	return nil
}

// tell prints what the command printed that played the matches.
func (t *tournament) tell(to io.Writer, asJSON bool) error {
	switch {
	case t.findings != nil:
		return t.findings.tell(to, asJSON)
	case t.search() && asJSON:
		return printJSON(to, t.json())
	case t.search():
		fmt.Fprintf(to, "%s of arena tune from seed %d on, with other values for %s in each group\n",
			words.Count(len(t.matches()), "match"), t.First, t.all.bots[schedule.New].Name)
		fmt.Fprintln(to, "the same command tells what it has found, without playing them again")
		return nil
	}
	return t.standings.tell(to, asJSON, t.whole())
}

// json returns what the command printed, with --json, that played the matches.
func (t *tournament) json() any {
	switch {
	case t.findings != nil:
		return t.findings.json()
	case t.search():
		return searchJSON{t.Game, t.First, len(t.matches()), t.all.bots[schedule.New].Name}
	}
	return t.standings.json(t.standings.summary(), t.whole())
}

// searchJSON is what a store has of a search by arena tune. Which values played is known to
// that command alone.
type searchJSON struct {
	Game    string `json:"game"`
	Seed    uint64 `json:"first_seed"`
	Matches int    `json:"matches"`
	Bot     string `json:"bot"`
}

// search reports whether the bots had other values in each group, so that no table says
// how good they are.
func (t *tournament) search() bool { return t.Kind == store.KindTune }

// matches are all matches, by number.
func (t *tournament) matches() []series.Match { return t.standings.Matches }

// whole reports whether no match is missing before the last.
func (t *tournament) whole() bool {
	all := t.matches()
	return len(all) == 0 || all[len(all)-1].Number == len(all)-1
}

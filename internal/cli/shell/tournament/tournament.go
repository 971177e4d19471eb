// Package tournament has the parts that all commands share which show a tournament, while it is played or from a
// store: its tables and words, the page that is written or served, and its matches played again.
package tournament

import (
	"fmt"
	"io"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"

	"github.com/botarena/arena/internal/cli/shell"
)

// Tournament is a tournament of a store, and how it is printed.
type Tournament struct {
	*archive.Tournament
	All       Common
	Standings *Standings
	findings  *Findings // nil unless it is a comparison
}

// newTournament returns a tournament that was read. Again returns the command that opens a match of it.
func newTournament(read *archive.Tournament, costs bool, again func(schedule.Planned) string) *Tournament {
	all := Common{
		Setup: read.Setup, Random: read.Random, First: read.First, Bots: read.Bots,
		Sandbox: engine.Printable(read.Sandbox), Again: again,
	}
	shown := &Standings{Common: all, Standings: read.Standings, Costs: costs}
	t := &Tournament{Tournament: read, All: all, Standings: shown}
	if read.Answer != nil {
		t.findings = &Findings{all, read.Answer}
	}
	return t
}

// Tell prints what the command printed that played the matches.
func (t *Tournament) Tell(to io.Writer, asJSON bool) error {
	switch {
	case t.findings != nil:
		return t.findings.Tell(to, asJSON)
	case t.IsSearch() && asJSON:
		return shell.PrintJSON(to, t.JSON())
	case t.IsSearch():
		fmt.Fprintf(to, "%s of arena tune from seed %d on, with other values for %s in each group\n",
			safe.Count(len(t.matches()), "match"), t.First, t.All.Bots[schedule.New].Name)
		fmt.Fprintln(to, "the same command tells what it has found, without playing them again")
		return nil
	}
	return t.Standings.Tell(to, asJSON, t.IsWhole())
}

// JSON returns what the command printed, with --json, that played the matches.
func (t *Tournament) JSON() any {
	switch {
	case t.findings != nil:
		return t.findings.JSON()
	case t.IsSearch():
		return searchJSON{t.Game, t.First, len(t.matches()), t.All.Bots[schedule.New].Name}
	}
	return t.Standings.JSON(t.Standings.SoFar(), t.IsWhole())
}

// searchJSON is what a store has of a search by arena tune. Which values played is known to
// that command alone.
type searchJSON struct {
	Game    string `json:"game"`
	Seed    uint64 `json:"first_seed"`
	Matches int    `json:"matches"`
	Bot     string `json:"bot"`
}

// matches are all matches, by number.
func (t *Tournament) matches() []played.Match { return t.Standings.Matches }

// Common is what the matches of a tournament have in common, whether they are being played
// or come from a store.
type Common struct {
	Setup   engine.Setup
	Random  engine.Randomness
	First   uint64 // seed of the first group
	Bots    []lineup.Entrant
	Sandbox string
	// Again returns the command that plays or opens a match, without flags for what happens then.
	Again func(schedule.Planned) string
}

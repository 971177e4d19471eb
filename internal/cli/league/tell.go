package league

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
)

// leagueTeller tells what happens in a league.
type leagueTeller struct {
	s      *shell.Shell
	l      *openLeague
	played int
	told   map[string]bool // verdicts, by bot and kind
	short  *shortage
}

func (t *leagueTeller) tell(e league.Event) {
	if e.Kind == league.Short {
		t.short.tell(t.s)
		return
	}
	if log := t.s.Err.Logger(); log != nil {
		t.log(log, e)
		return
	}
	switch e.Kind {
	case league.Played:
		t.played++
		t.verdicts(e)
		t.s.Err.Progress("%s played, the last is number %d", safe.Count(t.played, "match"), e.Match.Number+1)
	case league.Waiting:
		fmt.Fprintf(t.s.Err, "note: too few bots for a match of %d; waiting for more\n", t.l.Match.Seats())
		fmt.Fprintf(t.s.Err, "hint: %s\n", safe.Shell("arena", "league", "add", t.l.typed, "BOT"))
	case league.Refused:
		fmt.Fprintf(t.s.Err, "warning: a result%s was refused: %s\n", ofWorker(e), engine.Printable(e.Reason))
	case league.Revoked:
		fmt.Fprintf(t.s.Err, "warning: nothing%s counts any longer: %s; %s will be played again\n",
			ofWorker(e), engine.Printable(e.Reason), safe.Count(e.Count, "match"))
	case league.Disbelieved:
		const text = "warning: no verdicts%s for time, memory or threads count any longer: %s; %s will be played again\n"
		fmt.Fprintf(t.s.Err, text, ofWorker(e), engine.Printable(e.Reason), safe.Count(e.Count, "match"))
	case league.Aside:
		fmt.Fprintf(t.s.Err, "note: %s set aside, to be played again\n", safe.Count(e.Count, "match"))
	case league.Lonely:
		fmt.Fprintf(t.s.Err, "note: %s in which a worker froze a bot for what may lie in its machine: "+
			"another one must find that too, and none is there\n", safe.Count(e.Count, "match"))
		fmt.Fprintf(t.s.Err, "hint: %s, or serve with -j 1\n", safe.Shell("arena", "league", "invite", t.l.typed, "NAME"))
	case league.Varying:
		fmt.Fprintf(t.s.Err, "warning: match %d can't be compared, and neither can others with the same bot: %s\n",
			e.Match.Number+1, e.Reason)
	case league.Failed:
		fmt.Fprintf(t.s.Err, "warning: match %d can't be played: %s\n", e.Match.Number+1, e.Reason)
	}
}

// isNew reports whether a verdict on a bot is the first one of its kind, and notes it.
func (t *leagueTeller) isNew(e league.Event, v match.Verdict) bool {
	key := fmt.Sprint(e.Match.Seats[v.Seat], v.Kind)
	if t.told == nil {
		t.told = make(map[string]bool)
	}
	known := t.told[key]
	t.told[key] = true
	return !known
}

// ofWorker says of whom something is, or nothing if it is of this machine.
func ofWorker(e league.Event) string {
	if e.Worker == "" {
		return ""
	}
	return " of " + nameOf(e)
}

// verdicts tells the first verdict of each kind on a bot, and how to see it.
func (t *leagueTeller) verdicts(e league.Event) {
	for _, v := range e.Match.Verdicts {
		if !t.isNew(e, v) {
			continue
		}
		fmt.Fprintf(t.s.Err, "match %d: seat %d: %s: %s\n", e.Match.Number+1, v.Seat, archive.VerdictText(&v), v.Detail)
		fmt.Fprintf(
			t.s.Err, "hint: %s\n", safe.Shell("arena", "results", t.l.Folder.Store(), "--match", fmt.Sprint(e.Match.Number+1),
				"--bots", t.l.Folder.Bots()))
	}
}

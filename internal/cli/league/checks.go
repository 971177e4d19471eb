package league

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
)

const checksFlag = "check-share"

// registerChecks registers the flag that says how many matches of the workers are checked.
func registerChecks(c *cobra.Command, share *float64) {
	c.Flags().Float64Var(share, checksFlag, league.UsualChecks,
		"have `SHARE` of the matches of other machines played again by others, from 0 to 1")
}

// mayBeChecks returns an error unless a share is one.
func mayBeChecks(share float64) error {
	if share >= 0 && share <= 1 {
		return nil
	}
	return shell.Misused(fmt.Sprintf("--%s %v", checksFlag, league.UsualChecks), "--%s: %v is not from 0 to 1", checksFlag,
		share)
}

// leagueWorkers has the findings about the machines that play a league, in words.
type leagueWorkers struct{ *league.Findings }

func (w leagueWorkers) Print(to io.Writer, bots []lineup.Entrant) {
	if len(w.Workers) > 0 {
		t := shell.NewTable("worker", "matches", "checks ok", "failed", "unfounded", "refused", "state")
		for _, one := range w.Workers {
			t.Row(nameOfWorker(one), strconv.Itoa(one.Matches), strconv.Itoa(one.Passed), strconv.Itoa(one.Failed),
				strconv.Itoa(one.Unfounded), strconv.Itoa(one.Refused), stateOf(one))
		}
		t.Print(to)
	}
	if w.Due > 0 {
		fmt.Fprintf(to, "%s to be played again by another worker, to compare\n", safe.Count(w.Due, "match"))
	}
	if w.Aside > 0 {
		fmt.Fprintf(to, "%s set aside, to be played again: --json lists all that ever were\n", safe.Count(w.Aside, "match"))
	}
	for _, number := range w.Varying {
		fmt.Fprintf(to, "%s does not play the same again: %s\n", bots[number].Label, engine.Printable(w.Why[number]))
	}
	for _, s := range w.Suspicions {
		what := "used another share of the CPU time"
		if s.Of == "verdicts" {
			what = "was frozen at another rate"
		}
		fmt.Fprintf(to, "%s %s with worker %s than with others; chance alone does that in %.2g of 100 cases\n",
			bots[s.Entrant].Label, what, w.nameOf(s.Worker), 100*s.P)
	}
}

func nameOfWorker(w store.Worker) string {
	if w.Name != "" {
		return engine.Printable(w.Name)
	}
	return engine.Printable(w.ID)
}

func (w leagueWorkers) nameOf(id string) string {
	for _, one := range w.Workers {
		if one.ID == id {
			return nameOfWorker(one)
		}
	}
	return "this machine"
}

func stateOf(w store.Worker) string {
	if w.IsRevoked() {
		return "revoked: " + engine.Printable(w.Why)
	}
	if !w.IsBelieved() {
		return "its verdicts don't count: " + engine.Printable(w.Why)
	}
	return "last result " + w.Last.Format(shell.TimeFormat)
}

// workersJSON has the findings about the machines that play a league.
type workersJSON struct {
	Workers    []workerJSON    `json:"workers"`
	Due        int             `json:"due"` // matches to be played again, to compare; at most 1000
	Doubted    []doubtedJSON   `json:"doubted"`
	Varying    []varyingJSON   `json:"varying"`
	Suspicions []suspicionJSON `json:"suspicions"`
}

type workerJSON struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"` // "" if it has none
	Matches   int        `json:"matches"`
	Passed    int        `json:"passed"` // checks
	Failed    int        `json:"failed"`
	Unfounded int        `json:"unfounded"` // verdicts that others did not find
	Refused   int        `json:"refused"`   // results
	Last      time.Time  `json:"last"`      // when its last result came
	Revoked   *time.Time `json:"revoked"`   // null if it is not
	Why       string     `json:"why"`       // it is revoked, or its verdicts don't count
}

// doubtedJSON is a match that was set aside.
type doubtedJSON struct {
	Match  int       `json:"match"` // from 1
	Seed   uint64    `json:"seed"`
	Bots   []int     `json:"bots"`   // by seat
	Worker string    `json:"worker"` // its ID
	Why    string    `json:"why"`
	Noted  time.Time `json:"noted"`
}

// varyingJSON is a bot that does not play the same match the same way again.
type varyingJSON struct {
	Bot int    `json:"bot"`
	Why string `json:"why"`
}

// suspicionJSON is a bot that varies, and does so otherwise with one worker than with others.
type suspicionJSON struct {
	Bot    int     `json:"bot"`
	Of     string  `json:"of"`     // "verdicts" or "cpu"
	P      float64 `json:"p"`      // how often that happens by chance
	Worker string  `json:"worker"` // its ID; "" is the league's own machine
}

func (w leagueWorkers) JSON() workersJSON {
	all := workersJSON{
		Workers: []workerJSON{}, Due: w.Due, Doubted: []doubtedJSON{}, Varying: []varyingJSON{},
		Suspicions: []suspicionJSON{},
	}
	for _, one := range w.Workers {
		shown := workerJSON{
			ID: one.ID, Name: one.Name, Matches: one.Matches, Passed: one.Passed, Failed: one.Failed,
			Unfounded: one.Unfounded, Refused: one.Refused, Last: one.Last.UTC(), Why: one.Why,
		}
		if one.IsRevoked() {
			at := one.Revoked.UTC()
			shown.Revoked = &at
		}
		all.Workers = append(all.Workers, shown)
	}
	for _, d := range w.Doubted {
		all.Doubted = append(all.Doubted, doubtedJSON{d.Number + 1, d.Seed, d.Seats, d.Worker, d.Why, d.Noted.UTC()})
	}
	for _, number := range w.Varying {
		all.Varying = append(all.Varying, varyingJSON{number, w.Why[number]})
	}
	for _, s := range w.Suspicions {
		all.Suspicions = append(all.Suspicions, suspicionJSON{s.Entrant, s.Of, s.P, s.Worker})
	}
	return all
}

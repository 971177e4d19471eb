package cli

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

const checksFlag = "check-share"

// registerChecks registers the flag that says how many matches of the workers are checked.
func registerChecks(c *cobra.Command, share *float64) {
	c.Flags().Float64Var(share, checksFlag, league.UsualChecks, "have `SHARE` of the matches of other machines played again by others, from 0 to 1")
}

// mayBeChecks returns an error unless a share is one.
func mayBeChecks(share float64) error {
	if share >= 0 && share <= 1 {
		return nil
	}
	return misused(fmt.Sprintf("--%s %v", checksFlag, league.UsualChecks), "--%s: %v is not from 0 to 1", checksFlag, share)
}

// leagueWorkers is what is known of the machines that play a league, and what follows from it.
type leagueWorkers struct {
	workers    []store.Worker
	doubted    []store.Doubted
	due        int
	varying    []int // numbers of the entrants that play otherwise when they play again
	why        map[int]string
	suspicions []league.Suspicion
}

// mostDue is how many checks are counted that are still to be made.
const mostDue = 1000

// readWorkers reads what is known of the workers of a league.
func (l *openLeague) readWorkers(ctx context.Context) (*leagueWorkers, error) {
	w := &leagueWorkers{why: make(map[int]string)}
	var err error
	if w.workers, err = l.store.Workers(ctx); err != nil {
		return nil, err
	}
	if w.doubted, err = l.store.Doubted(ctx, l.ID); err != nil {
		return nil, err
	}
	due, err := l.store.Due(ctx, l.ID, mostDue)
	if err != nil {
		return nil, err
	}
	w.due = len(due)
	varying, err := l.store.Varying(ctx)
	if err != nil {
		return nil, err
	}
	for number, e := range l.Entrants {
		if why := varying[e.Program]; why != "" {
			w.varying, w.why[number] = append(w.varying, number), why
		}
	}
	if len(w.workers) == 0 || len(w.varying) == 0 {
		return w, nil
	}
	var all []store.Match
	for m, err := range l.store.Matches(ctx, l.ID) {
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	w.suspicions = league.Suspicions(l.Entrants, varying, all, rand.New(rand.NewPCG(l.First, uint64(len(all)))))
	return w, nil
}

func (w *leagueWorkers) print(to io.Writer, bots []lineup.Entrant) {
	if len(w.workers) > 0 {
		t := newTable("worker", "matches", "checks ok", "failed", "refused", "state")
		for _, one := range w.workers {
			t.row(nameOfWorker(one), strconv.Itoa(one.Matches), strconv.Itoa(one.Passed), strconv.Itoa(one.Failed), strconv.Itoa(one.Refused), stateOf(one))
		}
		t.print(to)
	}
	if w.due > 0 {
		fmt.Fprintf(to, "%s to be played again by another worker, to compare\n", words.Count(w.due, "match"))
	}
	if len(w.doubted) > 0 {
		fmt.Fprintf(to, "%s set aside, and played again or to be: --json lists them\n", words.Count(len(w.doubted), "match"))
	}
	for _, number := range w.varying {
		fmt.Fprintf(to, "%s does not play the same again: %s\n", bots[number].Label, engine.Printable(w.why[number]))
	}
	for _, s := range w.suspicions {
		what := "used another share of the CPU time"
		if s.Of == "verdicts" {
			what = "was frozen at another rate"
		}
		fmt.Fprintf(to, "%s %s with worker %s than with others; by chance that happens in %.2g of 100 cases\n",
			bots[s.Entrant].Label, what, w.nameOf(s.Worker), 100*s.P)
	}
}

func nameOfWorker(w store.Worker) string {
	if w.Name != "" {
		return engine.Printable(w.Name)
	}
	return engine.Printable(w.ID)
}

func (w *leagueWorkers) nameOf(id string) string {
	for _, one := range w.workers {
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
	return "last result " + w.Last.Format(timeFormat)
}

// workersJSON is what is known of the machines that play a league.
type workersJSON struct {
	Workers    []workerJSON    `json:"workers"`
	Due        int             `json:"due"` // matches to be played again, to compare; at most 1000
	Doubted    []doubtedJSON   `json:"doubted"`
	Varying    []varyingJSON   `json:"varying"`
	Suspicions []suspicionJSON `json:"suspicions"`
}

type workerJSON struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"` // "" if it has none
	Matches int        `json:"matches"`
	Passed  int        `json:"passed"` // checks
	Failed  int        `json:"failed"`
	Refused int        `json:"refused"` // results
	Last    time.Time  `json:"last"`    // when its last result came
	Revoked *time.Time `json:"revoked"` // null if it is not
	Why     string     `json:"why"`     // it is revoked
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

func (w *leagueWorkers) json() workersJSON {
	all := workersJSON{Workers: []workerJSON{}, Due: w.due, Doubted: []doubtedJSON{}, Varying: []varyingJSON{}, Suspicions: []suspicionJSON{}}
	for _, one := range w.workers {
		shown := workerJSON{
			ID: one.ID, Name: one.Name, Matches: one.Matches, Passed: one.Passed, Failed: one.Failed, Refused: one.Refused,
			Last: one.Last.UTC(), Why: one.Why,
		}
		if one.IsRevoked() {
			at := one.Revoked.UTC()
			shown.Revoked = &at
		}
		all.Workers = append(all.Workers, shown)
	}
	for _, d := range w.doubted {
		all.Doubted = append(all.Doubted, doubtedJSON{d.Number + 1, d.Seed, d.Seats, d.Worker, d.Why, d.Noted.UTC()})
	}
	for _, number := range w.varying {
		all.Varying = append(all.Varying, varyingJSON{number, w.why[number]})
	}
	for _, s := range w.suspicions {
		all.Suspicions = append(all.Suspicions, suspicionJSON{s.Entrant, s.Of, s.P, s.Worker})
	}
	return all
}

package league

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

type showOptions struct {
	tournament.Flags
	http    string
	history bool
	grades  bool
	public  bool
	from    shell.BotFlags
}

func newLeagueShow(s *shell.Shell) *cobra.Command {
	o := &showOptions{}
	c := &cobra.Command{
		Use:   "show FOLDER",
		Short: "Show the table of a league",
		Long: `Show the table of a league: how often each bot won, its mean place, its rating, in what
share of their matches it was above each other bot, and how much it matters where one
sits. Each figure comes with a ±: the true one is that near with a chance of 95 %;
docs/statistics.md explains them.

A version that another one has replaced leaves the table; --history lists all versions of
all bots instead, with their authors and what they have reached. --csv prints a row for
each seat of each match, --grades one for each author, with the figures of the author's
best bot. --html makes a page with all matches, three of which it shows, of those whose
replays the league keeps: it can be mailed. --http serves that page until Ctrl-C, also
while another arena plays the league.

After the --freeze of arena league set, others see the table of that time; you see all of
it, unless with --public, and on a page that others can reach.`,
		Example: `  arena league show tuesdays
  arena league show tuesdays --history
  arena league show tuesdays --grades > grades.csv
  arena league show tuesdays --http 127.0.0.1:8080
  arena league show tuesdays --html table.html`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			return o.run(c, s, args[0])
		},
	}
	o.Register(c)
	shell.RegisterHTTP(c, &o.http)
	c.Flags().BoolVar(&o.history, "history", false, "list all versions of all bots, also those that have left the table")
	c.Flags().BoolVar(&o.grades, "grades", false, "print a row for each author, as CSV")
	c.Flags().BoolVar(&o.public, "public", false, "show what others see, after --freeze of arena league set")
	o.from.RegisterDir(c)
	shell.Must(c.Flags().MarkHidden("bots")) // they are in the folder
	o.from.RegisterSandbox(c)
	return c
}

func (o *showOptions) run(c *cobra.Command, s *shell.Shell, folder string) error {
	if err := o.Check(c, "table.html"); err != nil {
		return err
	}
	if err := shell.Alone(c.Flags().Changed, "history", "grades", "csv", "json", "html", "http"); err != nil {
		return err
	}
	l, err := opened(s, c.Context(), folder, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // only read
	if err := o.publish(c.Context(), s, l); err != nil {
		return err
	}
	live := l.live(s, o.from)
	if c.Flags().Changed("http") {
		shell.SpareMemory()
		page, err := tournament.ServePage(s, c.Context(), o.http, live)
		if err != nil {
			return err
		}
		return page.StayOpen(c.Context())
	}
	view := l.view(s)
	view.Costs, view.Tables = o.Costs, !o.CSV && !o.JSON
	t, err := view.Read(c.Context(), l.Tournament)
	if err != nil {
		return err
	}
	switch {
	case o.CSV:
		return tournament.PrintCSV(s, []*tournament.Tournament{t})
	case o.Page.File != "":
		return o.Page.Write(c.Context(), s, view, t)
	}
	table := &leagueTable{l: l, t: t}
	if table.owners, err = l.readOwners(); err != nil {
		return err
	}
	if o.history {
		table.printHistory(s.Out)
		return nil
	}
	if o.grades {
		return table.printGrades(s)
	}
	if table.failures, err = l.Store.Failures(c.Context(), l.ID); err != nil {
		return err
	}
	if l.AsOf.IsZero() { // else they name bots that came later
		if table.holders, err = l.Store.Holders(c.Context(), l.ID); err != nil {
			return err
		}
	}
	if table.final, err = l.readFinal(c.Context(), s); err != nil {
		return err
	}
	known, err := l.Known(c.Context())
	if err != nil {
		return err
	}
	table.workers = leagueWorkers{known}
	if o.JSON {
		return shell.PrintJSON(s.Out, table.JSON())
	}
	table.Print(c.Context(), s.Out)
	return nil
}

// publish lets the league be what others see of it, if that was asked for. Else it says so if they see less.
func (o *showOptions) publish(ctx context.Context, s *shell.Shell, l *openLeague) error {
	public := l.Store.Public(nil)
	if o.public {
		l.Store = public
		return l.Read(ctx)
	}
	seen, err := public.Tournament(ctx, l.ID)
	if err == nil && !seen.AsOf.IsZero() {
		leagues.Note(s, fmt.Sprintf("others see the table of %s, with %d of these %s, as --public shows it",
			seen.AsOf.Format(admission.TimeFormat), seen.Matches, safe.Count(l.Matches, "match")))
	}
	return err
}

// leagueTable is the table of a league.
type leagueTable struct {
	l        *openLeague
	t        *tournament.Tournament
	final    *tournament.Tournament // nil if there is none
	failures []store.Failure
	holders  []store.Holder
	owners   map[string]owner // people, by how the league knows them
	workers  leagueWorkers
}

func (t *leagueTable) Print(_ context.Context, to io.Writer) {
	l := t.l
	safe.Fprintf(to, "%s: %s, %s, %s\n", l.Name, l.Match.Game().Info().Title, l.Format,
		safe.Count(l.Matches, "match"))
	summary := t.t.Standings.SoFar()
	if l.Matches > 0 {
		t.printTable(to, summary)
	}
	var waiting, playing, leaving, late, paused []string
	for number, e := range l.Entrants {
		if e.Late > 0 && e.Stays() {
			late = append(late, engine.Printable(e.Name)+" ("+admission.InMinutes(e.Late)+")")
		}
		switch name := engine.Printable(e.Name); {
		case e.Paused:
			paused = append(paused, name)
		case e.Waits():
			waiting = append(waiting, name)
		case e.Leaving && e.Joined != nil:
			leaving = append(leaving, name)
		case e.Stays() && (number >= len(summary.Bots) || summary.Bots[number].Matches == 0):
			playing = append(playing, name)
		}
	}
	var preferred []string
	for _, number := range l.Prefers() {
		preferred = append(preferred, engine.Printable(l.Entrants[number].Name))
	}
	for _, list := range []struct {
		what  string
		names []string
	}{
		{"join with the next match:", waiting},
		{"play their first match:", playing},
		{"leave with the next match:", leaving},
		{"paused:", paused},
		{"play some matches before others:", preferred},
		{"handed in after the deadline:", late},
	} {
		if len(list.names) > 0 {
			fmt.Fprintln(to, list.what, strings.Join(list.names, ", "))
		}
	}
	if present := t.present(); present < l.Match.Seats() {
		fmt.Fprintf(to, "%s for %d seats: a match needs more\n", safe.Count(present, "bot"), l.Match.Seats())
	}
	t.printFinal(to)
	t.printHolders(to)
	t.workers.Print(to, t.t.All.Bots)
	for _, f := range t.failures {
		fmt.Fprintf(to, "match %d can't be played: %s\n", f.Number+1, engine.Printable(f.Reason))
	}
}

// shownHolders is how many names are shown with their keys.
const shownHolders = 12

// printHolders prints to whom names belong.
func (t *leagueTable) printHolders(to io.Writer) {
	if len(t.holders) == 0 {
		return
	}
	table := shell.NewTable("name", "belongs to", "author, as the package says")
	for _, h := range t.holders[:min(len(t.holders), shownHolders)] {
		to := shortKey(h.Signer)
		if h.Person != "" {
			to = cmp.Or(t.owners[h.Person].names, h.Person)
		}
		table.Row(engine.Printable(h.Name), to, engine.Printable(h.Author))
	}
	table.Print(to)
	if more := len(t.holders) - shownHolders; more > 0 {
		fmt.Fprintf(to, "%s more: --json has them all\n", safe.Count(more, "name"))
	}
}

// shortKey returns a fingerprint by which people can tell the keys of a league apart.
func shortKey(fingerprint string) string {
	const shown = len("SHA256:") + 8
	if len(fingerprint) <= shown {
		return fingerprint
	}
	return fingerprint[:shown] + "…"
}

// present returns how many bots play, or will with the next match.
func (t *leagueTable) present() (bots int) {
	for _, e := range t.l.Entrants {
		if e.Stays() {
			bots++
		}
	}
	return bots
}

func (t *leagueTable) printTable(to io.Writer, summary stats.Summary) {
	standings := t.t.Standings
	order, _ := t.t.Ranking(summary)
	tournament.PrintStandings(to, summary, t.t.All.Bots, order, standings.Costs)
	if t.l.Format == ladder.Format {
		fmt.Fprintln(to, ladder.Note)
	}
	t.printAhead(to, summary, order)
	tournament.PrintFit(to, summary, t.t.All.Bots)
	tournament.PrintSeats(to, summary)
	fmt.Fprintln(to, standings.SeedsPlayed())
	fmt.Fprintln(to, "sandbox", t.t.All.Sandbox)
}

// mostColumns is for how many bots the cross table has room on a screen.
const mostColumns = 12

// printAhead prints in what share of their matches each bot was above each other one.
func (t *leagueTable) printAhead(to io.Writer, summary stats.Summary, order []int) {
	shown := order[:min(len(order), mostColumns)]
	titles := []string{"ahead of"}
	for i := range shown {
		titles = append(titles, ">"+strconv.Itoa(i+1))
	}
	table := shell.NewTable(titles...)
	for i, bot := range order {
		row := []string{fmt.Sprintf("%d %s", i+1, t.t.All.Bots[bot].Label)}
		for _, other := range shown {
			row = append(row, aheadText(summary, bot, other))
		}
		table.Row(row...)
	}
	table.Print(to)
	if more := len(order) - len(shown); more > 0 {
		fmt.Fprintf(to, "%s more: --html has them all\n", safe.Count(more, "column"))
	}
}

// aheadText is a cell of the cross table.
func aheadText(summary stats.Summary, bot, other int) string {
	if bot == other {
		return ""
	}
	pair := summary.Pair(bot, other)
	if pair.Above+pair.Below+pair.Equal == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*pair.Ahead.Value)
}

// leagueJSON is a league.
type leagueJSON struct {
	Name   string    `json:"name"`
	Format string    `json:"format"`
	Begun  time.Time `json:"begun"`
	Signed bool      `json:"signed"` // only signed packages are taken
	// AsOf is of which time the table is that others see, if this is it; else null.
	AsOf *time.Time `json:"as_of"`
	// Preferred are the bots that play some matches before others, by their places among the entrants.
	Preferred []int         `json:"preferred"`
	Entrants  []entrantJSON `json:"entrants"` // as in the result's bots
	Holders   []holderJSON  `json:"holders"`
	Failures  []failureJSON `json:"failures"`
	workersJSON
	Result any        `json:"result"`
	Final  *finalJSON `json:"final"` // null if there is none
}

// finalJSON is a final.
type finalJSON struct {
	Drawn  time.Time `json:"drawn"`
	Result any       `json:"result"` // as of a series
}

// entrantJSON is a bot in a league. Joined and Left are numbers of matches, from 1.
type entrantJSON struct {
	Name    string `json:"name"`
	Label   string `json:"label"`
	Joined  *int   `json:"joined"`  // its first match or an earlier one; null before it joins
	Left    *int   `json:"left"`    // the first match without it; null as long as it stays
	Leaving bool   `json:"leaving"` // with the next match
	Paused  bool   `json:"paused"`  // until it comes back
	// Replaced says that the bot plays on with another program, so that this one has left the table.
	Replaced bool    `json:"replaced"`
	Version  string  `json:"version"`
	Package  string  `json:"package"` // SHA-256 of the manifest; "" if it came in none
	Signer   string  `json:"signer"`  // fingerprint; "" if it is not signed
	Author   string  `json:"author"`  // as the package says
	Late     float64 `json:"late_s"`  // how long after the deadline it was handed in
	// Came is when it was handed in; null if that is not known.
	Came *time.Time `json:"handed_in"`
	ownerJSON
}

// holderJSON is a name that belongs to a person, or to a key.
type holderJSON struct {
	Name   string `json:"name"`
	Signer string `json:"signer"`
	Author string `json:"author"`
	ownerJSON
}

// ownerJSON is a person, or a team. All is "" if nobody is known.
type ownerJSON struct {
	ID    string `json:"person_id"` // as arena league people list has it
	Name  string `json:"person"`    // names of a team have ", " between them
	Group string `json:"group"`
}

func (t *leagueTable) owner(id string) ownerJSON {
	who := t.owners[id]
	return ownerJSON{id, who.names, who.group}
}

type failureJSON struct {
	Match  int    `json:"match"` // from 1
	Seed   uint64 `json:"seed"`
	Bots   []int  `json:"bots"` // by seat
	Reason string `json:"reason"`
}

func (t *leagueTable) JSON() leagueJSON {
	l := t.l
	all := leagueJSON{
		Name: l.Name.Raw(), Format: l.Format, Begun: l.Begun.UTC(), Signed: l.Signed, AsOf: orNull(l.AsOf),
		Preferred: append([]int{}, l.Prefers()...), Entrants: []entrantJSON{},
		Holders: []holderJSON{}, Failures: []failureJSON{}, Result: t.t.JSON(),
	}
	from1 := func(n *int) *int {
		if n == nil {
			return nil
		}
		next := *n + 1
		return &next
	}
	replaced := store.Replaced(l.Entrants)
	for i, e := range l.Entrants {
		all.Entrants = append(all.Entrants, entrantJSON{
			e.Name, t.t.All.Bots[i].Label, from1(e.Joined), from1(e.Gone), e.Leaving, e.Paused, replaced[i], e.Version,
			packageDigest(e), e.Signer, e.Author, e.Late.Seconds(), orNull(e.Came), t.owner(e.Person),
		})
	}
	for _, h := range t.holders {
		all.Holders = append(all.Holders, holderJSON{h.Name, h.Signer, h.Author, t.owner(h.Person)})
	}
	for _, f := range t.failures {
		all.Failures = append(all.Failures, failureJSON{f.Number + 1, f.Seed, f.Seats, f.Reason})
	}
	all.workersJSON = t.workers.JSON()
	if t.final != nil {
		all.Final = &finalJSON{t.final.Begun.UTC(), t.final.JSON()}
	}
	return all
}

// orNull is a time in JSON.
func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func packageDigest(e store.Entrant) string {
	if e.Package == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(e.Package[:])
}

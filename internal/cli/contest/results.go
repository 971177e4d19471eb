package contest

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// resultsOptions are the flags of arena results.
type resultsOptions struct {
	tournament.Flags
	path     string
	of       int64
	all      bool
	question comparedBy
	chart    charted

	match  int      // from 1; 0 for none
	bots   []string // that may play again, as those in the bots folder may
	output string
	view   bool
	watch  shell.WatchFlags
	from   shell.BotFlags
}

// NewResults returns the command arena results.
func NewResults(s *shell.Shell) *cobra.Command {
	o := &resultsOptions{}
	c := &cobra.Command{
		Use:   "results [FILE]",
		Short: "Show what a store of matches has, and open one of them",
		Long: `Show what a store of matches has, and open one of them.

FILE is the store of arena series or arena compare, by default the only *.db here. Of
its tournaments, the latest is shown, or a league if it is that of one, or with --of
another. A series is shown as arena series does, a comparison as arena compare does; --by
and --margin ask another question of its matches.

--csv prints a row for each seat of each match. Matches are counted from 1; groups,
seats and rounds from 0. --html makes a page of tables and charts, with all matches and
the commands that open them. Of those whose replays the store keeps, the closest, the
greatest upset and, in a league, the one whose lead changed most often are in it, to be
watched: it can be mailed.
With --with-replays all of them open with a click: their pages are in a folder beside it.
--http serves that page until Ctrl-C, with matches that are added meanwhile; there all
matches open with a click.

--chart NAME prints the numbers that bots noted under a name, by round: mean, least and
most over the matches whose replays the store keeps, for each bot and version. The page
of --http draws them, too.

--split WHAT prints how each bot did in the matches of each kind: in each seat, against
each opponent, or where the settings, the length or the margin was another. The flags
that choose seats go with both: --split opponent --seat 2 --lost. Seats that won have no
share of wins; of those that are shown, all intervals of a bot are right together in 95
of 100 cases. --split settings looks at all tournaments of the game in the store.

--match N writes the replay of a match. If the store does not keep it, the match is
played again under the same conditions, by the same programs: a bot that has been
changed since is refused. Then the store keeps the replay. A store may come from
somebody else: so bots are those in the bots folder of the same name, and only what
--bot or --bots names is built.`,
		Example: `  arena results
  arena results orkisland.db --html results.html
  arena results --chart army --lost
  arena results --split opponent --seat 2
  arena results orkisland.db --match 17 --view`,
		Args: shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.Check(c, args); err != nil {
				return err
			}
			return o.run(c, s)
		},
	}
	o.Register(s, c)
	return c
}

// Register adds the flags that select the parts of a tournament to show, and their form.
func (o *resultsOptions) Register(s *shell.Shell, c *cobra.Command) {
	f := c.Flags()
	f.Int64Var(&o.of, "of", 0, "show tournament `N` (default: the latest, or the league)")
	f.BoolVar(&o.all, "all", false, "all tournaments")
	o.Flags.Register(c)
	o.question.Register(c)
	o.chart.Register(c)
	f.IntVar(&o.match, "match", 0, "open match `N`")
	f.StringVarP(
		&o.output, "output", "o", "", "`FILE` for the replay of --match (default: a new one in matches, or none with --view)")
	f.BoolVar(&o.view, "view", false, "watch --match in the browser")
	o.watch.Register(s, c)
	f.Lookup("http").DefValue = "" // without it, the results are printed
	o.from.RegisterDir(c)
	o.from.RegisterSandbox(c)
	f.StringArrayVar(&o.bots, "bot", nil, "a `BOT` that played, as arena play takes it; repeatable")
	o.from.RegisterStored(c)
}

// Check refuses flags that contradict each other, and finds the store.
func (o *resultsOptions) Check(c *cobra.Command, args []string) error {
	changed := c.Flags().Changed
	if err := shell.Alone(changed, "csv", "json", "html", "match"); err != nil {
		return err
	}
	switch {
	case o.all && (changed("of") || changed("html") || changed("http") || changed("match")):
		return shell.Misused("leave out --all", "--all: contradicts --of, --html, --http and --match")
	case changed("match") && changed("http") && !o.view:
		return shell.Misused("--view", "--http: has no effect on --match without --view")
	case changed("match") && o.match < 1:
		return shell.Misused("--match 1", "--match: %d is less than 1", o.match)
	case changed("of") && o.of < 1:
		return shell.Misused("--of 1", "--of: %d is less than 1", o.of)
	}
	ofPlaying := []string{"sandbox", "bot", "stored-limits"}
	for _, flag := range append([]string{"output", "view", "no-open"}, ofPlaying...) {
		if changed(flag) && o.match == 0 && (!slices.Contains(ofPlaying, flag) || !changed("http")) {
			return shell.Misused("--match 1", "--%s: has no effect without --match", flag)
		}
	}
	if err := o.Flags.Check(c, "results.html"); err != nil {
		return err
	}
	if err := o.chart.Check(c); err != nil {
		return err
	}
	var err error
	o.path, err = storeNamed(args)
	return err
}

// storeNamed returns the store that was named, or the only one here.
func storeNamed(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	found, err := filepath.Glob("*.db")
	if err != nil {
		return "", err
	}
	switch len(found) {
	case 0:
		return "", hint.With(fmt.Errorf("no *.db here"), "arena series and arena compare keep their matches in one")
	case 1:
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, name := range found {
		names[i] = safe.Name(name)
	}
	return "", shell.Misused(safe.Shell("arena", "results", found[0]), "more than one *.db here: %s",
		strings.Join(names, ", "))
}

func (o *resultsOptions) run(c *cobra.Command, s *shell.Shell) error {
	ctx := c.Context()
	opened, err := store.Open(ctx, o.path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }() // nothing was written
	all, err := opened.Tournaments(ctx)
	if err != nil {
		return err
	}
	chosen, err := o.choose(all)
	if err != nil {
		return err
	}
	if o.match > 0 {
		return o.openMatch(c, s, opened, chosen[0])
	}
	if c.Flags().Changed("chart") || o.chart.split != "" {
		a := o.archive(s, opened)
		read, err := a.Read(ctx, chosen[0])
		if err != nil {
			return o.question.misused(err)
		}
		if o.chart.split != "" {
			return o.tellSplit(ctx, c, s, a, read)
		}
		return o.tellChart(ctx, c, s, a, read)
	}
	if c.Flags().Changed("http") && chosen[0].Kind != store.KindTune {
		page, err := tournament.ServePage(s, ctx, o.watch.Listen,
			tournament.Live{Archive: o.archive(s, opened), ID: chosen[0].ID, Again: o.again(s)})
		if err != nil {
			return o.question.misused(err)
		}
		return page.StayOpen(ctx)
	}
	view := tournament.View{Archive: o.archive(s, opened), Bots: o.from.Dir, Costs: o.Costs}
	read := make([]*tournament.Tournament, len(chosen))
	for i, t := range chosen {
		if read[i], err = view.Read(ctx, t); err != nil {
			return o.question.misused(err)
		}
	}
	switch {
	case o.CSV:
		return tournament.PrintCSV(s, read)
	case o.JSON:
		return o.printJSON(s.Out, read)
	case (o.Page.File != "" || c.Flags().Changed("http")) && read[0].IsSearch():
		return shell.Misused("--csv has its matches", "--html, --http: tournament %d is a search of arena tune", chosen[0].ID)
	case o.Page.File != "":
		return o.Page.Write(ctx, s, view, read[0])
	}
	return o.Print(s.Out, all, read)
}

// choose returns the tournaments that were asked for.
func (o *resultsOptions) choose(all []store.Tournament) ([]store.Tournament, error) {
	switch {
	case len(all) == 0:
		return nil, hint.New(o.path, "has no matches yet", "arena series and arena compare play some")
	case o.all:
		return all, nil
	case o.of == 0:
		isLeague := func(t store.Tournament) bool { return t.Kind == store.KindLeague }
		i := max(slices.IndexFunc(all, isLeague), 0)
		if !isLeague(all[i]) {
			i = len(all) - 1
		}
		return all[i : i+1], nil
	}
	i := slices.IndexFunc(all, func(t store.Tournament) bool { return t.ID == o.of })
	if i < 0 {
		return nil, shell.Misused(safe.Shell("arena", "results", o.path, "--all"), "--of: %s has no tournament %d",
			o.path, o.of)
	}
	return all[i : i+1], nil
}

// Print prints a list of all tournaments, if there are several, and the chosen ones.
func (o *resultsOptions) Print(to io.Writer, all []store.Tournament, chosen []*tournament.Tournament) error {
	if len(all) > 1 {
		printTournaments(to, all)
	}
	for _, t := range chosen {
		if len(all) > 1 {
			fmt.Fprintf(to, "\ntournament %d:\n", t.ID)
		}
		if t.Matches == 0 {
			fmt.Fprintln(to, "no matches yet")
			continue
		}
		if err := t.Tell(to, false); err != nil {
			return err
		}
	}
	return nil
}

func printTournaments(to io.Writer, all []store.Tournament) {
	t := shell.NewTable(">number", "kind", "bots", ">matches", ">first seed", "begun")
	for _, one := range all {
		names := make([]string, len(one.Entrants))
		for i, bot := range archive.Labelled(one.Entrants) {
			names[i] = bot.Label
		}
		t.Row(strconv.FormatInt(one.ID, 10), one.Kind, strings.Join(names, ", "), strconv.Itoa(one.Matches),
			strconv.FormatUint(one.First, 10), one.Begun.Format(shell.TimeFormat))
	}
	t.Print(to)
}

// tournamentJSON is a tournament of a store.
type tournamentJSON struct {
	Number int64     `json:"number"`
	Kind   string    `json:"kind"`
	Begun  time.Time `json:"begun"`
	Result any       `json:"result"` // as that of the command that played
}

// printJSON prints what the command printed that played the matches, and with --all a
// list of that.
func (o *resultsOptions) printJSON(to io.Writer, chosen []*tournament.Tournament) error {
	if !o.all {
		return chosen[0].Tell(to, true)
	}
	list := make([]tournamentJSON, len(chosen))
	for i, t := range chosen {
		list[i] = tournamentJSON{t.ID, t.Kind, t.Begun.UTC(), t.JSON()}
	}
	return shell.PrintJSON(to, list)
}

// archive is the store as it is asked.
func (o *resultsOptions) archive(s *shell.Shell, from *store.Store) archive.Archive {
	return archive.Archive{Path: o.path, Store: from, Games: s.Games, Question: o.question.question()}
}

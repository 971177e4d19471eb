package contest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// quiet returns a shell for games of two seats.
func quiet() (s *shell.Shell, out, told *strings.Builder) {
	out, told = &strings.Builder{}, &strings.Builder{}
	return shell.New(engine.NewGames(duel.Game), out, told), out, told
}

func requireSays(t *testing.T, err error, want, fix string) {
	t.Helper()
	require.EqualError(t, err, want)
	require.Equal(t, fix, hint.Of(err))
}

func requireMisused(t *testing.T, err error, want, fix string) {
	t.Helper()
	requireSays(t, err, want, fix)
	require.ErrorAs(t, err, new(*shell.UsageError))
}

func TestFlagsOfResultsThatContradictEachOther(t *testing.T) {
	s, _, _ := quiet()
	const page = "--html results.html --with-replays"
	for typed, want := range map[string][2]string{
		"--csv --json":               {"--csv: contradicts --json", "leave out one of them"},
		"--html x --match 1":         {"--html: contradicts --match", "leave out one of them"},
		"--json --http :1":           {"--json: contradicts --http", "leave out one of them"},
		"--all --of 1":               {"--all: contradicts --of, --html, --http and --match", "leave out --all"},
		"--all --html x":             {"--all: contradicts --of, --html, --http and --match", "leave out --all"},
		"--all --http x":             {"--all: contradicts --of, --html, --http and --match", "leave out --all"},
		"--all --match 1":            {"--all: contradicts --of, --html, --http and --match", "leave out --all"},
		"--with-replays":             {"--with-replays: has no effect without --html", page},
		"--match 0":                  {"--match: 0 is less than 1", "--match 1"},
		"--match -1":                 {"--match: -1 is less than 1", "--match 1"},
		"--of 0":                     {"--of: 0 is less than 1", "--of 1"},
		"-o x":                       {"--output: has no effect without --match", "--match 1"},
		"--view":                     {"--view: has no effect without --match", "--match 1"},
		"--http :1 --view":           {"--view: has no effect without --match", "--match 1"},
		"--match 1 --http :1":        {"--http: has no effect on --match without --view", "--view"},
		"--no-open":                  {"--no-open: has no effect without --match", "--match 1"},
		"--sandbox none":             {"--sandbox: has no effect without --match", "--match 1"},
		"--bot x":                    {"--bot: has no effect without --match", "--match 1"},
		"--stored-limits":            {"--stored-limits: has no effect without --match", "--match 1"},
		"--http :1 --bot x":          {},
		"--http :1 --stored-limits":  {},
		"--match 1 --bot x -o y":     {},
		"--html x --with-replays":    {},
		"--all --csv":                {},
		"--of 1 --html x":            {},
		"--match 1 --of 2 --view":    {},
		"--match 1 --view --http :1": {},
		"--http :1":                  {},
		"--http :1 --sandbox strict": {},
	} {
		o, c := &resultsOptions{}, &cobra.Command{}
		o.Register(s, c)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)), typed)
		err := o.Check(c, []string{"a.db"})
		if want[0] == "" {
			require.NoError(t, err, typed)
			require.Equal(t, "a.db", o.path)
			continue
		}
		requireMisused(t, err, want[0], want[1])
	}
}

func TestWhichTournamentIsShown(t *testing.T) {
	all := []store.Tournament{{ID: 3}, {ID: 5}, {ID: 8}}
	ids := func(o resultsOptions) (ids []int64) {
		chosen, err := o.choose(all)
		require.NoError(t, err)
		for _, one := range chosen {
			ids = append(ids, one.ID)
		}
		return ids
	}
	require.Equal(t, []int64{8}, ids(resultsOptions{}))
	require.Equal(t, []int64{5}, ids(resultsOptions{of: 5}))
	require.Equal(t, []int64{3, 5, 8}, ids(resultsOptions{all: true}))
	_, err := (&resultsOptions{path: "a b.db", of: 4}).choose(all)
	requireMisused(t, err, "--of: a b.db has no tournament 4", "arena results 'a b.db' --all")
	_, err = (&resultsOptions{path: "a.db", all: true}).choose(nil)
	requireSays(t, err, "a.db: has no matches yet", "arena series and arena compare play some")
}

func TestWhyAMatchIsNotPlayedAgain(t *testing.T) {
	o := &resultsOptions{match: 7}
	o.from.Level = sandbox.Strict
	for reason, want := range map[archive.Reason]string{
		archive.OtherRules: "", archive.Unconfined: "--sandbox none plays it so again",
		archive.LooseLimits: "--stored-limits plays it so again",
		archive.NotFound:    "--bot BOT names a bot that played, --bots DIR the folder that has them",
		archive.Changed:     "get that version back, or name the folder that has it: --bots DIR",
	} {
		err := &archive.RefusedError{Reason: reason, Err: errors.New("refused")}
		said := o.refused(err)
		require.Equal(t, err.Error(), said.Error())
		require.Equal(t, want, hint.Of(said), reason)
	}
	requireMisused(t, o.refused(&archive.RefusedError{Reason: archive.OtherSandbox, Level: sandbox.None}),
		"--sandbox strict: match 7 was played with none", "leave out --sandbox")
	other := errors.New("other")
	require.Equal(t, other, o.refused(other))
}

func TestOnlyWhatTheUserAllowsIsPlayedAgainBesides(t *testing.T) {
	s, _, _ := quiet()
	o, c := &resultsOptions{path: "a.db", bots: []string{"zorg.go"}}, &cobra.Command{}
	o.from.Register(c)
	o.from.RegisterStored(c)
	require.NoError(t, c.ParseFlags([]string{"--stored-limits"}))
	o.from.Dir = "bots"
	a := o.again(s)
	require.Equal(t, []string{"zorg.go"}, a.Programs.Named)
	require.Equal(t, host.AnyLimits(true), a.Limits)
	require.Equal(t, "a.db", a.Path)
	require.Equal(t, "bots", a.Programs.Folder.Dir)
	require.True(t, a.Programs.Folder.Inside)
	require.NoError(t, c.ParseFlags([]string{"--stored-limits=false"}))
	plain := tournament.Again(s, "a.db", &o.from)
	require.Empty(t, plain.Programs.Named)
	most := host.DefaultLimits()
	most.Memory = shell.MostRecordedMemory
	require.Equal(t, host.AtMost(most), plain.Limits)
}

func TestComparisonsThatCannotBe(t *testing.T) {
	for name, test := range map[string]struct {
		players int
		change  func(o *testOptions)
		want    string
		fix     string
	}{
		"margin": {
			2, func(o *testOptions) { o.margin = 0.5 },
			"--margin: 0.5 is not from 0 to less than 0.5", "--margin 0.05",
		},
		"less": {
			2, func(o *testOptions) { o.margin = -0.1 },
			"--margin: -0.1 is not from 0 to less than 0.5", "--margin 0.05",
		},
		"field": {
			2, func(o *testOptions) { o.field = []string{"zorg"} },
			"zorg: " + duel.Game.Info().Title + " has two seats, for the old bot and the new one", "leave it out",
		},
		"few":    {2, func(o *testOptions) { o.most = 1 }, "--few: 1 is less than a group of 2 matches", "--few 2000"},
		"group":  {2, func(o *testOptions) { o.most = 2 }, "", ""},
		"fields": {4, func(o *testOptions) { o.field = []string{"zorg"} }, "", ""},
		"narrow": {2, func(o *testOptions) { o.margin = 0 }, "", ""},
	} {
		o, c := &testOptions{most: 2000, flag: "few"}, &cobra.Command{}
		o.Register(c)
		require.Equal(t, 0.05, o.margin)
		test.change(o)
		setup, err := duel.Game.Default().With("nb_players", test.players)
		require.NoError(t, err)
		err = o.possible(setup)
		if test.want == "" {
			require.NoError(t, err, name)
			continue
		}
		requireMisused(t, err, test.want, test.fix)
	}
}

// lineupOf returns a line-up of so many bots, of which these were typed.
func lineupOf(bots int, typed ...int) lineup.Lineup {
	l := lineup.Lineup{Typed: typed}
	for i := range bots {
		l.Entrants = append(l.Entrants, lineup.Entrant{Bot: find.Bot{Typed: string(rune('a' + i))}})
	}
	return l
}

func TestHowBotsTakeTurns(t *testing.T) {
	setup := duel.Game.Default()
	for name, test := range map[string]struct {
		all  bool
		bots lineup.Lineup
	}{
		"rotations [0 1]": {false, lineupOf(2, 0, 1)},
		"rotations [0 0]": {false, lineupOf(1, 0, 0)},
		"balanced":        {false, lineupOf(3, 0, 1, 2)},
		"all":             {true, lineupOf(2, 0, 1)},
	} {
		order, err := (&seriesOptions{all: test.all}).turns(setup, test.bots)
		require.NoError(t, err)
		require.Equal(t, name, order.name)
		matches, err := order.from(7)
		require.NoError(t, err)
		for m := range matches.Matches() {
			require.Equal(t, uint64(7), m.Seed)
			break
		}
	}
	_, err := (&seriesOptions{all: true}).turns(setup, lineupOf(1, 0, 0))
	requireMisused(t, err, "--all: takes 2 different bots at least", "leave out --all")
	_, err = (&seriesOptions{}).turns(setup, lineupOf(2, 0, 1, 1))
	requireMisused(t, err, "b: given twice, and there are more bots than the 2 seats",
		"give each bot once, or as many as there are seats")
}

func TestWhereMatchesAreKept(t *testing.T) {
	for typed, want := range map[string]string{"": "duel.db", "none": "", "x": "x"} {
		require.Equal(t, want, (&storeFlags{path: typed}).file("duel"))
	}
}

func TestADeadWorkerHasAHint(t *testing.T) {
	died := &series.WorkerError{Cause: errors.New("gone")}
	require.Equal(t, "-j 1 plays without workers", hint.Of(withoutWorkers(died)))
	require.Empty(t, hint.Of(withoutWorkers(errors.New("gone"))))
	require.NoError(t, withoutWorkers(nil))
}

func TestFlagsOfDevThatAreRefused(t *testing.T) {
	s, _, _ := quiet()
	for typed, want := range map[string]struct {
		err, fix string
		most     int
	}{
		"-n 1":     {"--matches: 1 is less than a group of 2 matches", "-n 20", 0},
		"--for 0s": {"--for: 0s is not more than zero", "--for 10s", 0},
		"-j -1":    {"--jobs: -1 is negative", "-j 0 plays one match per processor", 0},
		"-n 2":     {most: 2},
		"-n 7":     {most: 6},
		"":         {most: 60},
	} {
		o, c := &devOptions{}, NewDev(s)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		o.matches, _ = c.Flags().GetInt("matches")
		o.limit, _ = c.Flags().GetDuration("for")
		o.jobs, _ = c.Flags().GetInt("jobs")
		err := o.Check(c, s)
		if want.err != "" {
			requireMisused(t, err, want.err, want.fix)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want.most, o.most())
		require.False(t, o.view, "standard error is no terminal")
		require.True(t, o.Setup.Seed.Given)
	}
}

func TestOnATerminalTheMatchIsShownAsWell(t *testing.T) {
	s, _, _ := quiet()
	s.Err.Terminal = true
	for typed, want := range map[string]bool{"": true, "--view=false": false} {
		o, c := &devOptions{matches: 20, limit: time.Second}, NewDev(s)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		require.NoError(t, o.Check(c, s))
		require.Equal(t, want, o.view, typed)
	}
}

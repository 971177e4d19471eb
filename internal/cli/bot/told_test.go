package bot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack/botfile"

	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/cli/shell"
)

func quiet() (s *shell.Shell, out, told *strings.Builder) {
	out, told = &strings.Builder{}, &strings.Builder{}
	return shell.New(engine.NewGames(duel.Game), out, told), out, told
}

func requireMisused(t *testing.T, err error, want, fix string) {
	t.Helper()
	require.EqualError(t, err, want)
	require.Equal(t, fix, hint.Of(err))
	require.ErrorAs(t, err, new(*shell.UsageError))
}

func TestWhyAFileIsNoBot(t *testing.T) {
	require.Equal(t, "it has no main", whyNot(fmt.Errorf("x: %w", unfit.New("zorg", "it has no main\nsee", "fix"))))
	require.Equal(t, "other", whyNot(errors.New("other")))
	var text strings.Builder
	printBots(&text, []botJSON{
		{Bot: "a.py", Name: "Anna", Kind: "python", Version: "1", playing: "duel"},
		{Bot: "b", Name: "Borg", Kind: "go", Version: "2", Error: "no main"},
	})
	require.Equal(t, `bot   name  kind    games    version
a.py  Anna  python  duel     1
b           go      no main
`, text.String())
}

func TestStepsOfACheckArePrinted(t *testing.T) {
	good := check.Step{Name: "rounds", Seen: []string{"200 rounds", "fast"}, Warnings: []string{"near"}}
	bad := check.Step{Name: "seats", Failure: "it ended", Hint: "look"}
	s, out, _ := quiet()
	p := &checkPrinter{s: s}
	p.step(good)
	p.step(bad)
	const printed = "ok    rounds        200 rounds, fast\nwarn  rounds        near\n" +
		"FAIL  seats         it ended\nhint: look\n"
	require.Equal(t, printed, out.String())
	require.Equal(t, shell.ErrTold, p.end(find.Bot{}, false, nil))
	require.NoError(t, p.end(find.Bot{}, true, nil))
	other := errors.New("other")
	require.Equal(t, other, p.end(find.Bot{}, false, other))
	require.Equal(t, printed, out.String())

	s, out, _ = quiet()
	p = &checkPrinter{s: s, json: true}
	p.step(good)
	require.Empty(t, out.String(), "all of it comes at the end")
	require.Equal(t, other, p.end(find.Bot{Typed: "zorg"}, false, other))
	require.Contains(t, out.String(), `"bot": "zorg"`)
	require.Contains(t, out.String(), `"step": "rounds"`)
	all := newCheckJSON(find.Bot{}, []check.Step{bad, {Name: "x", Used: &check.Used{Rounds: 3, Bytes: 9}}}, false)
	require.False(t, all.Steps[0].OK)
	require.NotNil(t, all.Steps[0].Seen)
	require.NotNil(t, all.Steps[0].Warnings)
	require.Nil(t, all.Steps[0].Used)
	require.Equal(t, 9, all.Steps[1].Used.Bytes)
}

func TestOnlyTheGameOfABotIsChecked(t *testing.T) {
	s, out, told := quiet()
	list, err := onlyGame(s, find.Bot{Game: "duel"})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, "note: only "+duel.Game.Info().Title+" is checked, the game that its bot.txt names\n", told.String())
	require.Empty(t, out.String())
	_, err = onlyGame(s, find.Bot{Typed: "zorg", Game: "chess"})
	require.EqualError(t, err, "zorg: a bot for chess, as its bot.txt says")
	require.Equal(t, "arena games lists the games", hint.Of(err))
	all, err := (&checkOptions{}).games(s)
	require.NoError(t, err)
	require.Equal(t, []engine.Game(s.Games), all)
	_, err = (&checkOptions{game: "chess"}).games(s)
	require.Error(t, err)
}

func TestWhatAPackageHas(t *testing.T) {
	require.Equal(t, "any game", gamesIn(botfile.Manifest{AnyGame: true}))
	require.Equal(t, "games that it does not name", gamesIn(botfile.Manifest{}))
	games := map[string]botfile.Game{"starships": {Rules: 1}, "moria": {Rules: 2}}
	require.Equal(t, fmt.Sprintf("moria (rules %d), starships (rules %d)", 2, 1), gamesIn(botfile.Manifest{Games: games}))
	require.Equal(t, ", by Anna", of(", by ", "Anna"))
	require.Empty(t, of(", by ", ""))
	require.Equal(t, "none", otherwise("", "none"))
	require.Equal(t, "MIT", otherwise("MIT", "none"))
	for _, test := range []struct {
		files int
		last  string
	}{{12, "f"}, {13, "f"}, {14, "and 2 files more; --json lists all"}} {
		s, out, _ := quiet()
		m := botfile.Manifest{}
		for range test.files {
			m.Files = append(m.Files, botfile.File{Entry: botfile.Entry{File: "files/f", Size: 7}})
		}
		printContents(s, m)
		require.True(t, strings.HasSuffix(out.String(), "  "+test.last+"\n"), out.String())
		require.Equal(t, 1+min(test.files, 13), strings.Count(out.String(), "\n"))
	}
}

func TestProfilesThatCannotBe(t *testing.T) {
	s, _, _ := quiet()
	t.Chdir(t.TempDir())
	for name, test := range map[string]struct {
		change    func(o *profileOptions)
		want, fix string
	}{
		"none": {func(o *profileOptions) { o.matches = 0 }, "--matches: 0 is not from 1 to 1000", "-n 5"},
		"many": {func(o *profileOptions) { o.matches = 1001 }, "--matches: 1001 is not from 1 to 1000", "-n 5"},
		"most": {func(o *profileOptions) { o.matches = 1000 }, "", ""},
		"limits": {
			func(o *profileOptions) { o.from.NoLimits = true },
			"--no-limits: builds bots for a debugger, which take their time elsewhere",
			"leave it out: the banks are a minute at least",
		},
		"players": {
			func(o *profileOptions) { o.opponents = []string{"a", "b"} }, "b: one opponent too many for 2 seats",
			"name 1 opponent at most",
		},
	} {
		o := &profileOptions{game: "duel", bot: "zorg", matches: 5, dir: "profile"}
		test.change(o)
		_, err := o.Check(s)
		if test.want != "" {
			requireMisused(t, err, test.want, test.fix)
			continue
		}
		require.NoError(t, err, name)
		require.Equal(t, []string{"zorg"}, o.opponents, "there is no demo")
		require.True(t, o.setup.Seed.Given)
	}
}

// TestWhoeverHasNoGoLearnsItBeforeTheMatches, and only if the profile is to be opened by it.
func TestWhoeverHasNoGoLearnsItBeforeTheMatches(t *testing.T) {
	s, _, _ := quiet()
	check := func(pprof bool) error {
		_, err := (&profileOptions{game: "duel", bot: "zorg", matches: 5, dir: "profile", pprof: pprof}).Check(s)
		return err
	}
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	require.NoError(t, check(false))
	requireMisused(t, check(true), "--pprof: needs Go, which is not installed", "install it from https://go.dev/dl")
	for _, name := range []string{"go", "go.exe"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o700)) //nolint:gosec // as a program is
	}
	require.NoError(t, check(true))
}

func TestABenchmarkHasSamplesAndAGame(t *testing.T) {
	s, _, _ := quiet()
	for _, o := range []*benchOptions{{matches: 0, samples: 1}, {matches: 1, samples: 0}} {
		requireMisused(t, runBench(t.Context(), s, o, duel.Game.Default()),
			"--matches and --samples must be at least 1", "arena bench --help")
	}
	game, err := gameOrFirst(s, nil)
	require.NoError(t, err)
	require.Equal(t, duel.Game, game)
	_, err = gameOrFirst(s, []string{"chess"})
	require.Error(t, err)
}

func TestABotIsBegunInALanguageThatThereIs(t *testing.T) {
	s, out, _ := quiet()
	c := NewNew(s)
	err := shell.FlagError(c, c.ParseFlags([]string{"--lang", "cobol"}))
	require.ErrorContains(t, err, `--lang: "cobol" is not one of go, `)
	require.Equal(t, "new --help", hint.Of(err))
	require.Empty(t, out.String())
	game := NewNew(s).Flag("game").DefValue
	require.Equal(t, "duel", game, "the usual one is not there")
}

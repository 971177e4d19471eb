package cli

import (
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/hint"

	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/program"
)

// shownCommands calls visit with each command that help lists, those of cobra's own left out.
func shownCommands(visit func(c *cobra.Command)) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "completion" {
			return
		}
		visit(c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(Commands(games.All(), league.Commands))
}

// shownFlags calls visit with each flag that the help of a command lists.
func shownFlags(visit func(c *cobra.Command, f *pflag.Flag)) {
	shownCommands(func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && f.Name != "version" {
				visit(c, f)
			}
		})
	})
}

// TestEveryFlagNamesItsValue in capitals, and no flag shows a default that means none.
func TestEveryFlagNamesItsValue(t *testing.T) {
	capitals, count := regexp.MustCompile(`^[A-Z][A-Z:/=,-]*$`), 0
	shownFlags(func(c *cobra.Command, f *pflag.Flag) {
		count++
		at := c.CommandPath() + " --" + f.Name
		value, usage := pflag.UnquoteUsage(f)
		if f.Value.Type() == "bool" {
			require.Empty(t, value, at)
		} else {
			require.Regexp(t, capitals, value, at)
		}
		require.NotContains(t, usage, ", "+value+":", "%s: the value stands in the sentence", at)
		require.NotEqual(t, "-1", f.DefValue, at)
		require.NotRegexp(t, `^\[[^]]`, f.DefValue, at)
	})
	require.Greater(t, count, 200)
}

// meanings has the flags whose sentence differs from command to command, and why they have one name all the same.
var meanings = map[string]string{
	"matches": "how many matches: of a series, of a sample, at each save, in all",
	"output":  "what the command writes, to a file or folder",
	"seed":    "of a match, or of the first of several",
	"seat":    "the seat that is asked about; your own when you play by hand",
	"round":   "the round or rounds that count; only play on from one, and begin before one",
	"json":    "the result, the steps, or everything there is, as JSON",
	"quiet":   "no more on standard error than must be",
	"name":    "under which a bot or a league is known",
	"view":    "the match, in the browser",
	"game":    "the game, where it need not be said",
	"cpu":     "replay starts no bot, and shows CPU time where others limit it",
	"all":     "all there is: tournaments, or line-ups",
	"lang":    "the language: of a page for people, or of a bot",
	"link":    "the page to which links lead: of a class that shares one, or of each of its people",
	"sandbox": "a worker refuses what others choose",
	"for":     "how long",
	"beside":  "two of what is shown: matches, or players of one",
	"keep":    "which replays stay: a league has no first bot, and goes on, so that it keeps some by number",
}

// TestEachFlagHasOneMeaning: one name has one letter, one kind of value and one sentence, or meanings says why not.
func TestEachFlagHasOneMeaning(t *testing.T) {
	sentences, others := map[string]string{}, map[string]bool{}
	letters := map[string]string{}
	shownFlags(func(c *cobra.Command, f *pflag.Flag) {
		at := c.CommandPath() + " --" + f.Name
		if before, known := letters[f.Name]; known {
			require.Equal(t, before, f.Shorthand, at)
		}
		letters[f.Name] = f.Shorthand
		if before, known := sentences[f.Name]; known && before != f.Usage {
			others[f.Name] = true
			require.Contains(t, meanings, f.Name, "%s: %q and %q", at, before, f.Usage)
		}
		sentences[f.Name] = f.Usage
	})
	for name := range meanings {
		require.True(t, others[name], "%s has one meaning: it needs no reason", name)
	}
	byLetter := map[string]string{}
	for name, letter := range letters {
		if letter != "" {
			require.Empty(t, byLetter[letter], "-%s is --%s too", letter, name)
			byLetter[letter] = name
		}
	}
}

// TestTheGameComesFirst: a command that takes a game as an argument takes it first. Where it need not be said, it
// is --game.
func TestTheGameComesFirst(t *testing.T) {
	first := 0
	shownCommands(func(c *cobra.Command) {
		words := strings.Fields(c.Use)
		at := slices.IndexFunc(words, func(word string) bool { return strings.Trim(word, "[].") == "GAME" })
		if at >= 0 {
			first++
			require.Equal(t, 1, at, c.Use)
			require.Nil(t, c.Flags().Lookup("game"), c.CommandPath())
		}
	})
	require.Greater(t, first, 10)
}

// TestOneVerbTakesAway, whatever it is.
func TestOneVerbTakesAway(t *testing.T) {
	names := map[string]string{}
	shownCommands(func(c *cobra.Command) {
		require.NotContains(t, []string{"delete", "rm", "revoke", "forget", "drop"}, c.Name())
		plural := strings.TrimSuffix(c.Name(), "s")
		if c.Parent() == c.Root() {
			require.Empty(t, names[plural], "%s differs by a letter", c.Name())
			names[plural] = c.Name()
		}
	})
}

func TestEachCommandIsInOneGroup(t *testing.T) {
	root, in := Commands(games.All(), league.Commands), map[string]string{}
	for _, g := range program.Groups {
		for _, name := range g.Commands {
			require.Empty(t, in[name], name)
			in[name] = g.Title
		}
	}
	for _, c := range root.Commands() {
		if !c.Hidden {
			require.NotEmpty(t, in[c.Name()], "%s: in which group is it?", c.Name())
			delete(in, c.Name())
		}
	}
	require.Empty(t, slices.Collect(maps.Keys(in)), "no such commands")
}

func TestHelpIsInGroups(t *testing.T) {
	all := helpOf(t, games.All())
	require.Regexp(t, `(?s)Play:\n  play  .*\nWrite:\n  new .*\nCompare:\n.*\nShare:\n.*\nMachine:\n`, all[""])
	require.NotRegexp(t, `(?m)^  (work|bots) `, all[""])
	require.Contains(t, all["league"], "\nCommands:\n  add ")
	require.Contains(t, all["bench"], "Usage:\n  arena bench [GAME] [flags]\n  arena bench COMMAND\n")
	for path, help := range all {
		flags, limits, limited := strings.Cut(help, "\nLimits of bots:\n")
		require.Equal(t, limited, strings.Contains(help, "--wall-bank"), path)
		for _, name := range []string{"--cpu TIME", "--bank", "--wall ", "--wall-bank", "--mem", "--no-limits"} {
			require.NotContains(t, flags, "  "+name, path)
			none := path == "worker" && name == "--no-limits" // it can't be asked for there
			require.Equal(t, limited && !none, strings.Contains(limits, name), "%s of %s", name, path)
		}
		require.NotContains(t, limits, "--seed", path)
		for line := range strings.Lines(help) {
			require.LessOrEqual(t, len([]rune(line)), program.HelpWidth+1, "%s: %s", path, line)
		}
	}
}

// TestOldNamesStayForOneVersion: what the last version called otherwise is understood, and in no help.
func TestOldNamesStayForOneVersion(t *testing.T) {
	root := Commands(games.All(), league.Commands)
	for _, path := range []string{"bots", "bot verify", "bot forget", "league revoke"} {
		c, _, err := root.Find(strings.Fields(path))
		require.NoError(t, err)
		require.True(t, c.Hidden, path)
	}
	for path, names := range map[string][]string{
		"play": {"listen"}, "view": {"listen"}, "dev": {"listen"}, "branch": {"listen"}, "results": {"listen"},
		"compare": {"max"}, "tune": {"max"}, "replay": {"player"}, "transcript": {"board"}, "export": {"rounds"},
		"profile": {"http"},
	} {
		c, _, err := root.Find([]string{path})
		require.NoError(t, err)
		for _, name := range names {
			require.NotNil(t, c.Flags().Lookup(name), path+" --"+name)
			require.True(t, c.Flags().Lookup(name).Hidden, path+" --"+name)
		}
	}
	require.False(t, root.Commands()[0].Hidden)
}

// TestFirstStepsCanBeTyped: each names a command that there is, and flags of it.
func TestFirstStepsCanBeTyped(t *testing.T) {
	typed := regexp.MustCompile(`(?m)^  arena (.*?)(?:   .*)?$`).FindAllStringSubmatch(firstSteps(games.All()), -1)
	require.Len(t, typed, 5)
	for _, line := range typed {
		root := Commands(games.All(), league.Commands)
		c, args, err := root.Find(strings.Fields(line[1]))
		require.NoError(t, err, line[0])
		if err := c.ParseFlags(args); !errors.Is(err, pflag.ErrHelp) {
			require.NoError(t, err, line[0])
			require.NoError(t, c.ValidateArgs(c.Flags().Args()), line[0])
		}
	}
	require.NotContains(t, firstSteps(games.All()[:1]), "orkisland", "an arena of another game")
}

// TestWhatANewcomerTypes leads to the command of another name.
func TestWhatANewcomerTypes(t *testing.T) {
	s := &shell.Shell{Games: games.All(), Out: &shell.Output{To: io.Discard}, Err: shell.NewScreen(io.Discard)}
	for typed, want := range map[string]string{
		"run": "arena play", "paly": "arena play", "start": "arena play", "watch": "arena view", "init": "arena new",
		"create": "arena new", "test": "arena check", "list": "arena bot list", "diff": "arena compare",
		"compre": "arena compare", "bot list": "arena --help", "xyzzy": "arena --help",
	} {
		require.Equal(t, want, hint.Of(program.NoSuchCommand(newRoot(s, nil), typed)), typed)
	}
}

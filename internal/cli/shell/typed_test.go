package shell

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
)

func TestTheNumberOfArguments(t *testing.T) {
	c := &cobra.Command{Use: "play GAME", Run: func(*cobra.Command, []string) {}}
	for _, test := range []struct {
		least, most, given int
		want               string
	}{
		{1, 2, 0, "play: too few arguments; usage: play GAME"},
		{1, 2, 1, ""},
		{1, 2, 2, ""},
		{1, 2, 3, "c: one argument too many; usage: play GAME"},
		{0, 0, 1, "a: one argument too many; usage: play GAME"},
		{1, -1, 4, ""},
		{1, -1, 0, "play: too few arguments; usage: play GAME"},
	} {
		err := WantArgs(test.least, test.most)(c, []string{"a", "b", "c", "d"}[:test.given])
		if test.want == "" {
			require.NoError(t, err)
			continue
		}
		requireSays(t, err, test.want, "play --help")
		require.ErrorAs(t, err, new(*UsageError))
	}
}

func TestAGameIsFoundByItsName(t *testing.T) {
	s, _, _ := printing(known...)
	game, err := s.FindGame("duel")
	require.NoError(t, err)
	require.Equal(t, duel.Game, game)
	_, err = s.FindGame("chess")
	requireSays(t, err, "chess: no such game; there are: duel, moria, orkisland", "arena games")
}

// TestABotForEverySeat: the hint fills the seats with the bots that were given, each beside itself.
func TestABotForEverySeat(t *testing.T) {
	setup, err := duel.Game.Default().With("nb_players", 4)
	require.NoError(t, err)
	c := &cobra.Command{Use: "series"}
	for typed, want := range map[string][2]string{
		"":          {"0 bots", "BOT BOT BOT BOT"},
		"a":         {"1 bot", "a a a a"},
		"b a":       {"2 bots", "b b a a"},
		"a b c":     {"3 bots", "a a b c"},
		"a b c d e": {"5 bots", "a b c d"},
		"a b c d":   {},
	} {
		err := CheckSeats(c, setup, strings.Fields(typed))
		if want[0] == "" {
			require.NoError(t, err)
			continue
		}
		requireSays(t, err, want[0]+" for 4 seats",
			"give 4; one bot can take several seats: arena series duel "+want[1])
	}
}

func TestSettingsThatWereTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"nb_players=3 nb_rounds=7": "",
		"nb_players":               "--set nb_players: no value; write it as nb_players=VALUE",
		"nb_players=x":             `--set nb_players: "x" is not a whole number`,
		"nb_players=":              `--set nb_players: "" is not a whole number`,
		"nb_players=3 nb_players=": "--set nb_players: given twice",
	} {
		setup, err := ChangeSettings(duel.Game.Default(), strings.Fields(typed))
		if want == "" {
			require.NoError(t, err)
			require.Equal(t, 3, SettingsOf(setup)["nb_players"])
			require.Equal(t, 7, SettingsOf(setup)["nb_rounds"])
			require.Equal(t, 2, SettingsOf(duel.Game.Default())["nb_players"])
			continue
		}
		requireSays(t, err, want, "arena games duel")
		require.ErrorAs(t, err, new(*UsageError))
	}
	_, err := ChangeSettings(duel.Game.Default(), []string{"nb_rounds=7", "nb_players=99", "zorg=1"})
	require.ErrorContains(t, err, "nb_players", "the first that is refused")
}

func TestTheCommandThatPlaysAgain(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	s, _, _ := printing(known...)
	o, c := &MatchOptions{Game: "duel"}, &cobra.Command{}
	o.Register(s, c, "seed")
	require.NoError(
		t, c.ParseFlags(strings.Fields("-s 3 -i a.cnf --set x=1 --set y=2 --random classic --cpu 1s --bots z")))
	require.Equal(t,
		"arena play duel a 'b c' -s 7 -i a.cnf --set x=1 --set y=2 --random classic --bots z --cpu 1s",
		o.Again([]string{"a", "b c"}, 7))
	o, c = &MatchOptions{Game: "duel"}, &cobra.Command{}
	o.Register(s, c, "seed")
	require.Equal(t, "arena play duel a -s 7", o.Again([]string{"a"}, 7))
	require.Equal(t, engine.ChaCha8, o.Setup.Random)
}

func TestASeedIsDrawnOnlyIfNoneWasTyped(t *testing.T) {
	var f seedFlag
	require.Empty(t, f.String())
	require.NoError(t, f.Set("0"))
	require.NoError(t, f.Draw())
	require.Equal(t, seedFlag{0, true}, f)
	require.NoError(t, f.Set("18446744073709551615"))
	require.Equal(t, "18446744073709551615", f.String())
	for _, text := range []string{"", "-1", "0x1", "18446744073709551616", "1.5"} {
		require.Error(t, f.Set(text), text)
	}
	seen := make(map[uint64]bool)
	for range 20 {
		var drawn seedFlag
		require.NoError(t, drawn.Draw())
		require.True(t, drawn.Given)
		require.Less(t, drawn.Value, uint64(drawnBelow))
		seen[drawn.Value] = true
	}
	require.Greater(t, len(seen), 15)
}

func TestWhatCompletes(t *testing.T) {
	s, _, _ := printing(known...)
	c := &cobra.Command{}
	games, how := s.CompleteGame(nil)(c, nil, "")
	require.Len(t, games, 3)
	require.Equal(t, cobra.ShellCompDirectiveNoFileComp, how)
	none, how := s.CompleteGame(nil)(c, []string{"duel"}, "")
	require.Empty(t, none)
	require.Equal(t, cobra.ShellCompDirectiveNoFileComp, how)
	bots, how := s.CompleteGame(func(*cobra.Command) []string { return []string{"zorg"} })(c, []string{"duel"}, "")
	require.Equal(t, []string{"zorg"}, bots)
	require.Equal(t, cobra.ShellCompDirectiveDefault, how)
	settings, how := s.CompleteSettings(c, []string{"duel"}, "")
	require.True(t, strings.HasPrefix(settings[0], "nb_players=\t"), settings)
	require.Equal(t, cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp, how)
	for _, args := range [][]string{nil, {"chess"}} {
		settings, _ := s.CompleteSettings(c, args, "")
		require.Empty(t, settings)
	}
	packages, how := CompletePackage(c, nil, "")
	require.Equal(t, []cobra.Completion{"bot"}, packages)
	require.Equal(t, cobra.ShellCompDirectiveFilterFileExt, how)
	packages, _ = CompletePackage(c, []string{"a.bot"}, "")
	require.Empty(t, packages)
}

// TestWhatIsCompletedAfterTheLastArgument is nothing, and no file.
func TestWhatIsCompletedAfterTheLastArgument(t *testing.T) {
	c := &cobra.Command{}
	new(BotFlags).RegisterDir(c)
	first, two := CompleteFirst(cobra.ShellCompDirectiveFilterDirs), CompleteBotsUpTo(2)
	for range 2 { // the second time as the first
		var got []cobra.ShellCompDirective
		for given := range 3 {
			args := []string{"a", "b"}[:given]
			_, folder := first(c, args, "")
			_, bot := two(c, args, "")
			got = append(got, folder, bot)
		}
		require.Equal(t, []cobra.ShellCompDirective{
			cobra.ShellCompDirectiveFilterDirs, cobra.ShellCompDirectiveDefault,
			cobra.ShellCompDirectiveNoFileComp, cobra.ShellCompDirectiveDefault,
			cobra.ShellCompDirectiveNoFileComp, cobra.ShellCompDirectiveNoFileComp,
		}, got)
	}
}

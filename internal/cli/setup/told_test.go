package setup

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/seccomp"

	"github.com/botarena/arena/internal/cli/shell"
)

func quiet() (s *shell.Shell, out, told *strings.Builder) {
	out, told = &strings.Builder{}, &strings.Builder{}
	return shell.New(engine.NewGames(duel.Game), out, told), out, told
}

func run(t *testing.T, c *cobra.Command, args ...string) error {
	t.Helper()
	c.SetArgs(args)
	c.SilenceErrors, c.SilenceUsage = true, true
	return c.ExecuteContext(t.Context())
}

func TestLayersOfTheSandbox(t *testing.T) {
	s, out, _ := quiet()
	printLayers(s, []sandbox.Layer{
		{Name: "files", On: true, Does: "sees its own", Detail: "no", Fix: "no"},
		{Name: "network", Does: "no", Detail: "the kernel is old", Fix: "get a newer one"},
		{Name: "time", Detail: "none here"},
	})
	require.Equal(t, `  on   files                sees its own
  off  network              the kernel is old
                            to get it: get a newer one
  off  time                 none here
`, out.String())
}

func TestAProfileIsWidenedFromAFileThatIsNotTooLarge(t *testing.T) {
	own, err := seccomp.Own()
	require.NoError(t, err)
	text, err := seccompProfile(nil, nil)
	require.NoError(t, err)
	require.Equal(t, own, text)
	text, err = seccompProfile([]string{"-"}, strings.NewReader(string(own)))
	require.NoError(t, err)
	require.NotEmpty(t, text)
	_, err = seccompProfile([]string{"-"}, strings.NewReader("no profile"))
	require.ErrorContains(t, err, "-: ")
	_, err = seccompProfile([]string{"-"}, strings.NewReader(strings.Repeat(" ", seccomp.MaxFile+1)))
	require.ErrorContains(t, err, "standard input: larger than")
	_, err = seccompProfile([]string{"none"}, nil)
	require.ErrorContains(t, err, "none: no such file")
}

func TestADrawnSeedIsNoPartOfTheBoard(t *testing.T) {
	s, out, told := quiet()
	require.NoError(t, run(t, NewBoard(s), "duel", "-s", "3"))
	require.NotEmpty(t, out.String())
	require.Empty(t, told.String())
	board := out.String()
	out.Reset()
	require.NoError(t, run(t, NewBoard(s), "duel", "-s", "3"))
	require.Equal(t, board, out.String())
	out.Reset()
	require.NoError(t, run(t, NewBoard(s), "duel"))
	require.Regexp(t, `^seed \d+\n$`, told.String())
	require.NotContains(t, out.String(), "seed ")
}

func TestGamesAreListed(t *testing.T) {
	s, out, _ := quiet()
	require.NoError(t, run(t, NewGames(s)))
	require.NotContains(t, out.String(), "nb_rounds")
	out.Reset()
	require.NoError(t, run(t, NewGames(s), "duel"))
	require.Contains(t, out.String(), "\n\nsetting ")
	require.Regexp(t, `nb_players +2 +2 +4  players\n`, out.String())
	out.Reset()
	require.NoError(t, run(t, NewGames(s), "--json"))
	require.True(t, strings.HasPrefix(out.String(), "["))
	out.Reset()
	require.NoError(t, run(t, NewGames(s), "duel", "--json"))
	require.True(t, strings.HasPrefix(out.String(), "{"))
	game := newGameJSON(duel.Game)
	require.Equal(t, settingJSON{"nb_players", 2, 2, 4, "players"}, game.Settings[0])
	require.Equal(t, [2]int{2, 50}, [2]int{game.Seats, game.Rounds})
	require.Error(t, run(t, NewGames(s), "chess"))
	require.Error(t, run(t, NewLines(s), "chess"))
}

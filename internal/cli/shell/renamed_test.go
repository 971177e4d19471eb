package shell

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// renamedIn returns a command line whose command "now" was called "before", and whose flags had other names.
func renamedIn(ran func(c *cobra.Command, args []string)) (root *cobra.Command, told *bytes.Buffer) {
	root, told = &cobra.Command{Use: "arena", SilenceUsage: true, SilenceErrors: true}, &bytes.Buffer{}
	root.SetErr(told)
	root.SetOut(told)
	root.SetFlagErrorFunc(FlagError)
	now := &cobra.Command{Use: "now", Run: ran}
	now.Flags().Int("seat", 3, "the `SEAT`")
	now.Flags().Bool("pprof", false, "open it")
	RenamedFlag(now, "player", "seat")
	RenamedFlag(now, "http", "pprof")
	root.AddCommand(now, RenamedCommand("before", "now", "--pprof"))
	return root, told
}

func TestOldNameOfAFlagSetsTheNewOne(t *testing.T) {
	for typed, want := range map[string]struct {
		seat  int
		pprof bool
		told  string
	}{
		"--seat=2":     {2, false, ""},
		"--player=2":   {2, false, "note: --player is called --seat now\n"},
		"--http":       {3, true, "note: --http is called --pprof now\n"},
		"--http=false": {3, false, "note: --http is called --pprof now\n"},
	} {
		ran := 0
		root, told := renamedIn(func(c *cobra.Command, _ []string) {
			ran++
			seat, _ := c.Flags().GetInt("seat")
			pprof, _ := c.Flags().GetBool("pprof")
			require.Equal(t, want.seat, seat, typed)
			require.Equal(t, want.pprof, pprof, typed)
			require.Equal(t, want.seat == 2, c.Flags().Changed("seat"), typed)
			require.Equal(t, want.seat != 2, c.Flags().Changed("pprof"), typed)
		})
		root.SetArgs([]string{"now", typed})
		require.NoError(t, root.ExecuteContext(t.Context()))
		require.Equal(t, 1, ran, typed)
		require.Equal(t, want.told, told.String(), typed)
	}
}

func TestOldNameOfAFlagRefusesWhatTheNewOneRefuses(t *testing.T) {
	root, _ := renamedIn(func(*cobra.Command, []string) { t.Fatal("it ran") })
	root.SetArgs([]string{"now", "--player", "anna"})
	require.EqualError(t, root.ExecuteContext(t.Context()), `--player: "anna" is not a whole number`)
}

func TestOldNameOfACommandRunsTheNewOne(t *testing.T) {
	var got []string
	root, told := renamedIn(func(c *cobra.Command, args []string) {
		seat, _ := c.Flags().GetInt("seat")
		pprof, _ := c.Flags().GetBool("pprof")
		require.Equal(t, 1, seat)
		require.True(t, pprof)
		got = args
	})
	root.SetArgs([]string{"before", "x", "--seat", "1"})
	require.NoError(t, root.ExecuteContext(t.Context()))
	require.Equal(t, []string{"x"}, got)
	require.Equal(t, "note: arena before is called arena now --pprof now\n", told.String())
}

func TestOldNamesAreInNoHelp(t *testing.T) {
	root, told := renamedIn(func(*cobra.Command, []string) {})
	for _, args := range [][]string{{"--help"}, {"now", "--help"}} {
		root.SetArgs(args)
		require.NoError(t, root.ExecuteContext(t.Context()))
	}
	require.Contains(t, told.String(), "--seat SEAT")
	require.NotContains(t, told.String(), "--player")
	require.NotContains(t, told.String(), "before")
}

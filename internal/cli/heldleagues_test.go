package cli

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"

	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// TestTheArenaKnowsWhatStartsArenaLeague: help and completion list the commands of arena-league as it has them, whether
// it is installed or not.
func TestTheArenaKnowsWhatStartsArenaLeague(t *testing.T) {
	list := func(held func(*shell.Shell) []*cobra.Command) (all []string) {
		group, _, err := Commands(games.All(), held).Find([]string{"league"})
		require.NoError(t, err)
		for _, c := range group.Commands() {
			if line := c.Use + ": " + c.Short; c.Hidden {
				all = append(all, c.Use)
			} else {
				all = append(all, line)
			}
		}
		return all
	}
	require.Equal(t, list(league.Commands), list(nil))
	require.Len(t, list(nil), 22)
}

// TestAnotherArenaIsTold when it starts arena-league: one of another version, or with other games.
func TestAnotherArenaIsTold(t *testing.T) {
	var told strings.Builder
	s := shell.New(games.All(), io.Discard, &told)
	own := shell.ArenaVersion()
	for by, want := range map[string]string{
		"":                "",
		leagues.AsTold(s): "",
		"v9 moria:1": "warning: arena-league is version " + own + ", and the arena that starts it is version v9\n" +
			"hint: install both from the same release\n",
		own + " tron:3": "warning: arena-league does not have version 3 of the rules of tron, as the arena that starts " +
			"it has\n",
	} {
		told.Reset()
		t.Setenv(leagues.StartedBy, by)
		leagues.TellOther(s)
		require.Equal(t, want, told.String())
		_, still := os.LookupEnv(leagues.StartedBy)
		require.False(t, still, "whom arena-league starts, no arena has started")
	}
}

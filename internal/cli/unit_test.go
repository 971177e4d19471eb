package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"

	"github.com/botarena/arena/internal/cli/shell"
)

// A board of 500 rows has room for more orks than the default one: the order of
// the flags must not matter.
func TestSettingsMayDependOnEachOther(t *testing.T) {
	for _, pairs := range [][]string{{"nb_orks=200", "rows=500"}, {"rows=500", "nb_orks=200"}} {
		setup, err := shell.ChangeSettings(orkisland.Game.Default(), pairs)
		require.NoError(t, err)
		require.Equal(t, 200, shell.SettingsOf(setup)["nb_orks"])
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAFullStandardOutputIsAFailure(t *testing.T) {
	var stderr bytes.Buffer
	require.Equal(t, shell.Failed, run(t.Context(), games.All(), []string{"version"}, full{}, &stderr))
	require.Equal(t, "standard output: no space left\n", stderr.String())
}

// A terminal would take the bytes of a picture for commands.
func TestPicturesAreNotWrittenToATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		tier.Lacks(t, fmt.Sprintf("needs a terminal: %v", err))
	}
	defer func() { require.NoError(t, terminal.Close()) }()
	var told bytes.Buffer
	code := run(t.Context(), games.All(), []string{"export", "match.arena", "-o", "-", "--format", "gif"}, terminal, &told)
	require.Equal(t, shell.Misuse, code)
	require.Equal(t, "-o -: a terminal cannot show a gif\nhint: -o match.gif\n", told.String())
}

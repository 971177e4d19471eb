package shell

import (
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestWhenTheUserHasNamedTheFolder: only what is typed lets it be built; $ARENA_BOTS lets it be started, if it
// leads nowhere else in another folder.
func TestWhenTheUserHasNamedTheFolder(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "mine")
	for name, c := range map[string]struct {
		variable         string
		typed            []string
		unbuilt, unnamed bool
	}{
		"neither":           {"", nil, true, true},
		"typed":             {"", []string{"--bots", "bots"}, false, false},
		"relative variable": {"mine", nil, true, true},
		"absolute variable": {whole, nil, true, false},
	} {
		t.Setenv("ARENA_BOTS", c.variable)
		f, command := &BotFlags{}, &cobra.Command{}
		f.RegisterDir(command)
		require.NoError(t, command.ParseFlags(c.typed), name)
		folder := f.Folder()
		require.True(t, folder.Inside, name)
		require.Equal(t, c.unbuilt, folder.Unbuilt, name)
		require.Equal(t, c.unnamed, folder.Unnamed, name)
	}
}

//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

// TestABotOfTheArenasOwnIsShownNothing: neither the arena, nor what lies beside it, nor where that is.
func TestABotOfTheArenasOwnIsShownNothing(t *testing.T) {
	command, err := executable.Linked{Name: "null"}.Command()
	require.NoError(t, err)
	own, err := os.Executable()
	require.NoError(t, err)
	n, err := needsOf(exec.Command(command.Args[0], command.Args[1:]...), command.Path, true)
	require.NoError(t, err)
	require.False(t, n.byPath, "a sealed copy is started")
	for _, read := range n.reads {
		for _, path := range []string{read.Path, read.At} {
			require.False(t, within(own, path) || within(path, filepath.Dir(own)), path)
		}
	}
	for _, arg := range n.args {
		require.NotContains(t, n.seen(arg), filepath.Dir(own))
	}
}

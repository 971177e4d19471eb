package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

// TestAProcessThatNobodyWantsIsNotStarted: whoever has given up before the start has no way to end it later.
func TestAProcessThatNobodyWantsIsNotStarted(t *testing.T) {
	p, err := New(executable.Alone(t.TempDir()+"/bot"), Options{})
	require.NoError(t, err)
	require.DirExists(t, p.Dir)
	p.Kill(nil)
	require.ErrorContains(t, p.Start(), "canceled")
	require.Zero(t, p.PID())
	p.Leave()
	require.NoDirExists(t, p.Dir)
}

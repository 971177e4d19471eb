package host_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host"
)

// TestLinuxShowsMemoryAndChildren: what the watch over a bot goes by is found by asking about this process.
func TestLinuxShowsMemoryAndChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is known to show both")
	}
	require.True(t, host.SeesMemory())
	require.True(t, host.SeesChildren())
}

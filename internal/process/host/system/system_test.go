package system_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/host/system"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// TestLinuxShowsMemoryAndChildren: what the watch over a bot goes by is found by asking about this process.
func TestLinuxShowsMemoryAndChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is known to show both")
	}
	require.True(t, system.SeesMemory())
	require.True(t, system.SeesChildren())
}

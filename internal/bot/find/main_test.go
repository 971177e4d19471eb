package find_test

import (
	"os"
	"testing"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// compilesPlayers keeps a test that compiles player files of the original programs for the long tier.
func compilesPlayers(t *testing.T) {
	t.Helper()
	tier.Long(t, "compiles C++ with large headers")
	t.Setenv("CXX", testkit.PlayerCompiler(t))
}

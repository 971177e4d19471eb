package run

import (
	"os"
	"testing"

	"github.com/botarena/arena/internal/base/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

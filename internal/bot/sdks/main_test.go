package sdks_test

import (
	"os"
	"testing"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/sdks"
)

func TestMain(m *testing.M) {
	sdks.Sources = testkit.Source()
	os.Exit(testkit.Run(m))
}

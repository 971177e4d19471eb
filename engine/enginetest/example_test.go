package enginetest_test

import (
	"testing"

	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/duel"
)

// The test file of a game has these few lines.
func ExampleRun() {
	_ = func(t *testing.T) { enginetest.Run(t, duel.Game) }          // TestGame
	_ = func(f *testing.F) { enginetest.FuzzCommands(f, duel.Game) } // FuzzCommands
	_ = func(b *testing.B) { enginetest.Bench(b, duel.Game) }        // BenchmarkGame
}

package sdktest_test

import (
	"testing"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func ExamplePlay() {
	// In a file mybot_test.go:
	_ = func(t *testing.T) {
		play := func(s *orkisland.State, c *orkisland.Commands) { /* the bot */ }
		result := sdktest.Play(t, orkisland.Game.Default(), 30, sdk.Play(orkisland.Bot, play))
		if result.Places[0] != 1 {
			t.Errorf("place %d against null bots", result.Places[0])
		}
	}
	// Output:
}

// Command slow is a bot that takes its time, for tests that watch a match while it
// is played.
package main

import (
	"time"

	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/sdk"
)

const thinking = 60 * time.Millisecond

func main() { sdk.Serve(sdk.Play(battleroyale.Bot, play)) }

func play(*battleroyale.State, *battleroyale.Commands) { time.Sleep(thinking) }

// Command step1 is a bot for Ork Island.
package main

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }

// play sends every ork to the nearest city.
func play(s *orkisland.State, c *orkisland.Commands) {
	var cells []orkisland.Pos
	for city := range s.Cities() {
		cells = append(cells, city.Cells()...)
	}
	ways := s.WaysTo(cells...)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

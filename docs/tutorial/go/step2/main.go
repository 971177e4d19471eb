// Command step2 is a bot for Ork Island: its orks go for what is not theirs.
package main

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }

// play sends every ork to the nearest city or path that is not ours.
func play(s *orkisland.State, c *orkisland.Commands) {
	ways := s.WaysTo(goals(s)...)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

// goals returns the cells of all cities and paths that are not ours.
func goals(s *orkisland.State) []orkisland.Pos {
	var cells []orkisland.Pos
	for city := range s.Cities() {
		if city.Owner != s.Me() {
			cells = append(cells, city.Cells()...)
		}
	}
	for path := range s.Paths() {
		if path.Owner != s.Me() {
			cells = append(cells, path.Cells()...)
		}
	}
	return cells
}

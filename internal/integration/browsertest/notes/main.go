// Command notes is a bot that charts numbers, for tests of charts.
package main

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }

func play(s *orkisland.State, _ *orkisland.Commands) {
	units := 0
	for range s.UnitsOf(s.Me()) {
		units++
	}
	s.Debug().Chart("units", float64(units))
	s.Debug().Chart("<b>seat</b>", float64(s.Me())+float64(s.Round())/4)
}

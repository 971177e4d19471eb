package sdk_test

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

// A bot that sends all its orks north.
func ExampleServe() {
	sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
		for _, ork := range s.Orks(s.Me()) {
			c.Move(ork, orkisland.North)
		}
	}))
}

// A bot that tells its author, in the viewer, where its orks are going.
func ExampleServe_debug() {
	sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
		ways := s.DistancesTo(s.City(0)...)
		for _, ork := range s.Orks(s.Me()) {
			here := s.Unit(ork).Pos
			c.Move(ork, s.Follow(ways, here))
			s.Debug().Arrow(here, s.City(0)[0])
			if s.Unit(ork).Health < 10 {
				s.Debug().LogUnit(ork, "only %d of health left", s.Unit(ork).Health)
			}
		}
	}))
}

// scout remembers which cells its orks have been on.
type scout struct{ seen map[orkisland.Pos]bool }

func (b *scout) play(s *orkisland.State, c *orkisland.Commands) {
	if b.seen == nil {
		b.seen = make(map[orkisland.Pos]bool)
	}
	for _, ork := range s.Orks(s.Me()) {
		here := s.Unit(ork).Pos
		b.seen[here] = true
		for dir, there := range s.Neighbors(here) {
			if s.IsOpen(there) && !b.seen[there] {
				c.Move(ork, dir)
				break
			}
		}
	}
}

// A bot with memory: every match begins with a new scout.
func ExampleRemember() {
	sdk.Serve(sdk.Remember(orkisland.Bot, (*scout).play))
}

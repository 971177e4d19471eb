package sdk_test

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

// A bot that sends all its orks north.
func ExampleServe() {
	sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
		for ork := range s.Orks(s.Me()) {
			c.Move(ork.ID, orkisland.North)
		}
	}))
}

// A bot that shows its author, in the viewer, where its orks are going.
func ExampleServe_debug() {
	sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
		city := s.City(0).Cells()
		ways := s.WaysTo(city...)
		for ork := range s.Orks(s.Me()) {
			c.Move(ork.ID, ways.Step(ork.Pos))
			s.Debug().Arrow(ork.Pos, city[0])
			if ork.Health < 10 {
				s.Debug().LogUnit(ork.ID, "only %d health left", ork.Health)
			}
		}
	}))
}

// scout remembers the cells on which its orks have been.
type scout struct{ seen map[orkisland.Pos]bool }

func (b *scout) play(s *orkisland.State, c *orkisland.Commands) {
	if b.seen == nil {
		b.seen = make(map[orkisland.Pos]bool)
	}
	for ork := range s.Orks(s.Me()) {
		b.seen[ork.Pos] = true
		for dir, there := range s.Neighbours(ork.Pos) {
			if s.IsOpen(there) && !b.seen[there] {
				c.Move(ork.ID, dir)
				break
			}
		}
	}
}

// A bot with memory: every match begins with a new scout.
func ExampleRemember() {
	sdk.Serve(sdk.Remember(orkisland.Bot, (*scout).play))
}

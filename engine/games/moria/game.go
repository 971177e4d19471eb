// Package moria is the game Moria: four clans of dwarves and wizards fight for
// the caves and treasures of a mountain that belongs to Sauron.
//
// # The rules in brief
//
// The mountain is a square of cells: caves, rock, granite and abysses, in a frame
// of open air. Every round a player may tell each of its units to go to one of the
// cells around it. Dwarves go in eight directions, wizards in four. The commands
// are executed one at a time; a draw decides each time which clan is next.
//
//   - A dwarf that steps into a cave owns that cell for its clan, and takes the
//     treasure that lies there.
//   - A dwarf that goes against rock hits it. The last hit opens a cave, and
//     seldom an abyss.
//   - A dwarf that goes against a unit of another clan, an orc or a troll hits it.
//     A unit that loses its last health is reborn for the clan that killed it.
//   - Wizards do not fight and do not dig. At the end of a round each heals the
//     units of its clan that stand straight beside it.
//   - A unit that steps into an abyss or beside the Balrog dies, and is reborn for
//     one of the other clans.
//
// Then Sauron's side moves: orcs, which come out of abysses, and trolls hit a
// dwarf or wizard beside them, or else go where there are some. The Balrog goes
// one cell straight towards the nearest dwarf or wizard, through anything, and
// kills all around it. Wherever they go, cells lose their owner.
//
// The dead are reborn outside. An owned cell is worth a point and a treasure ten
// by default. Most points after the last round win.
//
// The exact rules are in docs/rules/moria.md; comments such as "Rules 8.4" name
// their sections.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *moria.State, c *moria.Commands) {
//		ways := s.WaysTo(moria.Dwarf, s.Treasures()...)
//		for dwarf := range s.Dwarves(s.Me()) {
//			c.Move(dwarf.ID, ways.Step(dwarf.Pos))
//		}
//	}
//
// Package sdk turns it into a bot that the arena starts: sdk.Play(moria.Bot, play).
package moria

import (
	_ "embed"

	"github.com/botarena/arena/engine"
)

// Game is Moria for hosts and tools, Bot is Moria for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is what belongs to no particular setup or match. Those have their own methods.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "moria",
		Title:   "Moria",
		Version: 1,
		Summary: "Four clans of dwarves and wizards fight for the caves and treasures of a mountain.",
	}
}

//go:embed guide.md
var guide string

// Guide returns what docs/games/moria.md says of the rules; a test compares them.
func (rules) Guide() string { return guide }

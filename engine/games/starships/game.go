// Package starships is the game Starships: four players, each with a few
// starships, fly around a universe, collect bonuses and shoot at each other.
//
// # The rules in brief
//
// The universe is a grid of cells that is closed to a ring: the last column is
// beside the first. A cell holds one thing at most: an asteroid, a starship, a
// missile, a point bonus or a missile bonus. A window, narrower than the universe,
// moves ahead by one column every round, and the starships stay inside it.
//
// Every round first all missiles fly two columns ahead. Then the players act one
// after the other, in random order: a player's commands are carried out in the
// order given, and then those of its starships that had none go one column ahead.
// A starship can
//
//   - go zero, one or two columns ahead and at the same time a row up or down. It
//     passes through all the cells of the rectangle in between: see [State.Swept];
//   - or shoot: a missile flies two columns at once, and the starship goes one
//     column ahead.
//
// A move that would leave the window is refused, and so is a shot without a
// missile: the starship then goes one column ahead, after the commands.
//
// A starship takes the bonuses that it passes through. An asteroid, a missile or
// another starship, whosever it is, destroys both. A missile destroys the first
// thing that it meets, and itself. Points are for point bonuses, and for starships
// of others that are killed by one's own missiles. A dead starship comes back
// after some rounds, anywhere in the window where there is room. The highest score
// after the last round wins.
//
// The exact rules are in docs/rules/starships.md; comments such as "Rules 3.2" name
// their sections.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *starships.State, c *starships.Commands) {
//		for ship := range s.Starships(s.Me()) {
//			ahead, _ := s.Ahead(ship.Pos, 4)
//			if _, found := s.UnitAt(ahead); found {
//				c.Shoot(ship.ID)
//			} else {
//				c.Move(ship.ID, starships.Fast)
//			}
//		}
//	}
//
// Package sdk turns it into a bot that the arena starts: sdk.Play(starships.Bot, play).
package starships

import (
	_ "embed"

	"github.com/botarena/arena/engine"
)

// Game is Starships for hosts and tools, Bot is Starships for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is what belongs to no particular setup or match. Those have their own methods.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "starships",
		Title:   "Starships",
		Version: 1,
		Summary: "Four fleets collect bonuses and shoot at each other in a universe that is a ring.",
	}
}

//go:embed guide.md
var guide string

// Guide returns what docs/games/starships.md says of the rules; a test compares them.
func (rules) Guide() string { return guide }

// Classic returns the random source of the original program, which no other game has.
func (rules) Classic(seed uint64) engine.Source { return newClassic(seed) }

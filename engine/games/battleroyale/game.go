// Package battleroyale is the game Battle Royale: two or four players, each with
// knights and farmers, fight for the tiles of a board.
//
// # The rules in brief
//
// The board is a rectangle of tiles, some of them walls. A unit that leaves it on one
// side enters it on the opposite one. Every round a player may tell each of its units
// to go one tile north, south, east or west. The players take turns in random order,
// and the commands of each are carried out in the order given:
//
//   - A unit can't enter a wall: then nothing happens.
//   - A unit enters a tile that no unit stands on. A farmer paints it in the colour
//     of its player; a knight leaves its colour alone.
//   - A knight that is sent to the tile of an enemy attacks it and stays where it is:
//     the enemy loses 50 to 70 health by default. A farmer never attacks.
//   - A unit whose health falls to 0 or below changes sides: with full health it
//     appears on a random tile where the units of the attacker's player began. A
//     farmer paints that tile.
//
// A unit without a command, or with the command to stay, rests: a knight gains 15
// health by default. The player that owns the most tiles after the last round wins.
//
// The exact rules are in docs/rules/battleroyale.md; comments such as "Rules 8" name
// their sections.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *battleroyale.State, c *battleroyale.Commands) {
//		ways := s.WaysTo(s.Paintable(s.Me())...)
//		for farmer := range s.Farmers(s.Me()) {
//			c.Move(farmer.ID, ways.Step(farmer.Pos))
//		}
//	}
//
// Package sdk turns it into a bot that the arena starts: sdk.Play(battleroyale.Bot, play).
package battleroyale

import (
	_ "embed"

	"github.com/botarena/arena/engine"
)

// Game is Battle Royale for hosts and tools, Bot is Battle Royale for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is what belongs to no particular setup or match. Those have their own methods.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "battleroyale",
		Title:   "Battle Royale",
		Version: 1,
		Summary: "Farmers paint the tiles of a board, knights make enemies change sides.",
	}
}

//go:embed guide.md
var guide string

// Guide returns what docs/games/battleroyale.md says of the rules; a test compares them.
func (rules) Guide() string { return guide }

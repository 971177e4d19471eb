// Package orkisland is the game Ork Island: four players, each with an army of
// orks, fight for the cities and paths of an island.
//
// # The rules in brief
//
// The island is a square board of cells: water, grass, forest, sand, cities and
// paths. Every round a player may tell each of its orks to go one cell north,
// south, east or west. All commands of all players are executed one at a time in
// random order:
//
//   - An ork can't enter water, or a cell with a friend on it: then nothing happens.
//   - Entering a cell costs health: by default 1 on grass, 2 in forest, 3 on
//     sand, nothing in cities and on paths. Standing still costs nothing.
//   - Entering the cell of an enemy is a fight. The attacker pays the cost of the
//     cell first, then the ork with less health dies; equals toss a coin. The
//     winner keeps its health and stands in the cell.
//   - An ork that dies in a fight is reborn on the shore for the player that
//     killed it. An ork whose health falls below 0 is reborn for its own player.
//
// Then a player that has more orks in a city or on a path than any other owns it
// until another player does. Every round pays for the cells that a player owns, and
// more for cities that its own paths connect: i cities pay 2 to the power i, twice.
// The highest score after the last round wins.
//
// The exact rules are in docs/rules/orkisland.md; comments such as "Rules 8.4" name
// their sections.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *orkisland.State, c *orkisland.Commands) {
//		ways := s.WaysTo(s.City(0).Cells()...)
//		for ork := range s.Orks(s.Me()) {
//			c.Move(ork.ID, ways.Step(ork.Pos))
//		}
//	}
//
// Package sdk turns it into a bot that the arena starts: sdk.Play(orkisland.Bot, play).
package orkisland

import (
	"embed"

	"github.com/botarena/arena/engine"
)

// Game is Ork Island for hosts and tools, Bot is Ork Island for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is what belongs to no particular setup or match. Those have their own methods.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "orkisland",
		Title:   "Ork Island",
		Version: 1,
		Summary: "Four armies of orks fight for the cities and paths of an island.",
	}
}

//go:embed guide.md
var guide string

// Guide returns what docs/games/orkisland.md says of the rules; a test compares them.
func (rules) Guide() string { return guide }

// What [State.Income] and its like are in other languages, by the endings of their files.
//
//go:embed sdk/*.tmpl
var sdk embed.FS

func (rules) SDK(ending string) string {
	text, _ := sdk.ReadFile("sdk/" + ending + ".tmpl") // there is nothing for other endings
	return string(text)
}

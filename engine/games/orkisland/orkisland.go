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
//   - Nobody enters water, or a cell with a friend on it. Nothing happens then.
//   - Entering a cell costs health: by default 1 on grass, 2 in forest, 3 on
//     sand, nothing in cities and on paths. Standing still costs nothing.
//   - Entering the cell of an enemy is a fight. The attacker pays the cost of the
//     cell first, then the ork with less health dies; equals toss a coin. The
//     winner keeps its health and stands in the cell.
//   - An ork that dies in a fight is reborn on the shore for the player that
//     killed it. An ork whose health falls below 0 is reborn for its own player.
//
// Then whoever has most orks in a city or on a path, more than anybody else,
// owns it until another player has. Every round pays for the cells of what a
// player owns, and more for cities that its own paths connect: i cities pay
// 2 to the power i, twice. Most points after the last round win.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *orkisland.State, c *orkisland.Commands) {
//		for _, id := range s.Orks(s.Me()) {
//			c.Move(id, s.Towards(s.Unit(id).Pos, s.City(0)...))
//		}
//	}
//
// [Bot] makes a player of it: in the same process with [engine.Bot.Player], or,
// with the package sdk, one that the arena starts.
//
// Comments such as "Rules 8.4" name the section of the game's rules document.
package orkisland

import "github.com/botarena/arena/engine"

// Game is Ork Island for hosts and tools, Bot for players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[setup, *island, *State, *Commands](rules{})

// rules implements [engine.Rules]. The methods that only name things are here,
// the others where their subject is.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "orkisland",
		Title:   "Ork Island",
		Version: 1,
		Summary: "Four armies of orks fight for the cities and paths of an island.",
	}
}

func (rules) Default() setup                               { return setup{settings: defaultSettings()} }
func (rules) Settings(s *setup) []engine.Setting           { return s.list() }
func (rules) Check(s setup) error                          { return s.check() }
func (rules) Seats(s setup) int                            { return s.settings.Players }
func (rules) Rounds(s setup) int                           { return s.settings.Rounds }
func (rules) Round(i *island) int                          { return i.round }
func (rules) Board(i *island) setup                        { return i.setup }
func (rules) View(i *island, s engine.Seat) *State         { return &State{s, i} }
func (rules) Commands(s *State) *Commands                  { return newCommands(s) }
func (rules) Random(s *State, c *Commands)                 { Random(s, c) }
func (rules) ReadSetup(text []byte) (setup, error)         { return readSetup(text) }
func (rules) WriteSetup(s setup) []byte                    { return s.text() }
func (rules) New(s setup, r *engine.Rand) (*island, error) { return newIsland(s, r) }

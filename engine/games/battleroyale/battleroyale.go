// Package battleroyale is the game Battle Royale: two or four players, each with
// knights and farmers, fight for the tiles of a board.
//
// # The rules in brief
//
// The board is a rectangle of tiles, some of them walls. Who leaves it on one side
// enters it on the opposite one. Every round a player may tell each of its units
// to go one tile north, south, east or west. The players' turn comes in random
// order, and the commands of each are carried out in the order given:
//
//   - Nobody enters a wall. Nothing happens then.
//   - A unit enters a tile without a unit. A farmer paints it in the colour of its
//     player; a knight leaves its colour alone.
//   - A knight that is sent where an enemy stands attacks it and stays where it is:
//     the enemy loses 50 to 70 health by default. A farmer never attacks.
//   - A unit whose health falls to 0 or below changes sides: with full health it
//     appears on a random tile where the units of the attacker's player began. A
//     farmer paints that tile.
//
// A unit that was told nothing, or to stay, rests: a knight gains 15 health by
// default. Whoever owns most tiles after the last round wins.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *battleroyale.State, c *battleroyale.Commands) {
//		wanted := s.DistancesTo(s.OtherTiles(s.Me())...)
//		for _, id := range s.Farmers(s.Me()) {
//			c.Move(id, s.Follow(wanted, s.Unit(id).Pos))
//		}
//	}
//
// [Bot] makes a player of it: in the same process with [engine.Bot.Player], or,
// with the package sdk, one that the arena starts.
//
// Comments such as "Rules 8" name the section of the game's rules document.
package battleroyale

import "github.com/botarena/arena/engine"

// Game is Battle Royale for hosts and tools, Bot for players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[setup, *battle, *State, *Commands](rules{})

// rules implements [engine.Rules]. The methods that only name things are here,
// the others where their subject is.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "battleroyale",
		Title:   "Battle Royale",
		Version: 1,
		Summary: "Farmers paint the tiles of a board, knights make enemies change sides.",
	}
}

func (rules) Default() setup                               { return setup{settings: defaultSettings()} }
func (rules) Settings(s *setup) []engine.Setting           { return s.list() }
func (rules) Check(s setup) error                          { return s.check() }
func (rules) Seats(s setup) int                            { return s.settings.Players }
func (rules) Rounds(s setup) int                           { return s.settings.Rounds }
func (rules) Round(b *battle) int                          { return b.round }
func (rules) Board(b *battle) setup                        { return *b.start }
func (rules) View(b *battle, s engine.Seat) *State         { return &State{s, b} }
func (rules) Commands(s *State) *Commands                  { return newCommands(s) }
func (rules) Random(s *State, c *Commands)                 { Random(s, c) }
func (rules) ReadSetup(text []byte) (setup, error)         { return readSetup(text) }
func (rules) WriteSetup(s setup) []byte                    { return s.text() }
func (rules) New(s setup, r *engine.Rand) (*battle, error) { return newBattle(s, r) }

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
//     passes through all the cells of the rectangle in between: see [Dir.Path];
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
// after some rounds, anywhere in the window where there is room. Most points after
// the last round win.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *starships.State, c *starships.Commands) {
//		for _, id := range s.Starships(s.Me()) {
//			if _, ahead := s.Ahead(s.Unit(id).Pos, 4); ahead.Kind == starships.Starship {
//				c.Shoot(id)
//			} else {
//				c.Move(id, starships.Fast)
//			}
//		}
//	}
//
// [Bot] makes a player of it: in the same process with [engine.Bot.Player], or,
// with the package sdk, one that the arena starts.
//
// Comments such as "Rules 3.2" name the section of the game's rules document.
package starships

import "github.com/botarena/arena/engine"

// Game is Starships for hosts and tools, Bot for players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[setup, *universe, *State, *Commands](rules{})

// rules implements [engine.Rules]. The methods that only name things are here,
// the others where their subject is.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "starships",
		Title:   "Starships",
		Version: 1,
		Summary: "Four fleets collect bonuses and shoot at each other in a universe that is a ring.",
	}
}

func (rules) Default() setup                                 { return defaultSetup() }
func (rules) Settings(s *setup) []engine.Setting             { return s.list() }
func (rules) Check(s setup) error                            { return s.check() }
func (rules) Seats(s setup) int                              { return s.settings.Players }
func (rules) Rounds(s setup) int                             { return s.settings.Rounds }
func (rules) Round(u *universe) int                          { return u.round }
func (rules) Board(u *universe) setup                        { return u.setup }
func (rules) View(u *universe, s engine.Seat) *State         { return newState(s, u) }
func (rules) Commands(s *State) *Commands                    { return newCommands(s) }
func (rules) Random(s *State, c *Commands)                   { Random(s, c) }
func (rules) ReadSetup(text []byte) (setup, error)           { return readSetup(text) }
func (rules) WriteSetup(s setup) []byte                      { return s.text() }
func (rules) New(s setup, _ *engine.Rand) (*universe, error) { return newUniverse(s) }
func (rules) Classic(seed uint64) engine.Source              { return newClassic(seed) }

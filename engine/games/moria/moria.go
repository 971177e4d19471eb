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
//     Whoever loses its last health is reborn for the clan that killed it.
//   - Wizards do not fight and do not dig. At the end of a round each heals the
//     units of its clan that stand straight beside it.
//   - Who steps into an abyss or beside the Balrog dies, and is reborn for one of
//     the other clans.
//
// Then Sauron's side moves: orcs, which come out of abysses, and trolls hit a
// dwarf or wizard beside them, or else go where there are some. The Balrog goes
// one cell straight towards the nearest dwarf or wizard, through anything, and
// kills all around it. Wherever they go, cells lose their owner.
//
// The dead are reborn outside. An owned cell is worth a point and a treasure ten
// by default. Most points after the last round win.
//
// # How to write a player
//
// A player is a function that is called once a round. It looks at the [State],
// in which nothing is hidden, and fills in [Commands]:
//
//	func play(s *moria.State, c *moria.Commands) {
//		to := s.DistancesTo(moria.Dwarf, s.Treasures()...)
//		for _, id := range s.Dwarves(s.Me()) {
//			c.Move(id, s.Follow(moria.Dwarf, to, s.Unit(id).Pos))
//		}
//	}
//
// [Bot] makes a player of it: in the same process with [engine.Bot.Player], or,
// with the package sdk, one that the arena starts.
//
// Comments such as "Rules 8.4" name the section of the game's rules document.
package moria

import "github.com/botarena/arena/engine"

// Game is Moria for hosts and tools, Bot for players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[setup, *mountain, *State, *Commands](rules{})

// rules implements [engine.Rules]. The methods that only name things are here,
// the others where their subject is.
type rules struct {
	// original has the two departures of the original program, with which its
	// records are played again. Rules 17.
	original bool
}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "moria",
		Title:   "Moria",
		Version: 1,
		Summary: "Four clans of dwarves and wizards fight for the caves and treasures of a mountain.",
	}
}

func (rules) Default() setup                                 { return setup{settings: defaultSettings()} }
func (rules) Settings(s *setup) []engine.Setting             { return s.list() }
func (rules) Check(s setup) error                            { return s.check() }
func (rules) Seats(s setup) int                              { return s.settings.Players }
func (rules) Rounds(s setup) int                             { return s.settings.Rounds }
func (rules) Round(m *mountain) int                          { return m.round }
func (rules) Board(m *mountain) setup                        { return m.setup }
func (rules) View(m *mountain, s engine.Seat) *State         { return &State{s, m} }
func (rules) Commands(s *State) *Commands                    { return newCommands(s) }
func (rules) Random(s *State, c *Commands)                   { Random(s, c) }
func (rules) ReadSetup(text []byte) (setup, error)           { return readSetup(text) }
func (rules) WriteSetup(s setup) []byte                      { return s.text() }
func (rules) New(s setup, r *engine.Rand) (*mountain, error) { return newMountain(s, r) }

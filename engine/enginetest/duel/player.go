package duel

import (
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// Kind is what a unit is.
type Kind int

// The kinds. Each beats the one before it, and Rock beats Scissors.
const (
	Rock Kind = iota
	Paper
	Scissors
)

func (k Kind) String() string { return [...]string{"rock", "paper", "scissors"}[k] }

// Beats says whether k wins a duel with the other kind.
func (k Kind) Beats(other Kind) bool { return k == (other+1)%3 }

// Dir is a direction. The numbers are those of the schema.
type Dir int32

// The directions.
const (
	North Dir = 1 + iota // to the row above
	South                // to the row below
	East                 // to the next column
	West                 // to the column before
)

func (d Dir) String() string {
	if d < North || d > West {
		return "no direction"
	}
	return [...]string{North: "north", South: "south", East: "east", West: "west"}[d]
}

// From returns the cell that lies in this direction from a cell, on the board or
// not; p itself for what is no direction.
func (d Dir) From(p engine.Pos) engine.Pos {
	steps := [...]engine.Pos{North: {Row: -1}, South: {Row: 1}, East: {Col: 1}, West: {Col: -1}}
	if d < North || d > West {
		return p
	}
	return p.Add(steps[d])
}

// Unit is a rock, a paper or a pair of scissors.
type Unit struct {
	ID    int
	Owner int // player
	Kind  Kind
	Pos   engine.Pos
}

// State is the match as a player sees it before a round. It has no field that a
// player can write to, and its methods return copies. Questions about what there
// is not get neutral answers.
type State struct {
	engine.Seat // the player's own number, the names of all, random draws
	match       *match
}

// View hides nothing in this game.
func (rules) View(m *match, s engine.Seat) *State { return &State{s, m} }

// Round counts the rounds played before this one.
func (s *State) Round() int { return s.match.round }

// Rounds is how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.rounds }

// Players is the number of players.
func (s *State) Players() int { return s.match.players }

// IsOpen says whether a cell is on the board and no wall.
func (s *State) IsOpen(p engine.Pos) bool { return s.match.isOpen(p) }

// Painter is the player that painted a cell, -1 if nobody did.
func (s *State) Painter(p engine.Pos) int {
	if !s.IsOpen(p) || s.match.paint.At(p) == '.' {
		return -1
	}
	return int(s.match.paint.At(p) - '0')
}

// Units are all units of all players, by number.
func (s *State) Units() []Unit { return slices.Clone(s.match.units) }

// Commands are what a player tells its units in one round.
type Commands struct{ given []move }

type move struct {
	unit int
	dir  Dir
}

// Commands returns empty commands. In this game they need not know the view.
func (rules) Commands(*State) *Commands { return new(Commands) }

// Move tells a unit to go one cell. Only the first command for a unit counts.
func (c *Commands) Move(unit int, d Dir) {
	if unit < 0 || unit > math.MaxInt32 {
		unit = -1 // no unit, and sent as such
	}
	c.given = append(c.given, move{unit, d})
}

// Len counts all commands given, valid or not. It is 0 for nil.
func (c *Commands) Len() int { return len(c.all()) }

// all are the commands in the order given, none for nil.
func (c *Commands) all() []move {
	if c == nil {
		return nil
	}
	return c.given
}

// Random sends every unit of the player in a random direction.
func (rules) Random(s *State, c *Commands) {
	for _, u := range s.Units() {
		if u.Owner == s.Me() {
			c.Move(u.ID, Dir(s.Rand().Draw(int(North), int(West))))
		}
	}
}

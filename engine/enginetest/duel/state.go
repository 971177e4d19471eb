package duel

import (
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// Pos is a cell of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// UnitID is the number of a unit, from 0.
type UnitID = engine.UnitID

// Kind is what a unit is.
type Kind int

// The kinds. Each beats the one before it, and Rock beats Scissors.
const (
	Rock Kind = iota
	Paper
	Scissors
)

// String returns the name of the kind, such as "rock".
func (k Kind) String() string { return [...]string{"rock", "paper", "scissors"}[k] }

// Beats reports whether k wins a duel with the other kind.
func (k Kind) Beats(other Kind) bool { return k == (other+1)%3 }

// Unit is a rock, a paper or a pair of scissors.
type Unit struct {
	ID    UnitID
	Owner int // player
	Kind  Kind
	Pos   Pos
}

// State is the match as a player sees it before a round. It has no field that a
// player can write to, and its methods return copies. Questions about what doesn't
// exist get neutral answers.
//
// Where units can go, and the ways to targets, it has from [engine.Land]: Rows, Cols, Has,
// IsOpen, Dest, Between, Neighbours, WaysTo and Nearest.
//
// Me, Name, Names, Seed, Rand, Budget and Debug are those of its [engine.Seat].
type State struct {
	*land
	seat
	match *match
}

type seat = engine.Seat

// Ways are the shortest paths to some targets; WaysTo of a State finds them.
type Ways = engine.Ways[Dir]

// View hides nothing in this game.
func (m *match) View(s engine.Seat) *State { return &State{m.land, s, m} }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.match.round }

// Rounds returns how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.setup.rounds }

// Players returns the number of players.
func (s *State) Players() int { return s.match.setup.players }

// Owner returns the player that painted a cell, or -1 if nobody did.
func (s *State) Owner(p Pos) int {
	if !s.IsOpen(p) || s.match.paint.At(p) == '.' {
		return -1
	}
	return int(s.match.paint.At(p) - '0')
}

// Units yields the units of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.match.units) }

// UnitsOf yields the units of a player, by number.
func (s *State) UnitsOf(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player })
}

// UnitAt returns the unit on a cell; ok is false if there is none.
func (s *State) UnitAt(p Pos) (u Unit, ok bool) {
	if u := s.match.unitAt(p); u != nil {
		return *u, true
	}
	return Unit{ID: -1, Owner: -1, Pos: nowhere}, false
}

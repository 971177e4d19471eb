package viewer

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
)

// Show is a match that can be shown: everything that is to be seen of it.
type Show struct {
	Game     engine.Info
	Rounds   int // of the whole match
	Seed     string
	Settings []Setting
	Players  []Player
	Budget   int64 // CPU time of a round in microseconds; 0: none, or not known
	Legend   scene.Legend
	// Scenes are the State of each round and, last, the one at the end; Played
	// are the rounds between them.
	Scenes []scene.Scene
	Played []Happening
	Ended  bool
	Damage string // why there is no more; "" if nothing is missing
}

// Names are what the players are called in texts, by seat: those that share a name
// by their seats too.
func (s *Show) Names() []string { return callers(s.Players) }

// Player is who sits in a seat.
type Player struct{ Name, Version string }

// Happening is what happened in a round.
type Happening struct {
	scene.Log
	Statuses []engine.Status
	Receipts []match.Receipt // none where it is not known
	Verdicts []match.Verdict
	Notes    [][]engine.Note // by seat
	Lines    [][]string      // by seat, written to standard error
}

// Package played has the one form of a match that was played and of who played it: a run makes it, a store keeps it,
// statistics count it, and a page lists it.
package played

import (
	"crypto/sha256"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Entrant is a bot that plays.
type Entrant struct {
	Name    string // that the bot gives itself, or else that of its file
	Version string
	Typed   string // what stands for it on a command line
	Program [sha256.Size]byte
}

// Match is a match of a schedule, and how it ended.
type Match struct {
	schedule.Planned
	match.Result
	CPU     []time.Duration // that each player used in all rounds, by seat; nil if not known
	MostCPU []time.Duration // that it used in the round that took most
	Wall    time.Duration   // from the first round to the last
	Ended   time.Time
}

package tournament

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Common is what the matches of a tournament have in common, whether they are being played
// or come from a store.
type Common struct {
	Setup   engine.Setup
	Random  engine.Randomness
	First   uint64 // seed of the first group
	Bots    []lineup.Entrant
	Sandbox string
	// Again returns the command that plays or opens a match, without flags for what happens then.
	Again func(schedule.Planned) string
}

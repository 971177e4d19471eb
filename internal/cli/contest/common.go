package contest

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
)

// common is what the matches of a tournament have in common, whether they are being played
// or come from a store.
type common struct {
	setup   engine.Setup
	random  engine.Randomness
	first   uint64 // seed of the first group
	Bots    []lineup.Entrant
	Sandbox string
	// Again returns the command that plays or opens a match, without flags for what happens then.
	again func(schedule.Planned) string
}

// common returns what all matches of these entrants have in common, from the seed of the first group on.
func (r *manyMatches) common(entrants []lineup.Entrant, first uint64) common {
	return common{
		setup: r.run.Setup, random: r.run.Random, first: first, Bots: entrants, Sandbox: r.confined.String(),
		again: func(m schedule.Planned) string { return r.Again(m, entrants) },
	}
}

package cli

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/schedule"
)

// common is what the matches of a tournament have in common, whether they are being played
// or come from a store.
type common struct {
	setup   engine.Setup
	random  engine.Randomness
	first   uint64 // seed of the first group
	bots    []lineup.Entrant
	sandbox string
	// again returns the command that plays or opens a match, without flags for what happens then.
	again func(schedule.Match) string
}

// common returns what all matches of the run have in common. Its seed must be settled.
func (r *manyMatches) common() common {
	return common{
		setup: r.setup, random: engine.Randomness(r.o.setup.random), first: r.o.setup.seed.value,
		bots: r.bots.Entrants, sandbox: r.confined.String(), again: r.again,
	}
}

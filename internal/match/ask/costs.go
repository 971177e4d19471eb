package ask

import (
	"slices"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// Costs are what the players' answers have cost, by seat. They watch a match that is played.
type Costs []Cost

// Cost is what one player's answers have cost, by round: from round 0 to the last round in which the player
// was asked.
type Cost struct {
	CPU, Wall, Bytes []int64 // times in nanoseconds
	WallBank         []int64 // drawn from it, in nanoseconds
	Status           []int64 // in millionths of the budget; ends before a verdict
}

var _ match.Watcher = Costs{}

// CostsOf returns what the answers in a recorded match have cost.
func CostsOf(r *replay.Replay) Costs {
	costs := make(Costs, len(r.Seats))
	for _, round := range r.Rounds {
		costs.Round(nil, round.Round)
	}
	return costs
}

// Round implements [match.Watcher].
func (c Costs) Round(_ engine.Match, round match.Round) {
	for seat, one := range round.Receipts {
		frozen := round.Turns[seat].Status.IsFrozen()
		if frozen && one == (match.Receipt{}) {
			continue // the player was not asked
		}
		s := &c[seat]
		s.CPU = append(s.CPU, int64(one.CPU))
		s.Wall = append(s.Wall, int64(one.Wall))
		s.WallBank = append(s.WallBank, int64(one.WallBank))
		s.Bytes = append(s.Bytes, int64(one.Bytes))
		if !frozen {
			s.Status = append(s.Status, int64(round.Turns[seat].Status))
		}
	}
}

// Measured reports whether CPU time was measured. Where the system has no clock for it, the CPU time of each
// receipt is zero or exactly the wall-clock time.
func (c Costs) Measured() bool {
	return slices.ContainsFunc(c, func(s Cost) bool {
		for i, cpu := range s.CPU {
			if cpu != 0 && cpu != s.Wall[i] {
				return true
			}
		}
		return false
	})
}

// CPU returns the CPU time of all answers of a player, 0 if it was not measured.
func (c Costs) CPU(seat int) (total time.Duration) {
	if !c.Measured() {
		return 0
	}
	for _, cpu := range c[seat].CPU {
		total += time.Duration(cpu)
	}
	return total
}

// WasLate reports whether an answer drew on the bank of wall-clock time.
func (s Cost) WasLate() bool {
	return slices.ContainsFunc(s.WallBank, func(drawn int64) bool { return drawn > 0 })
}

// Times returns the CPU times by round.
func (s Cost) Times() []time.Duration {
	times := make([]time.Duration, len(s.CPU))
	for i, cpu := range s.CPU {
		times[i] = time.Duration(cpu)
	}
	return times
}

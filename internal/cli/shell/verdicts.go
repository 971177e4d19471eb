package shell

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// ReplayHeader begins the replay of a match that is played with these seats. The limits in
// it are those that the bots are told of.
func ReplayHeader(setup engine.Setup, seed uint64, random engine.Randomness, seats []replay.Seat,
	options host.Options,
) replay.Header {
	limits := options.Limits.Told()
	if options.Told != nil {
		limits = *options.Told
	}
	return replay.Header{
		Setup: setup, Seed: seed, Random: random,
		Seats: seats, Arena: ArenaVersion(), CPU: limits.CPU, Sandbox: options.Sandbox.String(),
		Limits: &replay.Limits{
			Bank: limits.Bank, StartCPU: limits.StartCPU, Wall: limits.Wall, WallBank: limits.WallBank,
			Memory: options.Limits.Memory,
		},
	}
}

// VerdictLine describes a verdict in full.
func VerdictLine(name string, v match.Verdict) string {
	return fmt.Sprintf("seat %d (%s): %s: %s", v.Seat, name, ShortVerdict(&v), v.Detail)
}

// ShortVerdict is a verdict in a table; "" if v is nil.
func ShortVerdict(v *match.Verdict) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s in round %d", v.Kind, v.Round)
}

// Seated names a player and its seat, since several may have the same name.
func Seated(names []string, seat int) string {
	return fmt.Sprintf("%s (seat %d)", names[seat], seat)
}

// ByPlace lists the seats from the first place to the last.
func ByPlace(places []int) []int {
	seats := make([]int, len(places))
	for seat := range places {
		seats[seat] = seat
	}
	slices.SortStableFunc(seats, func(a, b int) int { return places[a] - places[b] })
	return seats
}

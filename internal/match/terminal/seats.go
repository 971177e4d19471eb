package terminal

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// randomName is the name of the players for which no bot was named.
const randomName = "random"

// Seats puts bots into the seats beside a person's, in their order, and random players into those that are left.
// The person's player is nil.
func Seats(setup engine.Setup, person int, bots []replay.Seat, playing []match.Player) ([]replay.Seat, []match.Player) {
	infos, players := make([]replay.Seat, setup.Seats()), make([]match.Player, setup.Seats())
	for seat := range players {
		switch {
		case seat == person:
			infos[seat].Name = replay.Human
		case len(playing) > 0:
			infos[seat], players[seat] = bots[0], playing[0]
			bots, playing = bots[1:], playing[1:]
		default:
			infos[seat].Name, players[seat] = randomName, match.Local(setup.Game().Random())
		}
	}
	return infos, players
}

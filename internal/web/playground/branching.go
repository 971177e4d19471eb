package playground

import (
	"context"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
)

// branching is a match that is played on from a round of another.
type branching struct {
	of    *replay.Replay
	round int
}

// play plays on. Where there is no player, the recorded commands go on.
func (b *branching) play(ctx context.Context, m engine.Match, players []match.Player, watchers ...match.Watcher) (
	match.Result, error,
) {
	seats := make([]rerun.Seat, len(players))
	for seat, p := range players {
		seats[seat].Bot = p
	}
	return rerun.Branch(ctx, b.of, b.round, m, seats, watchers...)
}

package lineup

import (
	"context"
	"slices"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// PlayOn starts the bots that play on as planned: those that were named, as the finder finds them, and those that
// played, which are found in the folder. The other seats have no process.
func PlayOn(
	ctx context.Context, plan *rerun.Plan, finder find.Finder, folder find.Folder, o host.Options,
) (*Players, error) {
	found, err := playingOn(ctx, plan, finder, folder)
	if err != nil {
		return nil, err
	}
	return Start(ctx, found, plan.Match.Setup.Game().Info(), o)
}

// playingOn finds the bots that play on, by seat.
func playingOn(ctx context.Context, plan *rerun.Plan, finder find.Finder, folder find.Folder) ([]find.Bot, error) {
	finder.Game = plan.Match.Setup.Game().Info().Name
	named, err := finder.FindAll(ctx, namedIn(plan))
	if err != nil {
		return nil, StartError(ctx, nil, err)
	}
	found := make([]find.Bot, len(plan.Players))
	for seat, player := range plan.Players {
		switch {
		case player == rerun.Nobody:
		case player.Person:
			found[seat] = person()
		case player.Played:
			found[seat], err = folder.Recorded(ctx, finder.Game, player.Bot, plan.Match.Seats[seat].SHA256)
			if err != nil {
				return nil, err
			}
		default:
			found[seat], named = named[0], named[1:]
		}
	}
	return found, nil
}

// namedIn returns the bots that were named to play on, in the order of their seats.
func namedIn(plan *rerun.Plan) (names []string) {
	for _, player := range plan.Players {
		if player != rerun.Nobody && !player.Played && !player.Person {
			names = append(names, player.Bot)
		}
	}
	return names
}

// Again starts the same bots anew, except where nobody plays on.
func (p *Players) Again(ctx context.Context, plan *rerun.Plan, o host.Options) (*Players, error) {
	found := slices.Clone(p.Bots)
	for seat, player := range plan.Players {
		if player == rerun.Nobody {
			found[seat].Command = executable.Command{}
		}
	}
	return Start(ctx, found, plan.Match.Setup.Game().Info(), o)
}

package lineup

import (
	"context"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
)

// PlayOn starts the bots that play on as planned: those that were named, as the finder finds them, and those that
// played, which are found in the folder.
func PlayOn(
	ctx context.Context, plan *rerun.Plan, finder find.Finder, folder find.Folder, o host.Options,
) (*Players, error) {
	found, err := playingOn(ctx, plan, finder, folder)
	if err != nil {
		return nil, err
	}
	return Start(ctx, found, plan.Match.Setup.Game().Info(), o)
}

// playingOn finds the bots that play on, in the order of [rerun.Plan.Playing].
func playingOn(
	ctx context.Context, plan *rerun.Plan, finder find.Finder, folder find.Folder,
) (found []find.Bot, err error) {
	finder.Game = plan.Match.Setup.Game().Info().Name
	named, err := finder.FindAll(ctx, namedIn(plan))
	if err != nil {
		return nil, StartError(ctx, nil, err)
	}
	for _, seat := range plan.Playing() {
		if plan.Players[seat].Person {
			found = append(found, person())
			continue
		}
		if !plan.Players[seat].Played {
			found, named = append(found, named[0]), named[1:]
			continue
		}
		one, err := folder.Recorded(ctx, finder.Game, plan.Players[seat].Bot, plan.Match.Seats[seat].SHA256)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, nil
}

// namedIn returns the bots that were named to play on, in the order of their seats.
func namedIn(plan *rerun.Plan) (names []string) {
	for _, seat := range plan.Playing() {
		if player := plan.Players[seat]; !player.Played && !player.Person {
			names = append(names, player.Bot)
		}
	}
	return names
}

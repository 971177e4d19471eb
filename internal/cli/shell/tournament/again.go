package tournament

import (
	"context"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
)

// Again returns what plays the matches of a store again. A store may come from somebody else, and names its bots
// itself: they are looked for in the bots folder alone.
func Again(s *shell.Shell, path string, from *shell.BotFlags) archive.Again {
	folder := from.Folder()
	return archive.Again{
		Path: path, Games: s.Games, Arena: shell.ArenaVersion(), Terms: from.Terms(),
		Limits: from.StoredBounds(),
		Programs: archive.Programs{
			Finder: from.Finder(), Folder: folder,
			MayPlay: func(e store.Entrant, found find.Bot) error { return league.MayPlay(folder.Terms, e, found) },
		},
	}
}

// quietly is for those who look on, and need not be told of builds.
func quietly(a archive.Again) archive.Again {
	for _, finder := range []*find.Finder{&a.Programs.Finder, &a.Programs.Folder.Finder} {
		finder.Building, finder.Unkept = nil, nil
	}
	return a
}

// Player plays matches of a store again.
type Player struct {
	archive.Again
	Shell *shell.Shell
}

// Play plays a match again, and lets the program end only after that.
func (p Player) Play(
	ctx context.Context, t store.Tournament, m store.Match,
) (replay []byte, difference string, err error) {
	defer p.Shell.Plays()()
	return p.Again.Play(ctx, t, m)
}

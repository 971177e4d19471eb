package find

import (
	"context"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Folder is a bots folder in which bots are found that nobody typed: a store or a replay names them, and may
// come from a stranger, with a folder of bots beside it. Such a name is looked for in the folder alone. What it
// finds is neither built nor started unless it is the program that played; built only if the user has named the
// folder.
type Folder struct {
	Finder // as [Finder.InFolder] makes it

	// Unnamed says that the user has named the folder in no way.
	Unnamed bool
}

// InFolder returns a finder that finds names in its bots folder, and nothing else. It builds only if that is
// allowed.
func (f Finder) InFolder(mayBuild bool) Finder {
	f.Inside, f.Unbuilt = true, !mayBuild
	return f
}

// MayStart returns an error if nothing would confine a bot that the user has not named, in no way: neither its
// folder, nor that it goes without a sandbox.
func (f Folder) MayStart(name string) error {
	if err := f.Terms.MayStart(sandbox.Origin{Unnamed: f.Unnamed}); err != nil {
		return hint.Wrap(name, err)
	}
	return nil
}

// Recorded returns the bot that played in a recorded match of a game, of which a replay has the name and the
// checksum. Another one of the name is an error.
func (f Folder) Recorded(ctx context.Context, game, name string, sum []byte) (Bot, error) {
	if found, is := f.playedLinked(name, sum); is { // it is this arena itself, which nobody need have named
		return found, nil
	}
	if err := f.MayStart(name); err != nil {
		return Bot{}, err
	}
	f.Game = game
	return f.FindPlayed(ctx, name, sum)
}

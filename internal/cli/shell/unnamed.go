package shell

import (
	"context"
	"path/filepath"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Bots that nobody typed: a store or a replay names them, and may come from a stranger, with a folder of
// bots beside it. Such a name is looked for in the bots folder alone. What it finds is neither built
// nor started unless it is the program that played; built only if the user has named the folder.

// Unnamed returns what finds bots by names that stand in a file.
func (f *BotFlags) Unnamed() find.Finder {
	finder := f.Finder()
	finder.Inside, finder.Unbuilt = true, !f.hasNamedDir()
	return finder
}

// hasNamedDir reports whether the user has named the bots folder on this command line.
func (f *BotFlags) hasNamedDir() bool { return f.namedDir != nil && f.namedDir() }

// MayStart returns an error if nothing would confine a bot that the user has not named, in no way:
// neither its folder, nor that it goes without a sandbox.
func (f *BotFlags) MayStart(name string) error {
	if err := f.Terms().MayStart(sandbox.Origin{Unnamed: f.FolderUnnamed()}); err != nil {
		return hint.Wrap(name, err)
	}
	return nil
}

// FolderUnnamed reports whether the user has named the bots folder in no way. An absolute $ARENA_BOTS is a folder of
// the user's, whatever the current one is.
func (f *BotFlags) FolderUnnamed() bool {
	own := filepath.IsAbs(f.Dir) && f.Dir == DefaultBotsDir()
	return !f.hasNamedDir() && !own
}

// Recorded returns the bot that played in a recorded match, of which a replay has the name and the
// checksum. Another one of the name is an error.
func (f *BotFlags) Recorded(ctx context.Context, game, name string, sum []byte) (find.Bot, error) {
	if err := f.MayStart(name); err != nil {
		return find.Bot{}, err
	}
	finder := f.Unnamed()
	finder.Game = game
	return finder.FindPlayed(ctx, name, sum)
}

package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Bots that nobody typed: a store or a replay names them, and may come from a stranger, with a folder of
// bots beside it. Such a name is looked for in the bots folder alone. What it finds is neither built
// nor started unless it is the program that played; built only if the user has named the folder.

// unnamed returns what finds bots by names that stand in a file.
func (f *botFlags) unnamed() find.Finder {
	finder := f.finder()
	finder.Inside, finder.Unbuilt = true, !f.hasNamedDir()
	return finder
}

// hasNamedDir reports whether the user has named the bots folder on this command line.
func (f *botFlags) hasNamedDir() bool { return f.namedDir != nil && f.namedDir() }

// mayStart returns an error if nothing would confine a bot that the user has not named, in no way:
// neither its folder, nor that it goes without a sandbox.
func (f *botFlags) mayStart(name string) error {
	if err := f.terms().MayStart(sandbox.Origin{Unnamed: f.folderUnnamed()}); err != nil {
		return withHint(fmt.Errorf("%s: %w", safe.Name(name), err), hintOf(err))
	}
	return nil
}

// folderUnnamed reports whether the user has named the bots folder in no way. An absolute $ARENA_BOTS is a folder of
// the user's, whatever the current one is.
func (f *botFlags) folderUnnamed() bool {
	own := filepath.IsAbs(f.dir) && f.dir == defaultBotsDir()
	return !f.hasNamedDir() && !own
}

// recorded returns the bot that played in a recorded match, of which a replay has the name and the
// checksum. Another one of the name is an error.
func (f *botFlags) recorded(ctx context.Context, game, name string, sum []byte) (find.Bot, error) {
	if err := f.mayStart(name); err != nil {
		return find.Bot{}, err
	}
	finder := f.unnamed()
	finder.Game = game
	return finder.FindPlayed(ctx, name, sum)
}

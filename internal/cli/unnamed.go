package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/match/branch"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/words"
)

// Bots that nobody typed: a store or a replay names them, and may come from a stranger, with a folder of
// bots beside it. Such a name is looked for in the bots folder alone. What it finds is neither built
// nor started unless it is the program that played; built only if the user has named the folder.

// unnamed returns what finds bots by names that stand in a file.
func (f *botFlags) unnamed() bots.Finder {
	finder := f.finder()
	finder.Inside, finder.Unbuilt = true, !f.hasNamedDir()
	return finder
}

// hasNamedDir reports whether the user has named the bots folder on this command line.
func (f *botFlags) hasNamedDir() bool { return f.namedDir != nil && f.namedDir() }

// mayStart returns an error if nothing would confine a bot that the user has not named, in no way:
// neither its folder, nor that it goes without a sandbox. An absolute $ARENA_BOTS is a folder of the user's,
// whatever the current one is.
func (f *botFlags) mayStart(name string) error {
	own := filepath.IsAbs(f.dir) && f.dir == defaultBotsDir()
	if err := f.terms().MayStart(sandbox.Origin{Unnamed: !f.hasNamedDir() && !own}); err != nil {
		return withHint(fmt.Errorf("%s: %w", words.Name(name), err), hintOf(err))
	}
	return nil
}

// isPlain reports whether a name from a file is one of a file in a folder, and no path.
func isPlain(name string) bool { return branch.IsPlain(name) }

// recorded returns the bot that played in a recorded match, of which a replay has the name and the
// checksum. Another one of the name is an error.
func (f *botFlags) recorded(ctx context.Context, game, name string, sum []byte) (bots.Bot, error) {
	if err := f.mayStart(name); err != nil {
		return bots.Bot{}, err
	}
	finder := f.unnamed()
	finder.Game = game
	return finder.FindPlayed(ctx, name, sum)
}

// looser names the limits of a file that are looser than the usual ones, which nobody has typed.
func looser(l host.Limits) string {
	usual := host.DefaultLimits()
	var names []string
	for _, one := range []struct {
		name        string
		is, usual   int64
		zeroIsLoose bool // where 0 is no limit
	}{
		{"cpu", int64(l.CPU), int64(usual.CPU), true},
		{"bank", int64(l.Bank), int64(usual.Bank), false},
		{"start", int64(l.StartCPU), int64(usual.StartCPU), false},
		{"wall", int64(l.Wall), int64(usual.Wall), true},
		{"wall-bank", int64(l.WallBank), int64(usual.WallBank), false},
		{"output", int64(l.Output), int64(usual.Output), true},
		{"mem", l.Memory, max(usual.Memory, mostRecordedMemory), true},
	} {
		if one.is > one.usual || one.is == 0 && one.zeroIsLoose {
			names = append(names, one.name)
		}
	}
	return strings.Join(names, ", ")
}

package find

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
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

// playedLinked returns the linked bot that played in a match, if it is one: nobody need have named it, as it is
// this arena itself.
func (f Finder) playedLinked(name string, sum []byte) (Bot, bool) {
	t, is, err := f.ownBot(name)
	if !is || err != nil {
		return Bot{}, false
	}
	found, err := f.linkedBot(t)
	found.Typed = name
	return found, err == nil && string(found.SHA256[:]) == string(sum)
}

// FindPlayed finds the program that played in a match, of which a replay has the name and the SHA-256.
// With Debug it may be the one for a debugger that played, or the usual one. Another program of that name
// is an error.
func (f Finder) FindPlayed(ctx context.Context, name string, sum []byte) (Bot, error) {
	var program [sha256.Size]byte
	copy(program[:], sum)
	usual := f
	usual.Debug = false
	found, err := usual.FindThat(ctx, name, program)
	if err != nil {
		return Bot{}, err
	}
	is := bytes.Equal(found.SHA256[:], sum)
	if f.Debug {
		debugged, err := f.FindThat(ctx, name, program)
		if err == nil && (is || bytes.Equal(debugged.SHA256[:], sum)) || is {
			return debugged, err
		}
	}
	if !is {
		const other = "not the program that played: its SHA-256 is %.6x…, that of the match %.6x…"
		return Bot{}, unfit.New(name, fmt.Sprintf(other, found.SHA256, sum), "")
	}
	return found, nil
}

// FindThat finds what a file names, of which it has the SHA-256. A module with another one is found, so
// that the caller can tell, but can't be started: it is not even compiled.
func (f Finder) FindThat(ctx context.Context, typed string, sum [sha256.Size]byte) (Bot, error) {
	f.Uncompiled = true
	found, err := f.Find(ctx, typed)
	if err != nil || found.Kind != language.WASI || found.SHA256 != sum {
		return found, err
	}
	f.Uncompiled = false
	return f.Find(ctx, typed)
}

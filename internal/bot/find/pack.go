package find

import (
	"context"
	"path/filepath"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// PackedName is the usual name of a bot in its package: that of the player, if it is a player file of an original
// program.
func (f Finder) PackedName(typed string, how pack.Options) string {
	if t, err := f.locate(typed); typed != "" && err == nil && !t.Folder && build.KindOf(t.Path) == language.CPP {
		if player, _ := t.Player(filepath.Base(t.Path)); player != "" {
			return botfile.PlainName(build.Name(player))
		}
	}
	return how.NameFor(typed)
}

// Pack makes a package of a bot, as [pack.Make] does. typed may be "" if there are programs.
func (f Finder) Pack(
	ctx context.Context, typed string, m botfile.Manifest, how pack.Options, ask Asks,
) (*pack.Built, error) {
	t, err := f.toPack(typed)
	if err != nil {
		return nil, err
	}
	return pack.Make(ctx, f.Builder, t, m, how, func(ctx context.Context, path string) (host.Description, error) {
		f.Admit = func(context.Context, *pack.File) error { return nil } // it is our own
		f.Unpack, f.Terms = filepath.Dir(path), sandbox.Terms{}
		_, said, err := f.findAndAsk(ctx, path, ask)
		return said, err
	})
}

// PackAgain makes a package again of its source, as [pack.Again] does.
func (f Finder) PackAgain(
	ctx context.Context, m botfile.Manifest, source string, building func(platform string),
) (pack.Rebuilt, error) {
	t, err := f.toPack(source)
	if err != nil {
		return pack.Rebuilt{}, err
	}
	return pack.Again(ctx, f.Builder, t, m, building)
}

// toPack returns the file or folder that typed stands for, which may be "".
func (f Finder) toPack(typed string) (build.Source, error) {
	if typed == "" {
		return build.Source{}, nil
	}
	return f.locateFile(typed)
}

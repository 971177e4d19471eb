package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/wire"
)

// errCopyOnly says that not the package of a bot goes to workers, but its copy in the league's bots.
var errCopyOnly = errors.New("its package does not go to workers")

// sendPackage makes the package of a bot available to workers as the file that its author has signed. The error is
// errCopyOnly if that would be another program, as that of one with files of its own is: its copy has a bot.txt.
func (s *stock) sendPackage(ctx context.Context, e store.Entrant, to *seat) error {
	bot, _ := find.SplitValues(e.Typed)
	as := seat{Package: e.Package, Signer: e.Signer, Path: packageName + e.Typed[len(bot):]}
	d, err := s.offer(sentName(e), func() (*os.File, digest, error) { return s.openPackage(ctx, e, as) })
	if err == nil {
		to.Archive, to.Package, to.Signer, to.Path = d, as.Package, as.Signer, as.Path
	}
	return err
}

// sentName is under what it is remembered that the package of a bot was sent. No path in the league's bots has a
// colon before a slash.
func sentName(e store.Entrant) string { return hex.EncodeToString(e.Package[:]) + ":" + e.Typed }

// openPackage opens the package of a bot and returns its digest, if workers will find in it what the league plays.
func (s *stock) openPackage(ctx context.Context, e store.Entrant, as seat) (*os.File, digest, error) {
	path := filepath.Join(s.league.Packages(), hex.EncodeToString(e.Package[:])+botfile.Ending)
	same, err := s.isSame(ctx, path, e, as)
	if ctx.Err() != nil {
		return nil, digest{}, context.Cause(ctx)
	}
	if err != nil {
		s.say(safe.Sprintf("%s: workers get a copy of it, and can't check who has signed it: %v", e.Name, err))
	}
	if !same {
		return nil, digest{}, errCopyOnly
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, digest{}, err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return file, digest(hash.Sum(nil)), err
}

// isSame reports whether a worker that gets the package of a bot finds the program in it that the league plays.
func (s *stock) isSame(ctx context.Context, path string, e store.Entrant, as seat) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || info.Size() > wire.MostProgram {
		return false, err
	}
	unpacked, err := os.MkdirTemp(s.folder, ".package-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(unpacked) //nolint:errcheck // it begins with a dot: nobody looks at it
	finder := find.Finder{Foreign: true, Admit: as.admit, Unpack: unpacked}
	path += as.Path[len(packageName):]
	found, err := finder.FindThat(ctx, path, digest{}) // which no module has, so that none is compiled
	return err == nil && found.SHA256 == e.Program, err
}

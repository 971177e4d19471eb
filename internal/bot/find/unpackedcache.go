package find

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/internal/process/sys"
)

// MostUnpacked is how many bytes of unpacked packages the cache has usually.
const MostUnpacked = 2 << 30

// inUse is how long a package may be played after it was found: as long as a long series. Packages
// used since then stay, however large they are.
const inUse = 24 * time.Hour

// used notes that a package is in use. If it can't, the package is forgotten the sooner.
func (f Finder) used(home string) {
	now := time.Now()
	_ = os.Chtimes(home, now, now)
}

// unpackedBot is the folder of a package in the cache.
type unpackedBot struct {
	path string
	size int64
	used time.Time
}

// forgetUnused removes packages from the cache, first those that were not used for the longest time,
// until it has most bytes. It removes none of a folder that is somebody else's, as of a league.
func (f Finder) forgetUnused(most int64) {
	if f.Unpack != "" {
		return
	}
	all, size := f.unpackedBots()
	slices.SortFunc(all, func(a, b unpackedBot) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path))
	})
	for _, bot := range all {
		if size <= most || time.Since(bot.used) < inUse || remove(bot.path) != nil {
			return
		}
		size -= bot.size
	}
}

// remove removes an unpacked bot so that nobody finds half of it.
func remove(path string) error {
	gone, err := os.MkdirTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return err
	}
	return errors.Join(os.Rename(path, filepath.Join(gone, "bot")), os.RemoveAll(gone))
}

// unpackedBots returns all that are in the cache, and their bytes together.
func (f Finder) unpackedBots() (all []unpackedBot, size int64) {
	entries, _ := os.ReadDir(f.packageFolder()) // if it can't be read, nothing was unpacked
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		path := filepath.Join(f.packageFolder(), e.Name())
		bot := unpackedBot{path: path, size: sys.FolderSize(path), used: info.ModTime()}
		all, size = append(all, bot), size+bot.size
	}
	return all, size
}

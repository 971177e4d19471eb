package pack

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sys"
)

// Unpack unpacks a package, unless that was done before and nothing has changed since: into a folder, or if that is "",
// into one in the cache. It returns the unpacked bot of a target, and how it is started.
func (p *File) Unpack(
	ctx context.Context, b build.Builder, t build.Source, into string,
) (inside build.Source, r build.Recipe, err error) {
	m := p.Manifest
	if here := runtime.GOOS + "/" + runtime.GOARCH; !m.RunsOn(runtime.GOOS, runtime.GOARCH) {
		return inside, r, unfit.New(
			t.Typed, "has programs for "+strings.Join(m.Systems(), ", ")+", and this is "+here,
			"ask the author for one with: arena bot pack --platforms "+here,
		)
	}
	s := shelf{cmp.Or(into, filepath.Join(b.Cache, "packages")), into != "", b.Sum}
	folder, err := s.put(ctx, p)
	if err != nil {
		if ctx.Err() != nil {
			return inside, r, context.Cause(ctx)
		}
		if damaged := new(botfile.DamagedError); b.Called != "" && !errors.As(err, &damaged) {
			return inside, r, err // there is no room for it
		}
		return inside, r, fault(t.Typed, err)
	}
	inside = build.Source{
		Typed: t.Typed, Path: folder, Shown: cmp.Or(b.Called, folder), Folder: true, Packed: true, Strangers: t.Strangers,
	}
	has := func(is func(path string) bool) bool {
		return slices.ContainsFunc(m.Files, func(file botfile.File) bool {
			path, inFolder := file.Path()
			return inFolder && is(path)
		})
	}
	switch described := has(func(path string) bool { return path == build.BotTxtName }); {
	case !described && len(m.Programs) > 0:
		path := filepath.Join(folder, installedPath(m.Start, true))
		r = build.Recipe{Kind: language.Program, Args: []string{path}, Files: []string{path}}
		if has(func(path string) bool { return path != params.Name }) { // parameters are counted by their values
			r.Files = append(r.Files, folder)
		}
		return inside, r, nil
	case !described && m.Start != "":
		inside.Path, inside.Folder = filepath.Join(folder, filepath.FromSlash(m.Start)), false
	}
	r, err = b.Recipe(ctx, inside)
	return inside, r, err
}

// installed is a file of a package as it must be on this system.
type installed struct {
	botfile.Entry
	path       string // in the folder of the bot
	executable bool
}

// installedFiles returns the files to unpack: no programs for other systems, no documentation.
func installedFiles(m botfile.Manifest) []installed {
	var all []installed
	if p, ok := m.ProgramFor(runtime.GOOS, runtime.GOARCH); ok {
		all = append(all, installed{p.Entry, installedPath(m.Start, true), true})
	}
	for _, file := range m.Files {
		if path, inFolder := file.Path(); inFolder {
			all = append(all, installed{file.Entry, installedPath(path, false), file.Executable})
		}
	}
	return all
}

// installedPath returns the path of a file on this system.
func installedPath(path string, isProgram bool) string {
	if isProgram && runtime.GOOS == "windows" {
		path += ".exe"
	}
	return filepath.FromSlash(path)
}

// shelf is a folder of unpacked packages, each in a folder with the name of its digest.
type shelf struct {
	folder string
	keeps  bool // it is somebody else's, as of a league: nothing is removed
	sum    func(path string) ([sha256.Size]byte, error)
}

// put unpacks a package, if it is not there. The folder that it returns has the name of the bot.
func (s shelf) put(ctx context.Context, p *File) (string, error) {
	home := filepath.Join(s.folder, hex.EncodeToString(p.Digest[:]))
	folder := filepath.Join(home, p.Manifest.Name)
	if s.has(p, folder) {
		used(home)
		return folder, nil
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return "", err
	}
	s.forgetUnfinished()
	temp, err := os.MkdirTemp(s.folder, unfinished)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)                      //nolint:errcheck // then it is forgotten later
	if err := os.Chmod(temp, 0o755); err != nil { //nolint:gosec // see above
		return "", err
	}
	for _, file := range installedFiles(p.Manifest) {
		if err := context.Cause(ctx); err != nil {
			return "", err
		}
		if err := extract(p, file, filepath.Join(temp, p.Manifest.Name, file.path)); err != nil {
			return "", err
		}
	}
	if os.Rename(temp, home) == nil {
		used(home)
		s.forgetUnused(mostUnpacked)
		return folder, nil
	}
	if s.has(p, folder) { // by another arena, meanwhile
		return folder, nil
	}
	if err := os.RemoveAll(home); err != nil {
		return "", err
	}
	if err := os.Rename(temp, home); err != nil && !s.has(p, folder) { // as above
		return "", err
	}
	return folder, nil
}

// has compares the unpacked files with the manifest. Sums are remembered, so that this
// takes no time unless a file has changed.
func (s shelf) has(p *File, folder string) bool {
	for _, file := range installedFiles(p.Manifest) {
		path := filepath.Join(folder, file.path)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() {
			return false
		}
		sum, err := s.sum(path)
		if err != nil || hex.EncodeToString(sum[:]) != file.SHA256 {
			return false
		}
	}
	return true
}

// extract writes a file that nobody can write to afterwards.
func extract(p *File, file installed, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // see put
		return err
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o444)
	if file.executable {
		mode = 0o555
	}
	err = p.Extract(file.Entry, to)
	return errors.Join(err, to.Chmod(mode), to.Close())
}

// unfinished begins the names of folders into which a package is being unpacked.
const unfinished = "new-"

// longestUnpack is after what time nobody unpacks into such a folder any more.
const longestUnpack = time.Hour

// forgetUnfinished removes what arenas have left that were killed.
func (s shelf) forgetUnfinished() {
	entries, _ := os.ReadDir(s.folder) // if it can't be read, unpacking says so
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > longestUnpack {
			_ = os.RemoveAll(filepath.Join(s.folder, e.Name()))
		}
	}
}

// mostUnpacked is how many bytes of unpacked packages the cache has usually.
const mostUnpacked = 2 << 30

// inUse is how long a package may be played after it was found: as long as a long series. Packages
// used since then stay, however large they are.
const inUse = 24 * time.Hour

// used notes that a package is in use. If it can't, the package is forgotten the sooner.
func used(home string) {
	now := time.Now()
	_ = os.Chtimes(home, now, now)
}

// unpackedBot is the folder of a package on the shelf.
type unpackedBot struct {
	path string
	size int64
	used time.Time
}

// forgetUnused removes packages, first those that were not used for the longest time, until there are most bytes.
func (s shelf) forgetUnused(most int64) {
	if s.keeps {
		return
	}
	all, size := s.bots()
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

// bots returns all that are on the shelf, and their bytes together.
func (s shelf) bots() (all []unpackedBot, size int64) {
	entries, _ := os.ReadDir(s.folder) // if it can't be read, nothing was unpacked
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		path := filepath.Join(s.folder, e.Name())
		bot := unpackedBot{path: path, size: sys.FolderSize(path), used: info.ModTime()}
		all, size = append(all, bot), size+bot.size
	}
	return all, size
}

package find

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/botarena/arena/internal/bot/pack"
)

// installed is a file of a package as it must be on this system.
type installed struct {
	pack.Entry
	path       string // in the folder of the bot
	executable bool
}

// installedFiles returns the files to unpack: no programs for other systems, no documentation.
func installedFiles(m pack.Manifest) []installed {
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

// unpack unpacks a package, unless that was done before and nothing has changed since. The
// folder that it returns has the name of the bot.
func (f Finder) unpack(ctx context.Context, p *PackageFile) (string, error) {
	home := filepath.Join(f.packageFolder(), digestName(p))
	folder := filepath.Join(home, p.Manifest.Name)
	if f.isUnpacked(p, folder) {
		f.used(home)
		return folder, nil
	}
	if err := os.MkdirAll(f.packageFolder(), 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return "", err
	}
	f.forgetUnfinished()
	temp, err := os.MkdirTemp(f.packageFolder(), unfinished)
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
		f.used(home)
		f.forgetUnused(MostUnpacked)
		return folder, nil
	}
	if f.isUnpacked(p, folder) { // by another arena, meanwhile
		return folder, nil
	}
	if err := os.RemoveAll(home); err != nil {
		return "", err
	}
	if err := os.Rename(temp, home); err != nil && !f.isUnpacked(p, folder) { // as above
		return "", err
	}
	return folder, nil
}

// isUnpacked compares the unpacked files with the manifest. Sums are remembered, so that this
// takes no time unless a file has changed.
func (f Finder) isUnpacked(p *PackageFile, folder string) bool {
	for _, file := range installedFiles(p.Manifest) {
		path := filepath.Join(folder, file.path)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() {
			return false
		}
		sum, err := f.sum(path)
		if err != nil || hex.EncodeToString(sum[:]) != file.SHA256 {
			return false
		}
	}
	return true
}

// extract writes a file that nobody can write to afterwards.
func extract(p *PackageFile, file installed, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // see unpack
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
func (f Finder) forgetUnfinished() {
	entries, _ := os.ReadDir(f.packageFolder()) // if it can't be read, unpacking says so
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > longestUnpack {
			_ = os.RemoveAll(filepath.Join(f.packageFolder(), e.Name()))
		}
	}
}

package find

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
)

// maxFiles is how many files the folder of a bot may hold.
const maxFiles = 10000

// sumAll returns the sum of a bot: that of its one file, or one of all its files and
// folders.
func (f Finder) sumAll(t target, paths []string) (sum [sha256.Size]byte, err error) {
	if len(paths) == 1 && !isFolder(paths[0]) {
		if sum, err = f.sum(paths[0]); err != nil {
			return sum, Unfit(t.typed, reason(err), safe.Shell("chmod", "+r", t.shown))
		}
		return sum, nil
	}
	s := folderSum{target: t, hash: sha256.New()}
	for _, path := range paths {
		if err := s.add(path); err != nil {
			return sum, err
		}
	}
	return [sha256.Size]byte(s.hash.Sum(nil)), nil
}

// folderSum is a sum of many files while it is computed. It depends on their names and
// contents, and not on where their folder is.
type folderSum struct {
	target
	hash  hash.Hash
	files int
	bytes int64
}

// add adds a file, or all files of a folder in the order of their names. Hidden ones are
// left out. Links are not followed, but for
// the path itself: they may lead out of the folder, or round in it.
func (s *folderSum) add(top string) error {
	if !isFolder(top) {
		return s.addFile(top, filepath.Base(top))
	}
	if whole, err := filepath.EvalSymlinks(top); err == nil { // else a link to the folder would be all there is
		top = whole
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(top, path)
		hidden := path != top && isHidden(entry)
		switch {
		case err != nil:
			return s.failed(name, reason(err))
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			fmt.Fprintf(s.hash, "link %q %q\n", filepath.ToSlash(name), to)
			return nil
		case !entry.Type().IsRegular():
			fmt.Fprintf(s.hash, "other %q\n", filepath.ToSlash(name))
			return nil
		}
		return s.addFile(path, name)
	})
}

// isHidden reports whether a file or folder is no part of a bot, but of a tool.
func isHidden(entry fs.DirEntry) bool {
	return strings.HasPrefix(entry.Name(), ".") || entry.Name() == "__pycache__"
}

func (s *folderSum) addFile(path, name string) error {
	info, err := os.Stat(path)
	if err != nil {
		return s.failed(name, reason(err))
	}
	if !info.Mode().IsRegular() { // such as a pipe, for which we would wait for ever
		return s.failed(name, "not a file")
	}
	s.files++
	s.bytes += info.Size()
	if s.files > maxFiles || s.bytes > maxProgram {
		return Unfit(
			s.typed,
			fmt.Sprintf("its folder has more than %d files or %d MB, which is too large for a bot", maxFiles, maxProgram>>20),
			"keep only the bot in it; hidden folders, such as .venv, do not count",
		)
	}
	sum, err := sumFile(path)
	if err != nil {
		return s.failed(name, reason(err))
	}
	fmt.Fprintf(s.hash, "file %q %x\n", filepath.ToSlash(name), sum)
	return nil
}

func (s *folderSum) failed(name, why string) error {
	return Unfit(s.typed, safe.Name(name)+": "+why, safe.Shell("chmod", "-R", "+r", s.shown))
}

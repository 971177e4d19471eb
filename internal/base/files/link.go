package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/hint"
)

// ErrLink is why nothing is written by a name that nobody has typed: the link may have come with files that somebody
// sent, and lead to any file of the user's.
var ErrLink = errors.New("is a link, which may lead anywhere")

// NoLink returns [ErrLink] for a name that is a link, and nil if nothing is there.
func NoLink(path string) error {
	info, err := os.Lstat(path)
	if err == nil && IsLink(info.Mode()) {
		return hint.New(path, ErrLink.Error(), "").Because(ErrLink)
	}
	return nil
}

// Exists reports whether something is at a path, be it a link that leads nowhere.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsFolder reports whether there is a folder at a path, or a link to one.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsFile reports whether there is a file at a path, or a link to one: no folder, and no pipe, for which everybody would
// wait for ever.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Leaves reports whether path resolves, through symlinks, to a place outside all folders. A dangling link does not
// count. Nothing that it leads to is read.
func Leaves(path string, folders ...string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return !os.IsNotExist(err)
	}
	for _, folder := range folders {
		whole, err := filepath.EvalSymlinks(folder)
		if err != nil {
			continue
		}
		if inside, err := filepath.Rel(whole, real); err == nil && filepath.IsLocal(inside) {
			return false
		}
	}
	return true
}

// IsLink reports whether a file stands for another one. What Windows has of such kinds is not all called a link.
func IsLink(mode fs.FileMode) bool { return mode&(fs.ModeSymlink|fs.ModeIrregular) != 0 }

// NoLinks returns [ErrLink] for a folder that is a link, or has one in it, however deep.
func NoLinks(folder string) error {
	return filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // or not any more
			return nil
		case err != nil || entry.IsDir():
			return err
		}
		return NoLink(at)
	})
}

// mostPath is how many bytes the path of a file has that came in an archive.
const mostPath = 1024

// IsInside reports whether the path of a file that an archive has leads into the folder where it is unpacked, on any
// system.
func IsInside(name string) bool {
	return len(name) <= mostPath && fs.ValidPath(name) && name != "." && path.Clean(name) == name &&
		filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\\\x00")
}

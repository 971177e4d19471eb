// Package library keeps the matches for which nobody has named a file: each under a name of its own in one folder, from
// which the oldest go.
package library

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/base/late"
)

const (
	// Folder is where matches are kept, in the current folder.
	Folder = "matches"
	// Most is how many matches a folder keeps under names that it gave itself. A match is seldom larger than 100 KB.
	Most = 100

	extension = ".arena"
)

// Name is what a match is called by.
type Name struct {
	Game string
	Seed uint64
	From *int // the round from which another match was played on; nil for a match of its own
}

// given are the names that this package gives. Other files of the folder are somebody's own, and stay.
var given = late.Regexp(`^[A-Za-z][A-Za-z0-9_]*-[0-9]+(-from-[0-9]+)?(_[0-9]+)?\.arena$`)

func (n Name) base() string {
	name := n.Game + "-" + strconv.FormatUint(n.Seed, 10)
	if n.From != nil {
		name += "-from-" + strconv.Itoa(*n.From)
	}
	return name
}

// ErrNoFolder is the error if there is something else in the place of the folder, such as a link.
var ErrNoFolder = errors.New("not a folder")

// ErrNone is the error if a folder keeps no match.
var ErrNone = errors.New("there is no match in this folder")

// New makes an empty file for a match, and the folder if there is none. A name that is taken gets a number. Then the
// oldest matches go, so that [Most] are left. A link in the place of the folder is an error: nobody has named what it
// leads to.
func New(folder string, n Name) (path string, err error) {
	if !given().MatchString(n.base() + extension) { // a store may come from anybody, and its names are its own
		return "", fmt.Errorf("%q is not the name of a game", n.Game)
	}
	if err := makeFolder(folder); err != nil {
		return "", err
	}
	if path, err = reserve(folder, n.base()); err != nil {
		return "", err
	}
	sweep(folder, path)
	return path, nil
}

func makeFolder(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.Mkdir(path, 0o755) //nolint:gosec // as a folder of the user's
	case err == nil && !info.IsDir():
		return ErrNoFolder
	}
	return err
}

// reserve makes the file, so that two arenas never write the same one.
func reserve(folder, base string) (string, error) {
	for number := 1; ; number++ {
		path := filepath.Join(folder, base+extension)
		if number > 1 {
			path = filepath.Join(folder, fmt.Sprintf("%s_%d%s", base, number, extension))
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // as os.Create does
		if err == nil {
			return path, file.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
}

// match is a file of the folder.
type match struct {
	path    string
	changed time.Time
}

// sweep removes the oldest matches, except the one that is about to be written. One that can't be removed stays.
func sweep(folder, fresh string) {
	all, err := matches(folder, func(info fs.FileInfo) bool { return given().MatchString(info.Name()) })
	if err != nil {
		return
	}
	all = slices.DeleteFunc(all, func(m match) bool { return m.path == fresh })
	for _, old := range all[min(len(all), Most-1):] {
		_ = os.Remove(old.path)
	}
}

// Newest returns the match of the folder that changed last, whatever its name is. The error is [ErrNone] if there is
// none.
func Newest(folder string) (path string, err error) {
	all, err := matches(folder, func(info fs.FileInfo) bool {
		return filepath.Ext(info.Name()) == extension && info.Size() > 0 // one that has not begun is no match yet
	})
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(all) == 0:
		return "", ErrNone
	case err != nil:
		return "", err
	}
	return all[0].path, nil
}

// matches returns the files of the folder that are wanted, the newest first. Links and folders are no matches.
func matches(folder string, wanted func(fs.FileInfo) bool) (all []match, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && wanted(info) { // it may be gone by now
			all = append(all, match{path: filepath.Join(folder, info.Name()), changed: info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b match) int {
		return cmp.Or(b.changed.Compare(a.changed), cmp.Compare(b.path, a.path))
	})
	return all, nil
}

package similarity

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/bot/language"
)

// Limits of how much is read of one program. The rest is left out.
const (
	mostText  = 256 << 10 // bytes of its sources
	mostFiles = 10_000    // in its folder, of all kinds
)

// ErrLarge is returned with the sources of a program that has more of them than are read.
var ErrLarge = errors.New("of its sources only the first 256 kB, and those among 10,000 files, were read")

// Sources reads the sources of a program, which is a file or a folder, in the order of their names; without hidden
// files, links, and folders that tools leave. A compiled program has no sources. The error may be
// [ErrLarge].
func Sources(path string) (files []File, err error) {
	left, seen := int64(mostText), 0
	err = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside := at != path
		if seen++; seen > mostFiles {
			return ErrLarge
		}
		switch {
		case inside && entry.IsDir() && language.IsClutter(entry.Name()):
			return fs.SkipDir
		case !entry.Type().IsRegular() || inside && strings.HasPrefix(entry.Name(), ".") || syntaxOf(entry.Name()) == nil:
			return nil
		}
		text, err := begins(at, left)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(path, at)
		if err != nil || !inside {
			name = entry.Name()
		}
		files = append(files, File{filepath.ToSlash(name), text})
		if left -= int64(len(text)); left == 0 {
			return ErrLarge
		}
		return nil
	})
	return files, err
}

// begins returns the first bytes of a file.
func begins(path string, most int64) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(file, most))
	return string(text), err
}

package executable

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/safe"
)

const (
	// MostBytes is the size of the largest program, or folder of a bot, in bytes. Its checksum takes a second.
	MostBytes = 512 << 20
	// MostFiles is how many files the folder of a bot may hold.
	MostFiles = 10000
)

// Hashed is what the SHA-256 of a bot was computed from, so that nothing else is started in its name: people go on
// with their work while a series runs.
type Hashed struct {
	Tops  []string // files and folders, absolute
	Files []File   // all files, in the order in which they count

	checking sync.Mutex
}

// File is a file of a bot, or what else is in its folder.
type File struct {
	Path  string
	Kind  string // "file", "link" or "other"
	Name  string // in the folder, with slashes
	Is    string // the SHA-256 of a file, the target of a link
	Looks string // as long as it looks so, a file is the same; "" if that can't be told
}

// counts reports whether two count the same.
func (f File) counts(other File) bool {
	return f.Kind == other.Kind && f.Name == other.Name && f.Is == other.Is
}

func (f File) line() string {
	if f.Is == "" {
		return fmt.Sprintf("%s %q\n", f.Kind, f.Name)
	}
	return fmt.Sprintf("%s %q %s\n", f.Kind, f.Name, f.Is)
}

// FileError says which file could not be read.
type FileError struct {
	Name  string
	Cause error
}

func (e *FileError) Error() string { return safe.Name(e.Name) + ": " + e.Cause.Error() }
func (e *FileError) Unwrap() error { return e.Cause }

// ErrTooLarge says that a bot has more than MostFiles or MostBytes.
var ErrTooLarge = fmt.Errorf("more than %d files or %d MB", MostFiles, MostBytes>>20)

var errNoFile = errors.New("not a file")

// Hash reads files and folders. Of a file, sum returns the SHA-256.
func Hash(tops []string, sum func(path string) ([sha256.Size]byte, error)) (*Hashed, error) {
	files, err := list(tops, nil, sum)
	return &Hashed{Tops: tops, Files: files}, err
}

// Sum returns that of a bot's one file, or one of all its files. It depends on their names and contents, and not on
// where their folder is.
func (h *Hashed) Sum() (sum [sha256.Size]byte) {
	if len(h.Files) == 1 && len(h.Tops) == 1 && h.Files[0].Path == h.Tops[0] {
		_, _ = hex.Decode(sum[:], []byte(h.Files[0].Is)) // we have encoded it
		return sum
	}
	all := sha256.New()
	for _, f := range h.Files {
		_, _ = io.WriteString(all, f.line()) // never fails
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// Moved returns the same of a copy, in which each of the files and folders has another path.
func (h *Hashed) Moved(to func(path string) string) *Hashed {
	moved := &Hashed{}
	for _, top := range h.Tops {
		moved.Tops = append(moved.Tops, to(top))
	}
	for _, f := range h.Files {
		if f.Looks = ""; f.Kind != otherKind { // which is not copied
			moved.Files = append(moved.Files, f)
		}
	}
	return moved
}

// Difference names the first change since the SHA-256 was computed, in words that follow the bot, or "" if there is
// none. Files that look the same are not read again.
func (h *Hashed) Difference() (string, error) {
	if h == nil {
		return "", nil
	}
	h.checking.Lock()
	defer h.checking.Unlock()
	now, err := list(h.Tops, h.Files, SumFile)
	unread := new(FileError)
	switch {
	case errors.Is(err, ErrTooLarge):
		return "has grown to " + err.Error(), nil
	case errors.As(err, &unread) && errors.Is(err, fs.ErrNotExist):
		return h.named(unread.Name) + "has gone", nil
	case errors.Is(err, errNoFile):
		return h.named(unread.Name) + "has become no file", nil
	case err != nil:
		return "", err
	}
	if !slices.EqualFunc(h.Files, now, File.counts) {
		return h.compare(now), nil
	}
	h.Files = now // from now on, looks tell whether a file that changed a moment ago changes again
	return "", nil
}

// named begins a sentence about a file.
func (h *Hashed) named(file string) string {
	if len(h.Tops) == 1 && h.Tops[0] == h.Files[0].Path {
		return ""
	}
	return safe.Name(file) + " "
}

// compare says what the first difference is.
func (h *Hashed) compare(now []File) string {
	was, is := byName(h.Files), byName(now)
	for _, f := range h.Files {
		if line, there := is[f.Name]; !there {
			return h.named(f.Name) + "has gone"
		} else if line != was[f.Name] {
			return h.named(f.Name) + "has changed"
		}
	}
	for _, f := range now {
		if _, old := was[f.Name]; !old {
			return h.named(f.Name) + "has come"
		}
	}
	return "has changed"
}

func byName(files []File) map[string]string {
	lines := make(map[string]string, len(files))
	for _, f := range files {
		lines[f.Name] = f.line()
	}
	return lines
}

// listing are files while they are looked at.
type listing struct {
	known []File // if all is as it was, in this order
	sum   func(path string) ([sha256.Size]byte, error)
	files []File
	count int
	bytes int64
}

const otherKind = "other"

func list(tops []string, known []File, sum func(string) ([sha256.Size]byte, error)) ([]File, error) {
	l := listing{known: known, sum: sum, files: make([]File, 0, len(known))}
	for _, top := range tops {
		if err := l.add(top); err != nil {
			return nil, err
		}
	}
	return l.files, nil
}

// add adds a file, or all files of a folder in the order of their names. Hidden ones are
// left out. Links are not followed, except the path itself: they may lead out of the folder, or round in it.
func (l *listing) add(top string) error {
	info, err := os.Stat(top)
	if err != nil || !info.IsDir() {
		return l.addFile(top, filepath.Base(top), info, err)
	}
	if whole, err := filepath.EvalSymlinks(top); err == nil { // else a link to the folder would be all there is
		top = whole
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(top, path)
		name := filepath.ToSlash(inside)
		hidden := path != top && IsHidden(entry)
		switch {
		case err != nil:
			return &FileError{name, err}
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			l.files = append(l.files, File{Path: path, Kind: "link", Name: name, Is: fmt.Sprintf("%q", to)})
			return nil
		case !entry.Type().IsRegular():
			l.files = append(l.files, File{Path: path, Kind: otherKind, Name: name})
			return nil
		}
		info, err := os.Stat(path)
		return l.addFile(path, name, info, err)
	})
}

// IsHidden reports whether a file or folder is no part of a bot, but of a tool, such as an interpreter that keeps
// there what it has compiled.
func IsHidden(entry fs.DirEntry) bool {
	return strings.HasPrefix(entry.Name(), ".") || entry.Name() == compiledApart
}

func (l *listing) addFile(path, name string, info fs.FileInfo, err error) error {
	if err != nil {
		return &FileError{name, err}
	}
	if !info.Mode().IsRegular() { // such as a pipe, for which we would wait for ever
		return &FileError{name, errNoFile}
	}
	l.count++
	l.bytes += info.Size()
	if l.count > MostFiles || l.bytes > MostBytes {
		return ErrTooLarge
	}
	f := File{Path: path, Kind: "file", Name: name}
	if time.Since(info.ModTime()) > Settled {
		f.Looks = Identity(info) + " " + changeTime(info)
	}
	if i := len(l.files); f.Looks != "" && i < len(l.known) && l.known[i].Path == path && l.known[i].Looks == f.Looks {
		f.Is = l.known[i].Is
	} else {
		sum, err := l.sum(path)
		if err != nil {
			return &FileError{name, err}
		}
		f.Is = hex.EncodeToString(sum[:])
	}
	l.files = append(l.files, f)
	return nil
}

// Settled is how old a file must be before its modification time is trusted: a file
// that changes twice within one tick of the clock looks unchanged.
const Settled = 2 * time.Second

// Identity returns a text that differs once a file was changed or replaced.
func Identity(info fs.FileInfo) string {
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), systemIdentity(info))
}

// SumFile returns the SHA-256 of a file.
func SumFile(path string) (sum [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close() //nolint:errcheck // only read
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

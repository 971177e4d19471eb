package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/sys"
)

// The largest files that are read, in bytes.
const (
	MaxMatchFile = story.MaxFile
	maxBoardFile = cnf.MaxFile
)

// ReadFile reads a file that the user named, up to a size.
func ReadFile(path string, most int64) ([]byte, error) {
	text, err := files.ReadFile(path, most)
	switch kind, large := (files.KindError{}), (files.LargeError{}); {
	case err == nil:
		return text, nil
	case errors.As(err, &kind):
		return nil, notAFile(path, kind.Mode)
	case errors.As(err, &large):
		return nil, hint.With(FileError(path, err), "is it the file you meant? See: "+safe.Shell("ls", "-l", path))
	}
	return nil, FileError(path, err)
}

// ReadMatch reads a file with a match, or standard input, and unpacks it.
func ReadMatch(path string) (text []byte, err error) {
	if path == Standard {
		text, err = ReadWhole("standard input", os.Stdin, MaxMatchFile)
	} else {
		text, err = ReadFile(path, MaxMatchFile)
	}
	if err != nil {
		return nil, err
	}
	if text, err = story.Unpacked(text); err != nil {
		return nil, hint.Wrap(path, err)
	}
	return text, nil
}

// ReadText reads a file of text that the user named, up to a size.
func ReadText(path string, most int64) ([]byte, error) {
	file, err := ReadFile(path, most)
	return plaintext.Of(file), err
}

// ReadWhole reads all that comes from somewhere, up to a size.
func ReadWhole(name string, from io.Reader, most int64) ([]byte, error) {
	text, err := files.Read(from, most)
	if err != nil {
		return nil, FileError(name, err)
	}
	return text, nil
}

// notAFile explains why a folder, device or pipe is not read.
func notAFile(path string, mode fs.FileMode) error {
	kind, fix := "a pipe", safe.Shell("cat", path)+" > FILE makes a file of what it gives"
	switch {
	case mode.IsDir():
		kind, fix = "a folder", "name a file in it: "+safe.Shell(filepath.Join(path, "FILE"))
	case mode&fs.ModeDevice != 0:
		kind, fix = "a device", "name a file"
	case mode&fs.ModeSocket != 0:
		kind, fix = "a socket", "name a file"
	}
	return hint.New(path, kind+", not a file", fix)
}

// CreateFile opens an empty file for writing. It refuses a pipe that nobody reads from,
// which would never open, and a file that another arena is writing.
func CreateFile(path string) (*os.File, error) {
	flags := os.O_RDWR | os.O_CREATE // the content stays until the file is locked
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		flags = os.O_WRONLY | syscall.O_NONBLOCK
	}
	file, err := os.OpenFile(path, flags, 0o666) //nolint:gosec // as os.Create does
	switch {
	case errors.Is(err, syscall.ENXIO):
		return nil, hint.New(path, "a pipe that nobody reads from", "name a file")
	case err != nil:
		return nil, CreateError(path, err)
	}
	if err := empty(path, file); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// empty locks a file and removes its content. It leaves a device or pipe as it is.
func empty(path string, file *os.File) error {
	info, err := file.Stat()
	switch {
	case err != nil:
		return FileError(path, err)
	case !info.Mode().IsRegular():
		return nil
	case !sys.TryLock(file):
		return hint.New(path, "another arena is writing this file", safe.Shell("-o", freeName(path)))
	}
	if err := file.Truncate(0); err != nil {
		return FileError(path, err)
	}
	return nil
}

// freeName returns a name like path of which there is no file.
func freeName(path string) string {
	extension := filepath.Ext(path)
	for n := 2; ; n++ {
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, extension), n, extension)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// FileError puts the file's name first and leaves out the name of the system call.
func FileError(path string, err error) error {
	return hint.Wrap(path, PlainError(err))
}

// ReplaceFile replaces a file atomically: readers see the old or the new content, even after
// a crash.
func ReplaceFile(path string, content io.Reader) error {
	if err := files.Replace(path, 0o644, content); err != nil {
		return CreateError(path, err)
	}
	return nil
}

// CreateError explains why a file can't be created.
func CreateError(path string, err error) error {
	if dir := filepath.Dir(path); errors.Is(err, os.ErrNotExist) {
		if _, missing := os.Stat(dir); missing == nil { // as in /proc
			return hint.New(path, "can't be created in this folder", "")
		}
		return hint.New(dir, "no such folder", safe.Shell("mkdir", dir))
	}
	return FileError(path, err)
}

// PlainError returns an error of the system without the operation and the file.
func PlainError(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("no such file")
	}
	if at := new(os.PathError); errors.As(err, &at) {
		return at.Err
	}
	if at := new(os.LinkError); errors.As(err, &at) {
		return at.Err
	}
	return err
}

// WriteWhole writes a file over an earlier one of the same name. If it can't write
// all of it, it removes the file.
func WriteWhole(path string, text []byte) error {
	file, err := CreateFile(path)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		return nil
	}
	if info, statErr := os.Lstat(path); statErr == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
	}
	return FileError(path, err)
}

// Same reports whether two names are of one file.
func Same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// Unlinked returns an error if a name that the arena has chosen is a link. A file that the user has typed may be one:
// it leads where they want.
func Unlinked(path, fix string) error {
	if err := files.NoLink(path); err != nil {
		return hint.With(err, fix)
	}
	return nil
}

// UnlinkedFolder returns an error if there is a link in a folder in which the arena chooses the names.
func UnlinkedFolder(path, fix string) error {
	if err := files.NoLinks(path); err != nil {
		return hint.With(err, fix)
	}
	return nil
}

// LinkedInside returns an error if a file that the arena has named is a link that leads out of its folder.
func LinkedInside(path, fix string) error {
	if files.NoLink(path) == nil {
		return nil
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return FileError(path, err)
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return FileError(path, err)
	}
	if inside, err := filepath.Rel(folder, to); err != nil || !filepath.IsLocal(inside) {
		return hint.New(path, "is a link out of its folder", fix).Because(files.ErrLink)
	}
	return nil
}

// ReadShow reads a file that can be shown, whatever its name. Of a damaged replay it
// returns the part that can be read.
func (s *Shell) ReadShow(path string) (*story.Story, error) {
	text, err := ReadMatch(path)
	if err != nil {
		return nil, err
	}
	read, err := story.Read(text, s.Games)
	if err == nil {
		return read, nil
	}
	err = hint.Wrap(path, err)
	if bytes.HasPrefix(text, []byte("SQLite format 3\x00")) {
		return nil,
			hint.With(err, "is it a store? "+safe.Shell("arena", "results", path, "--http", "127.0.0.1:8080")+
				" shows its matches")
	}
	if errors.Is(err, story.ErrNoMatch) {
		return nil, hint.With(err, "arena play records a match as a replay")
	}
	return nil, err
}

// DamageError returns the damage of a match of which only a part can be shown, or nil.
func DamageError(path string, s *story.Story) error {
	if s.Damage == "" {
		return nil
	}
	return hint.New(path, s.Damage, "")
}

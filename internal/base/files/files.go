// Package files writes files so that nobody finds half of one in the place of an earlier one, and reads no more than
// was asked for.
package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/botarena/arena/internal/base/hint"
)

// Replace writes a file in the place of an earlier one: anyone who reads it gets all of it, or the earlier one,
// whatever happens to this process. If it fails, the earlier one stays. A link is replaced, and not what it leads to,
// as that may be anywhere. On Windows it fails while another process has the file open.
func Replace(path string, mode fs.FileMode, content io.Reader) error {
	return replace(path, mode, content, (*os.File).Close)
}

// ReplaceSynced is as Replace, but holds also if the machine stops. The disk takes its time for that.
func ReplaceSynced(path string, mode fs.FileMode, content io.Reader) error {
	return replace(path, mode, content, func(file *os.File) error { return errors.Join(file.Sync(), file.Close()) })
}

// replace writes to a file beside, as only within a folder is it sure that a file can be renamed.
func replace(path string, mode fs.FileMode, content io.Reader, end func(*os.File) error) error {
	fresh := filepath.Join(filepath.Dir(path), ".new-"+rand.Text())
	_, err := create(fresh, mode, content, end)
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		_ = os.Remove(fresh)
	}
	return err
}

// New creates a file and its folder; it fails if the file exists. On an error the partial file remains: the caller
// removes the folder.
func New(path string, mode fs.FileMode, content io.Reader) (size int64, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return 0, err
	}
	return create(path, mode, content, (*os.File).Close)
}

// Fresh makes a folder of a name, with a number if that is taken.
func Fresh(parent, name string) (path string, err error) {
	path = filepath.Join(parent, name)
	for n := 2; ; n++ {
		err := os.Mkdir(path, 0o777) //nolint:gosec // as mkdir does
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
		path = filepath.Join(parent, fmt.Sprintf("%s-%d", name, n))
	}
}

// Once writes a file that there is not yet, whole or not at all, also if the machine stops.
func Once(path string, mode fs.FileMode, write func(*os.File) error) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return taken(path)
	}
	fresh := filepath.Join(filepath.Dir(path), ".new-"+rand.Text())
	file, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer os.Remove(fresh) //nolint:errcheck // it may be renamed
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	switch err := os.Link(fresh, path); { // which never takes the place of a file, as a rename does
	case errors.Is(err, fs.ErrExist):
		return taken(path)
	case err != nil: // the file system knows no links
		if err := os.Rename(fresh, path); err != nil {
			return err
		}
	}
	return syncFolder(filepath.Dir(path))
}

func taken(path string) error {
	return hint.New(path, "is there already", "choose another name").Because(fs.ErrExist)
}

// syncFolder makes sure that renames in a folder survive a power cut. Windows knows no such thing.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func create(path string, mode fs.FileMode, content io.Reader, end func(*os.File) error) (size int64, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(file, content)
	return size, errors.Join(err, end(file))
}

// LargeError is the error if there is more to read than is read.
type LargeError struct{ Most int64 } // bytes

func (e LargeError) Error() string {
	if e.Most < 1<<20 {
		return fmt.Sprintf("larger than %d KB", e.Most>>10)
	}
	return fmt.Sprintf("larger than %d MB", e.Most>>20)
}

// KindError is the error of [ReadFile] for a folder, a pipe or the like.
type KindError struct{ Mode fs.FileMode }

func (KindError) Error() string { return "not a file" }

// ReadFile reads a file, up to a size. It refuses everything else that a name can stand for, because a device has no
// end and a pipe may never begin.
func ReadFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path) // before it is opened, which can take for ever
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, KindError{info.Mode()}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()      //nolint:errcheck // only read
	return Read(file, most) // the size of a file in /proc is 0
}

// Read reads all that there is, up to a size.
func Read(from io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(text)) > most:
		return nil, LargeError{most}
	}
	return text, nil
}

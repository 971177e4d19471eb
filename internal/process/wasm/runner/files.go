package runner

import (
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/tetratelabs/wazero"
)

// readOnly returns a folder for a module to read. Nothing outside of it is reached, not by
// a link either.
func readOnly(folder string) (wazero.FSConfig, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return wazero.NewFSConfig().WithFSMount(files{root.FS()}, "/"), nil
}

// files are those of a folder, without what differs from machine to machine: times, the
// sizes of folders, and the order in which the system lists them.
type files struct{ fs.FS }

func (f files) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.IsDir() {
		return timeless{file}, nil
	}
	var list []fs.DirEntry
	if err == nil {
		list, err = fs.ReadDir(f.FS, name) // sorted
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &listed{timeless{file}, list}, nil
}

// timeless is a file that was never changed.
type timeless struct{ fs.File }

func (t timeless) Stat() (fs.FileInfo, error) {
	info, err := t.File.Stat()
	return ageless{info}, err
}

func (t timeless) Seek(offset int64, whence int) (int64, error) {
	if s, ok := t.File.(interface {
		Seek(int64, int) (int64, error)
	}); ok {
		return s.Seek(offset, whence)
	}
	return 0, fs.ErrInvalid
}

type ageless struct{ fs.FileInfo }

func (ageless) ModTime() time.Time { return time.Unix(epoch, 0) }
func (ageless) Sys() any           { return nil }

func (a ageless) Size() int64 {
	if a.IsDir() {
		return 0
	}
	return a.FileInfo.Size()
}

// listed is a folder that is listed in the order of the names.
type listed struct {
	timeless
	left []fs.DirEntry
}

func (l *listed) ReadDir(most int) (list []fs.DirEntry, err error) {
	if most > 0 && len(l.left) == 0 {
		return nil, io.EOF
	}
	if most <= 0 || most > len(l.left) {
		most = len(l.left)
	}
	list, l.left = l.left[:most], l.left[most:]
	return list, nil
}

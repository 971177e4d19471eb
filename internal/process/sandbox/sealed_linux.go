//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/sandbox/filter"
)

// sealed keeps copies of programs in memory that nobody can change any more, the author
// of a bot in the middle of a series included. All processes of a program share its copy.
type sealed struct {
	mu     sync.Mutex
	copies []sealedCopy // the one that was used last at the end
}

type sealedCopy struct {
	of   identity
	file *os.File // the finalizer closes it when no start uses it any more
}

// identity is a file, under whatever names, as long as nobody has written to it.
type identity struct {
	inode

	size         int64
	wrote, moved time.Time
}

// inode is a file, under whatever names.
type inode struct{ dev, ino uint64 }

// mostSealed is how many copies are kept for the next start. A match needs four.
const mostSealed = 8

// open returns the file that [execveat] starts: a copy of a program, or the arena's own file if that is the program,
// and may be started as it is.
func (s *sealed) open(path string, asItIs bool) (file *os.File, ours bool, err error) {
	if err := unix.Access(path, unix.X_OK); err != nil { // a copy could be started in any case
		return nil, false, &os.PathError{Op: "start", Path: path, Err: err}
	}
	program, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = program.Close() }()
	of, err := identify(path, program)
	if err != nil {
		return nil, false, err
	}
	if self, err := ownFile(); asItIs && err == nil && self.inode == of.inode {
		return self.file, true, nil
	}
	file, err = s.copyOf(program, of)
	return file, false, err
}

// copyOf returns a copy of a program, an earlier one if nobody has written to the program since.
func (s *sealed) copyOf(program *os.File, of identity) (*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, c := range s.copies {
		if c.of == of {
			s.copies = append(append(s.copies[:i:i], s.copies[i+1:]...), c)
			return c.file, nil
		}
	}
	file, err := seal(program)
	if err != nil {
		return nil, err
	}
	s.copies = append(s.copies, sealedCopy{of, file})
	if len(s.copies) > mostSealed {
		s.copies = append([]sealedCopy(nil), s.copies[1:]...)
	}
	return file, nil
}

func identify(path string, file *os.File) (identity, error) {
	info, err := file.Stat()
	if err != nil {
		return identity{}, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.Mode().IsRegular() {
		return identity{}, &os.PathError{Op: "start", Path: path, Err: syscall.EACCES} // as the system says
	}
	return identity{inode{stat.Dev, stat.Ino}, stat.Size, info.ModTime(), time.Unix(stat.Ctim.Unix())}, nil
}

// own is the file of this process, which needs no copy: who can change it is the arena already. The probe runs it
// for each command that plays, and a copy would take most of the time until the first match.
type own struct {
	file *os.File
	inode
}

// ownFile returns the file of this process, whatever has its name by now.
var ownFile = sync.OnceValues(func() (own, error) { return openOwn("/proc/self/exe") })

// openOwn opens a file that is started as it is. It fails if others than its owner may not read and start it: the
// program may become another user, and a copy is everybody's.
func openOwn(path string) (own, error) {
	const everybody = 0o005
	file, err := os.Open(path)
	if err != nil {
		return own{}, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode()&everybody != everybody {
		err = &os.PathError{Op: "start", Path: path, Err: syscall.EACCES}
	}
	of, unknown := identify(path, file)
	if err := errors.Join(err, unknown); err != nil {
		return own{}, errors.Join(err, file.Close())
	}
	return own{file, of.inode}, nil
}

// seal copies what it reads into memory. The copy can be read and started, never written.
func seal(content io.Reader) (*os.File, error) {
	// A child that another goroutine starts now would inherit the file that can be
	// written to, and as long as there is one nobody may start it.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("bot", flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // an older kernel, where all can be started
		fd, err = unix.MemfdCreate("bot", flags)
	}
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	writable := os.NewFile(uintptr(fd), "bot")
	defer func() { _ = writable.Close() }()
	if _, err := io.Copy(writable, content); err != nil {
		return nil, err
	}
	// The processes of a bot could talk by the time at which the copy was read last. An older kernel knows no such flag.
	_ = unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, noAccessTime)
	const all = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, all); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
}

// noAccessTime is FS_NOATIME_FL, which package unix does not have.
const noAccessTime = 0x80

// filters keeps the filters of system calls that were used so far, which are few.
type filters struct {
	mu    sync.Mutex
	files map[filter.Options]*os.File
}

// open returns a file with a filter.
func (f *filters) open(o filter.Options) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file := f.files[o]; file != nil {
		return file, nil
	}
	file, err := seal(bytes.NewReader(filter.Bytes(o)))
	if err != nil {
		return nil, err
	}
	if f.files == nil {
		f.files = make(map[filter.Options]*os.File)
	}
	f.files[o] = file
	return file, nil
}

//go:build linux && (amd64 || arm64)

package shim

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// mostCopied is how many bytes of a program's own files are copied rather than mounted: a mounted
// file tells where it is, by /proc/self/mountinfo.
const mostCopied = 4 << 20

// shower makes what a program may read visible in a new root folder.
type shower struct {
	root string
	tell bool  // the program sees the mounted files
	left int64 // bytes that may still be copied
}

// show makes a file or folder visible. A symbolic link is made again: where it points to must be
// shown as well. No other link is followed.
func (s *shower) show(read Read, attributes uint64) error {
	file, err := openNoLinks(read.Path, oPath)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(file) }()
	target := s.root + read.At
	shown, err := s.place(file, read, attributes)
	if errors.Is(err, syscall.ENOSPC) {
		return syscall.EDQUOT // of the root folder, which the bot has filled, and not of the machine
	}
	if shown || err != nil {
		return err
	}
	return mountAt(file, target, attributes)
}

// place makes what an open file or folder is to be mounted on, unless it can be shown without.
func (s *shower) place(file int, read Read, attributes uint64) (shown bool, err error) {
	var info syscall.Stat_t
	if err := syscall.Fstat(file, &info); err != nil {
		return false, err
	}
	target := s.root + read.At
	if err := os.MkdirAll(folderOf(target), 0o755); err != nil {
		return false, err
	}
	secret := read.Hidden && s.tell
	switch kind := info.Mode & syscall.S_IFMT; {
	case kind == syscall.S_IFLNK:
		return true, linkAgain(file, target)
	case kind == syscall.S_IFDIR:
		err := os.MkdirAll(target, 0o755)
		return err == nil && secret && s.overlay(file, read.At, attributes) == nil, err
	case kind == syscall.S_IFREG && secret && info.Size <= s.left:
		if copied, err := s.copy(read.Path, target); copied || err != nil {
			return true, err
		}
	}
	return false, touch(target)
}

// linkAgain makes a link as the open one is.
func linkAgain(file int, target string) error {
	text := make([]byte, syscall.PathMax)
	var empty [1]byte
	n, _, errno := syscall.RawSyscall6(syscall.SYS_READLINKAT, uintptr(file), uintptr(unsafe.Pointer(&empty)),
		uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)), 0, 0)
	if errno != 0 {
		return errno
	}
	err := os.Symlink(string(text[:n]), target)
	if os.IsExist(err) {
		return nil
	}
	return err
}

func touch(path string) error {
	fd, err := syscall.Open(path, syscall.O_CREAT|syscall.O_RDONLY|syscall.O_CLOEXEC, 0o644)
	if err != nil {
		return err
	}
	return syscall.Close(fd)
}

// mountAt mounts an open file or folder with all that is mounted in it, with these attributes.
func mountAt(file int, target string, attributes uint64) error {
	return mountTree(file, target, attributes, atRecursive)
}

// mountTree does so with [atRecursive], or without the mounts in it or on it.
func mountTree(file int, target string, attributes uint64, how uintptr) error {
	var empty [1]byte
	tree, _, errno := syscall.RawSyscall(sysOpenTree, uintptr(file), uintptr(unsafe.Pointer(&empty)),
		openTreeClone|syscall.O_CLOEXEC|atEmptyPath|how)
	if errno != 0 {
		return errno
	}
	defer func() { _ = syscall.Close(int(tree)) }()
	if err := setTree(tree, "", attributes, atEmptyPath|how); err != nil {
		return err
	}
	name, err := syscall.BytePtrFromString(target)
	if err != nil {
		return err
	}
	_, _, errno = syscall.RawSyscall6(sysMoveMount, tree, uintptr(unsafe.Pointer(&empty)), atFdcwd,
		uintptr(unsafe.Pointer(name)), moveFromEmpty, 0)
	return orNil(errno)
}

// overlay mounts a folder so that nothing tells where it is: over an empty layer, as a file system
// of its own. Until it is mounted, the layers are where other things come later, and they are named
// as seen from the root: the program can read these names.
func (s *shower) overlay(folder int, at string, attributes uint64) error {
	const layer, none = Home, "/proc"
	for _, path := range []string{layer, none} {
		if err := os.MkdirAll(s.root+path, 0o755); err != nil {
			return err
		}
	}
	if err := mountAt(folder, s.root+layer, attributes); err != nil {
		return err
	}
	defer func() { _ = syscall.Unmount(s.root+layer, syscall.MNT_DETACH) }()
	if err := os.Chdir(s.root); err != nil {
		return err
	}
	options := "lowerdir=" + layer[1:] + ":" + none[1:]
	return syscall.Mount("overlay", at[1:], "overlay", syscall.MS_RDONLY|syscall.MS_NOSUID|syscall.MS_NODEV, options)
}

// copy copies a file into the root folder, with its rights: what its user could not read there,
// it can't read here. It reports false if we can't read it either.
func (s *shower) copy(path, target string) (bool, error) {
	from, err := openNoLinks(path, syscall.O_RDONLY|syscall.O_NONBLOCK)
	if err != nil {
		return false, nil //nolint:nilerr // the program will see that
	}
	defer func() { _ = syscall.Close(from) }()
	var info syscall.Stat_t
	if err := syscall.Fstat(from, &info); err != nil || info.Mode&syscall.S_IFMT != syscall.S_IFREG || info.Size > s.left {
		return false, err
	}
	to, err := syscall.Open(target, syscall.O_CREAT|syscall.O_EXCL|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return false, err
	}
	defer func() { _ = syscall.Close(to) }()
	n, err := copyAll(to, from, info.Size)
	s.left -= n
	mode := info.Mode & 0o755
	if os.Getuid() != 0 {
		mode |= 0o400 // the copy is ours, and we could read the file
	}
	if err == nil {
		err = syscall.Fchmod(to, mode)
	}
	return true, err
}

// copyAll copies at most so many bytes.
func copyAll(to, from int, most int64) (done int64, err error) {
	part := make([]byte, min(most, 1<<20))
	for done < most {
		n, err := syscall.Read(from, part[:min(int64(len(part)), most-done)])
		if n <= 0 || err != nil {
			return done, err
		}
		if _, err := syscall.Write(to, part[:n]); err != nil {
			return done, err
		}
		done += int64(n)
	}
	return done, nil
}

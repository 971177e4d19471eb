//go:build linux && (amd64 || arm64)

package shim

import (
	"syscall"
	"unsafe"
)

// openNoLinks opens a path of which only the last part may be a link, which is not followed.
func openNoLinks(path string, flags uint64) (int, error) {
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return -1, err
	}
	how := openHow{flags: flags | syscall.O_NOFOLLOW | syscall.O_CLOEXEC, resolve: resolveNoSymlinks}
	fd, _, errno := syscall.RawSyscall6(sysOpenat2, atFdcwd, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&how)),
		unsafe.Sizeof(how), 0, 0)
	if errno == syscall.ENOSYS || errno == syscall.EPERM {
		return walkNoLinks(path, int(flags))
	}
	return int(fd), orNil(errno)
}

// walkNoLinks does the same folder by folder. A service that may make no set-uid files is refused
// the call that does it at once, as no filter can see what that call is asked for.
func walkNoLinks(path string, flags int) (int, error) {
	const folder = oPath | syscall.O_DIRECTORY | syscall.O_NOFOLLOW | syscall.O_CLOEXEC
	in, err := syscall.Open("/", folder, 0)
	for err == nil {
		part, rest := cut(path, '/')
		if rest == "" {
			last, err := openPart(in, part, flags|syscall.O_NOFOLLOW|syscall.O_CLOEXEC)
			_ = syscall.Close(in)
			return last, err
		}
		if path = rest; part == "" {
			continue
		}
		from := in
		in, err = openPart(from, part, folder)
		_ = syscall.Close(from)
	}
	if err == syscall.ENOTDIR { // it may be a link, which the call above says
		err = syscall.ELOOP
	}
	return -1, err
}

// openPart opens what a folder has under a name. No name is the folder itself.
func openPart(folder int, name string, flags int) (int, error) {
	if name == "" {
		name = "."
	}
	return syscall.Openat(folder, name, flags, 0)
}

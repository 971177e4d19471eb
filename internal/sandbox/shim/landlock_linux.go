//go:build linux && (amd64 || arm64)

package shim

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What a program may do with files by Landlock.
const (
	landlockReads  = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_EXECUTE
	landlockWrites = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR
	landlockUses    = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	landlockOfFiles = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// LandlockVersion returns the version of Landlock that the kernel has, or 0.
func LandlockVersion() int {
	version, _, errno := syscall.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// landlockHandles returns all that a version can forbid.
func landlockHandles(version int) unix.LandlockRulesetAttr {
	const first = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // all rights of version 1
	all := unix.LandlockRulesetAttr{Handled_access_fs: first}
	if version >= 2 {
		all.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		all.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		all.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 5 {
		all.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		all.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return all
}

// restrictFiles leaves the program what it may read, and its own folder.
func restrictFiles(o *Order) error {
	if o.Landlock == 0 {
		return nil
	}
	handled := landlockHandles(o.Landlock)
	set, _, errno := syscall.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&handled)), unsafe.Sizeof(handled), 0)
	if errno != 0 {
		return errno
	}
	grant := func(path string, rights uint64) error {
		return at(path, allowPath(int(set), path, rights&handled.Handled_access_fs))
	}
	for _, path := range o.Reads {
		// What its user can't reach, if it has become another, it need not be granted.
		if err := grant(path, landlockReads); err != nil && !errors.Is(err, unix.EACCES) {
			return err
		}
	}
	if o.Namespaces {
		// In its own root folder, the folder of a file holds nothing but what is shown, and
		// a runtime that looks for modules lists it.
		for _, path := range o.Reads {
			folder := path[:strings.LastIndexByte(path, '/')]
			if folder == "" {
				continue // the root itself is nobody's folder
			}
			if err := grant(folder, unix.LANDLOCK_ACCESS_FS_READ_DIR); err != nil {
				return err
			}
		}
	}
	for _, path := range devices {
		if err := grant(path, landlockUses); err != nil {
			return err
		}
	}
	home := o.Folder
	if o.Namespaces {
		home = Home
	}
	if err := grant(home, landlockWrites); err != nil {
		return err
	}
	if o.Proc && o.Namespaces {
		if err := grant("/proc", landlockReads&^unix.LANDLOCK_ACCESS_FS_EXECUTE); err != nil {
			return err
		}
	}
	_, _, errno = syscall.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0)
	return orNil(errno)
}

func allowPath(set int, path string, rights uint64) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		rights &= landlockOfFiles
	}
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := syscall.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return orNil(errno)
}

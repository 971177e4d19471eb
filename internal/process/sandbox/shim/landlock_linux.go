//go:build linux && (amd64 || arm64)

package shim

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Rights of Landlock on files.
const (
	landlockExecute = 1 << iota
	landlockWriteFile
	landlockReadFile
	landlockReadDir
	landlockRemoveDir
	landlockRemoveFile
	landlockMakeChar
	landlockMakeDir
	landlockMakeReg
	landlockMakeSock
	landlockMakeFifo
	landlockMakeBlock
	lastOfVersion1 // symbolic links
	landlockRefer
	landlockTruncate
	landlockIoctl

	landlockTCP    = 3 // to bind, and to connect
	landlockScopes = 3 // abstract sockets, and signals
)

// What a program may do with files.
const (
	landlockReads  = landlockReadFile | landlockReadDir
	landlockStarts = landlockReads | landlockExecute
	landlockWrites = landlockWriteFile | landlockTruncate | landlockReadFile | landlockReadDir |
		landlockMakeReg | landlockMakeDir | landlockMakeSock | landlockRemoveFile | landlockRemoveDir
	landlockUses    = landlockReadFile | landlockWriteFile
	landlockOfFiles = landlockReadFile | landlockWriteFile | landlockExecute | landlockTruncate
)

// LandlockVersion returns the version of Landlock that the kernel has, or 0.
func LandlockVersion() int {
	version, _, errno := syscall.RawSyscall(sysLandlockCreateRuleset, 0, 0, landlockVersion)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// landlockHandles returns all that a version can forbid.
func landlockHandles(version int) landlockRuleset {
	all := landlockRuleset{files: lastOfVersion1<<1 - 1}
	if version >= 2 {
		all.files |= landlockRefer
	}
	if version >= 3 {
		all.files |= landlockTruncate
	}
	if version >= 4 {
		all.network = landlockTCP
	}
	if version >= 5 {
		all.files |= landlockIoctl
	}
	if version >= 6 {
		all.scoped = landlockScopes
	}
	return all
}

// seen returns where a program sees a file: without a root folder of its own, where it is.
func (r Read) seen(o *Order) string {
	if o.Namespaces {
		return r.At
	}
	return r.Path
}

// restrictFiles leaves the program what it may read, and its own folder.
func restrictFiles(o *Order) error {
	if o.Landlock == 0 {
		return nil
	}
	handled := landlockHandles(o.Landlock)
	set, _, errno := syscall.RawSyscall(sysLandlockCreateRuleset, uintptr(unsafe.Pointer(&handled)),
		unsafe.Sizeof(handled), 0)
	if errno != 0 {
		return errno
	}
	grant := func(path string, rights uint64) error {
		return at(path, allowPath(int(set), path, rights&handled.files))
	}
	for _, read := range o.Reads {
		path := read.seen(o)
		if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSymlink {
			continue // its target is granted, too, if bots see it
		}
		// It needs no grant for a missing file, nor for one that its user, if it has become another, can't reach.
		err := grant(path, landlockReads)
		if err != nil && !errors.Is(err, syscall.EACCES) && !errors.Is(err, syscall.ENOENT) {
			return err
		}
	}
	for _, path := range o.Starts {
		if err := grant(path, landlockStarts); err != nil && !errors.Is(err, syscall.EACCES) {
			return err
		}
	}
	if o.Namespaces {
		// In its own root folder, the folder of a file holds nothing but shown files, and a
		// runtime that looks for modules lists it.
		for _, read := range o.Reads {
			folder := folderOf(read.At)
			if folder == "" {
				continue // the root itself belongs to no user
			}
			if err := grant(folder, landlockReadDir); err != nil {
				return err
			}
		}
	}
	if o.Ours { // which is somewhere, unlike a copy in memory
		if err := allow(int(set), o.Number, landlockExecute|landlockReadFile); err != nil {
			return at("program", err)
		}
	}
	for _, path := range devices {
		if err := grant(path, landlockUses); err != nil {
			return err
		}
	}
	home, mayDo := o.Folder, uint64(landlockWrites)
	if o.Namespaces {
		home = Home
	}
	if o.Executes {
		mayDo |= landlockExecute | landlockRefer // what Rust has compiled is moved to another folder
	}
	if err := grant(home, mayDo); err != nil {
		return err
	}
	if o.Proc && o.Namespaces {
		if err := grant("/proc", landlockReadDir); err != nil {
			return err
		}
		if err := grant("/proc/"+decimal(int64(os.Getpid())), landlockReads); err != nil { // see cover
			return err
		}
	}
	_, _, errno = syscall.RawSyscall(sysLandlockRestrictSelf, set, 0, 0)
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
	fd, err := syscall.Open(path, oPath|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(fd) }()
	return allow(set, fd, rights)
}

// allow grants rights on an open file, or on all that is below an open folder.
func allow(set, fd int, rights uint64) error {
	rule := landlockPath{allowed: rights, folder: int32(fd)}
	_, _, errno := syscall.RawSyscall6(sysLandlockAddRule, uintptr(set), landlockBeneath,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return orNil(errno)
}

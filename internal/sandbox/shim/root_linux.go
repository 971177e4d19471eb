//go:build linux && (amd64 || arm64)

package shim

import (
	"os"
	"syscall"
)

// devices are those that a program sees. There is no /dev/zero: what is mapped from it
// and shared is memory that no limit counts.
var devices = []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}

// enterRoot makes a root folder that holds nothing but what the program may read, and
// its own small folder, and leaves the host's for good.
func enterRoot(o *Order) error {
	if !o.Namespaces {
		return at(o.Folder, os.Chdir(o.Folder))
	}
	// The name of the machine is nobody's business.
	if err := syscall.Sethostname([]byte("arena")); err != nil {
		return at("host name", err)
	}
	// What is made here is for the program to see, whatever the user keeps to themselves.
	usual := syscall.Umask(0o022)
	defer syscall.Umask(usual)
	// Nothing that is mounted here is to be seen outside.
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return at("/", err)
	}
	root := o.Folder
	if err := syscall.Mount("tmpfs", root, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "mode=0755,size=64k,nr_inodes=1k"); err != nil {
		return at("tmpfs", err)
	}
	for _, read := range o.Reads {
		if err := show(read.Path, root+read.At, read.At != read.Path, mountReadOnly|mountNoSuid|mountNoDev); err != nil {
			return at(read.Path, err)
		}
	}
	for _, path := range devices {
		// One can write to a device, but not set its times, by which bots could talk.
		if err := show(path, root+path, false, mountReadOnly|mountNoSuid|mountNoExec); err != nil {
			return at(path, err)
		}
	}
	if err := mountHome(root+Home, o); err != nil {
		return at(Home, err)
	}
	if o.Proc {
		if err := mountProc(root + "/proc"); err != nil {
			return at("/proc", err)
		}
	}
	if err := setMount(root, mountReadOnly, 0); err != nil {
		return at("read-only", err)
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := syscall.PivotRoot(".", "."); err != nil { // the old root comes over the new one
		return at("pivot_root", err)
	}
	if err := syscall.Unmount(".", syscall.MNT_DETACH); err != nil {
		return at("unmount", err)
	}
	return os.Chdir(Home)
}

// show makes a file or folder visible in a new root. A symbolic link is made again, unless
// it is to be followed: where it points to must be shown as well.
func show(path, target string, follow bool, attributes uint64) error {
	info, err := os.Lstat(path)
	if err == nil && follow {
		info, err = os.Stat(path)
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folderOf(target), 0o755); err != nil {
		return err
	}
	switch {
	case info.Mode().Type() == os.ModeSymlink:
		link, err := os.Readlink(path)
		if err == nil {
			err = os.Symlink(link, target)
		}
		if os.IsExist(err) {
			return nil
		}
		return err
	case info.IsDir():
		err = os.MkdirAll(target, 0o755)
	default:
		var file *os.File
		if file, err = os.OpenFile(target, os.O_CREATE|os.O_RDONLY, 0o644); err == nil {
			err = file.Close()
		}
	}
	if err != nil {
		return err
	}
	if err := syscall.Mount(path, target, "", syscall.MS_BIND|syscall.MS_REC, ""); err != nil {
		return err
	}
	return setMount(target, attributes, atRecursive)
}

// mountHome mounts the only folder that can be written to. It is memory, and bounded in
// bytes and files. Links in it are not followed, not even by those outside who look in.
func mountHome(path string, o *Order) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	options := "mode=0700,size=" + decimal(o.Limits.Disk) + ",nr_inodes=" + decimal(o.Limits.Inodes)
	if o.UID != 0 {
		id := decimal(int64(o.UID))
		options += ",uid=" + id + ",gid=" + id
	}
	return syscall.Mount("tmpfs", path, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC|msNoSymFollow, options)
}

// mountProc mounts a /proc with the processes of our own namespace alone, and nothing
// of the system. An old kernel shows the system as well, and is not asked.
func mountProc(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return syscall.Mount("proc", path, "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, "subset=pid")
}

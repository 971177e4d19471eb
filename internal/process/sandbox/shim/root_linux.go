//go:build linux && (amd64 || arm64)

package shim

import (
	"os"
	"syscall"
)

// devices are those that a program sees. There is no /dev/zero: no limit counts memory that
// is mapped from it and shared.
var devices = []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}

// rootOptions are those of the root folder, which nobody writes to once the program runs.
var rootOptions = "mode=0755,nr_inodes=1k,size=" + decimal(mostCopied+256<<10)

// enterRoot makes a root folder that holds nothing but what the program may read, and
// its own small folder, and leaves the host's for good.
func enterRoot(o *Order) error {
	if !o.Namespaces {
		return at(o.Folder, os.Chdir(o.Folder))
	}
	// No bot needs the name of the machine.
	if err := syscall.Sethostname([]byte("arena")); err != nil {
		return at("host name", err)
	}
	// The program must see the files made here, whatever the user keeps to themselves.
	usual := syscall.Umask(0o022)
	defer syscall.Umask(usual)
	// Nothing that is mounted here is to be seen outside.
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return at("/", err)
	}
	root := o.Folder
	if err := syscall.Mount("tmpfs", root, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, rootOptions); err != nil {
		return at("tmpfs", err)
	}
	s := shower{root: root, tell: o.Proc, left: mostCopied}
	for _, read := range o.Reads {
		if err := s.show(read, mountReadOnly|mountNoSuid|mountNoDev); err != nil {
			return at(read.Path, err)
		}
	}
	for _, path := range devices {
		// One can write to a device, but not set its times, by which bots could talk.
		if err := s.show(Read{Path: path, At: path}, mountReadOnly|mountNoSuid|mountNoExec); err != nil {
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
	flags := uintptr(syscall.MS_NOSUID | syscall.MS_NODEV | msNoSymFollow)
	if !o.Executes {
		flags |= syscall.MS_NOEXEC
	}
	return syscall.Mount("tmpfs", path, "tmpfs", flags, options)
}

// passHome sends the arena the program's folder, if that is mounted for the program alone: nobody finds it by a path
// once the program has ended.
func passHome(o *Order) error {
	if !o.Namespaces {
		return nil
	}
	home, err := syscall.Open(Home, oPath|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(home) }()
	return syscall.Sendmsg(o.Report, []byte{Folder}, syscall.UnixRights(home), nil, 0)
}

// covered are the entries of a process that tell of more than the process: which of its pages others hold as well,
// what the disks and the network of the machine do, and numbers that are counted for the whole machine. The threads
// have the same ones.
var covered = []string{"smaps", "smaps_rollup", "pagemap", "numa_maps", "io", "fdinfo", "net", "task"}

// mountProc mounts a /proc with the processes of our own namespace alone, and nothing
// of the system. An old kernel shows the system as well, and is not asked.
func mountProc(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	empty, err := syscall.Open(path, oPath|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(empty) }()
	if err := syscall.Mount("proc", path, "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC,
		"subset=pid"); err != nil {
		return err
	}
	return cover(path+"/"+decimal(int64(os.Getpid())), empty)
}

// cover hides the covered entries of our own process, which becomes the program: an empty folder is over a folder, and
// over a file a device that nobody can open there. What a script starts has entries of its own, which Landlock
// grants to nobody.
func cover(process string, empty int) error {
	device, err := syscall.Open("/dev/null", oPath|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(device) }()
	for _, name := range covered {
		var info syscall.Stat_t
		over := device
		switch err := syscall.Lstat(process+"/"+name, &info); {
		case err == syscall.ENOENT: // not in this kernel
			continue
		case err != nil:
			return at(name, err)
		case info.Mode&syscall.S_IFMT == syscall.S_IFDIR:
			over = empty
		}
		// The empty folder must stay so: /proc itself is mounted on it.
		const attributes = mountReadOnly | mountNoSuid | mountNoDev | mountNoExec
		if err := mountTree(over, process+"/"+name, attributes, 0); err != nil {
			return at(name, err)
		}
	}
	return nil
}

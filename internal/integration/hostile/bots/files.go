//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

var fileAttempts = map[string]func() error{
	"secret":       func() error { return read(target("secret")) },
	"secret-above": func() error { return read("/.." + target("secret")) },
	"passwd":       func() error { return read("/etc/passwd") },
	"machine-id":   func() error { return read("/proc/sys/kernel/random/boot_id") },
	"home":         func() error { return list(filepath.Dir(target("secret"))) },
	"root":         root,
	"temp":         func() error { return list(os.TempDir() + "/..") },
	"beside":       func() error { return os.WriteFile(target("secret")+".written", nil, 0o600) },
	"overwrite":    func() error { return os.WriteFile(target("victim-file"), []byte("overwritten"), 0o600) },
	"remove":       func() error { return os.Remove(target("victim-file")) },
	"replace":      replace,
	"itself":       func() error { return os.WriteFile(target("program"), nil, 0o600) },
	"symlink":      func() error { return os.Symlink(target("secret"), "link") },
	"hardlink":     func() error { return os.Link(target("secret"), "link") },
	"fifo":         func() error { return unix.Mkfifo("fifo", 0o600) },
	"locked-door":  lockedFolder,
	"deep-folder":  deepFolder,

	"processes":   processes,
	"its-environ": func() error { return read(procOf("arena", "environ")) },
	"its-command": func() error { return read(procOf("arena", "cmdline")) },
	"its-files":   func() error { return list(procOf("victim", "fd")) },
	"its-memory":  func() error { return read(procOf("victim", "maps")) },
	"its-program": func() error { return read(procOf("victim", "exe")) },

	"marks":       marks,
	"environment": environment,
	"arena-pid":   arenaPID,
	"host-name":   hostName,
	"flock":       func() error { return onAFile(func(fd int) error { return unix.Flock(fd, unix.LOCK_EX) }) },
	"lease": func() error {
		return onAFile(func(fd int) error { _, err := unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_WRLCK); return err })
	},
	"file-lock": func() error {
		return onAFile(func(fd int) error {
			return unix.FcntlFlock(uintptr(fd), unix.F_SETLK, &unix.Flock_t{Type: unix.F_WRLCK})
		})
	},
	// Its time can be read by everybody else who sees the device.
	"touch-device": func() error {
		now := []unix.Timespec{{Nsec: unix.UTIME_NOW}, {Nsec: unix.UTIME_NOW}}
		return unix.UtimesNanoAt(unix.AT_FDCWD, "/dev/null", now, 0)
	},
}

// replace puts a file of its own in the place of another.
func replace() error {
	own := inHome("mine")
	if err := os.WriteFile(own, []byte("replaced"), 0o600); err != nil {
		return err
	}
	return os.Rename(own, target("victim-file"))
}

func read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	_, err = file.Read(make([]byte, 1))
	return err
}

// list succeeds if a folder can be listed and shows something.
func list(path string) error {
	entries, err := os.ReadDir(path)
	if err == nil && len(entries) == 0 {
		err = fmt.Errorf("%s is empty", path)
	}
	return err
}

// root looks for what every system has and no bot needs.
func root() error {
	entries, err := os.ReadDir("/")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "home" || e.Name() == "root" {
			return nil
		}
	}
	return errors.New("nothing of the system's")
}

func procOf(who, file string) string { return filepath.Join("/proc", target(who), file) }

func processes() error {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != os.Getpid() {
			return nil
		}
	}
	return errors.New("none but its own")
}

func onAFile(do func(fd int) error) error {
	file, err := os.Create("file")
	if err != nil {
		return err
	}
	return do(int(file.Fd()))
}

// lockedFolder leaves what even its owner can't remove at once.
func lockedFolder() error {
	if err := os.MkdirAll("locked/inner", 0o700); err != nil {
		return err
	}
	return os.Chmod("locked", 0)
}

// deepFolder leaves a path that is longer than the system takes in one piece.
func deepFolder() error {
	name := strings.Repeat("x", 200)
	for range 100 {
		if err := os.Mkdir(name, 0o700); err != nil {
			return err
		}
		if err := os.Chdir(name); err != nil {
			return err
		}
	}
	return nil
}

// environment looks for what the test has put into its own.
func environment() error {
	for _, variable := range os.Environ() {
		if strings.Contains(variable, "secret-of-the-user") {
			return nil
		}
	}
	return errors.New("nothing of the user's")
}

// marks leaves a file wherever that is possible, and an abstract socket, and looks for
// those of others who do the same.
func marks() error {
	const name = "mark-of-"
	for _, folder := range []string{".", os.TempDir(), "/tmp", "/var/tmp", "/dev/shm", "/run", "/"} {
		_ = os.WriteFile(filepath.Join(folder, name+target("seat")), nil, 0o600)
	}
	time.Sleep(100 * time.Millisecond)
	for _, pattern := range []string{"*", "/*", "/*/*", "/*/*/*"} {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			base := filepath.Base(path)
			if strings.HasPrefix(base, name) && base != name+target("seat") {
				return nil
			}
		}
	}
	return errors.New("only its own")
}

// arenaPID looks for the number of the arena's process.
func arenaPID() error {
	arena := target("arena")
	for _, variable := range os.Environ() {
		if _, value, _ := strings.Cut(variable, "="); value == arena {
			return nil
		}
	}
	if strconv.Itoa(os.Getppid()) == arena {
		return nil
	}
	return errors.New("not told")
}

func hostName() error {
	name, err := os.Hostname()
	if err == nil && name != target("host-name") {
		err = fmt.Errorf("another name, %q", name)
	}
	return err
}

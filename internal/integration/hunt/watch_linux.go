//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// watch knows which of some files and folders were opened, and by whom if it may ask that.
type watch struct {
	file *os.File
	whom bool // events tell whose they are, which takes root

	mu   sync.Mutex
	seen []string
	own  map[int]string // paths by the numbers of inotify
}

// newWatch begins to watch.
func newWatch(paths []string) (*watch, error) {
	if w, err := watchAll(paths); err == nil {
		return w, nil
	}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("inotify: %w", err)
	}
	w := &watch{file: os.NewFile(uintptr(fd), "inotify"), own: map[int]string{}}
	for _, path := range paths {
		n, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_MODIFY)
		if err != nil {
			return nil, fmt.Errorf("inotify: %s: %w", path, err)
		}
		w.own[n] = path
	}
	go w.read(w.notified)
	return w, nil
}

// watchAll is the same by an interface of the kernel that tells who it was.
func watchAll(paths []string) (*watch, error) {
	fd, err := unix.FanotifyInit(unix.FAN_CLASS_NOTIF|unix.FAN_CLOEXEC|unix.FAN_NONBLOCK,
		unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("fanotify: %w", err)
	}
	w := &watch{file: os.NewFile(uintptr(fd), "fanotify"), whom: true}
	for _, path := range paths {
		if err := unix.FanotifyMark(fd, unix.FAN_MARK_ADD, unix.FAN_OPEN|unix.FAN_MODIFY|unix.FAN_ONDIR, unix.AT_FDCWD,
			path); err != nil {
			_ = w.file.Close()
			return nil, fmt.Errorf("fanotify: %s: %w", path, err)
		}
	}
	go w.read(w.told)
	return w, nil
}

func (w *watch) close() { _ = w.file.Close() }

// read takes events until the watch is closed.
func (w *watch) read(understand func([]byte)) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.file.Read(buffer)
		if err != nil {
			return
		}
		understand(buffer[:n])
	}
}

func (w *watch) add(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.seen, what) {
		w.seen = append(w.seen, what)
	}
}

// notified understands what inotify tells.
func (w *watch) notified(text []byte) {
	for len(text) >= unix.SizeofInotifyEvent {
		event := (*unix.InotifyEvent)(unsafe.Pointer(&text[0])) //nolint:gosec // as the kernel writes it
		w.add(w.own[int(event.Wd)])
		text = text[unix.SizeofInotifyEvent+int(event.Len):]
	}
}

// told understands what fanotify tells. What we do ourselves does not count.
func (w *watch) told(text []byte) {
	const size = int(unsafe.Sizeof(unix.FanotifyEventMetadata{}))
	for len(text) >= size {
		event := (*unix.FanotifyEventMetadata)(unsafe.Pointer(&text[0])) //nolint:gosec // as the kernel writes it
		if event.Fd >= 0 {
			path, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", event.Fd))
			_ = unix.Close(int(event.Fd))
			if int(event.Pid) != os.Getpid() {
				w.add(path + " by " + whoIs(int(event.Pid)))
			}
		}
		text = text[event.Event_len:]
	}
}

const (
	theArena = "the arena"           // what whoIs says of the arena itself
	outside  = "a program outside, " // and with what it begins for what runs neither in the arena nor in a bot
)

// whoIs says who a process is that may be gone by now.
func whoIs(pid int) string {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		return "somebody"
	}
	program := strings.TrimSpace(string(name))
	ours, _ := os.Readlink("/proc/self/ns/mnt")
	switch theirs, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/mnt", pid)); {
	case err != nil:
		return "somebody, " + program
	case theirs != ours:
		return "a bot, " + program
	case program == "arena":
		return theArena
	}
	return outside + program
}

// opened returns the files opened since the last look.
func (w *watch) opened() (what []string) {
	time.Sleep(5 * time.Millisecond) // for events that were not read yet
	w.mu.Lock()
	defer w.mu.Unlock()
	what, w.seen = w.seen, nil
	slices.Sort(what)
	return what
}

// places are the files and folders of the marked home that nobody has a reason to open.
func (h *hunt) places() []string {
	paths := []string{filepath.Join(h.home, ".ssh"), filepath.Join(h.home, "private")}
	for path := range h.files {
		paths = append(paths, path)
	}
	return paths
}

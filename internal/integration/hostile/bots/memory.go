//go:build linux

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// much is more memory than the test allows a bot, and little enough for every machine.
const much = 320 << 20

const page = 4 << 10

var memoryAttempts = map[string]func() error{
	"heap":         heap,
	"read-only":    readOnly,
	"page-tables":  pageTables,
	"shared":       shared,
	"memfd":        memfd,
	"growing":      func() error { return mapAndTouch(unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_GROWSDOWN) },
	"dev-shm":      devShm,
	"dev-zero":     devZero,
	"locked":       func() error { return unix.Mlock(make([]byte, 1<<20)) },
	"own-folder":   ownFolder,
	"many-files":   manyFiles,
	"open-files":   openFiles,
	"socket-pairs": socketPairs,
}

func touch(memory []byte) {
	for i := 0; i < len(memory); i += page {
		memory[i] = 1
	}
}

// heap takes memory in the usual way.
func heap() error {
	var all [][]byte
	for range much >> 20 {
		all = append(all, make([]byte, 1<<20))
		touch(all[len(all)-1])
	}
	all[0][0]++
	return nil
}

// readOnly takes memory of which the system counts only one piece at a time: what can be
// written to.
func readOnly() error {
	const piece = 16 << 20
	for range much / piece {
		memory, err := unix.Mmap(-1, 0, piece, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		touch(memory)
		if err := unix.Mprotect(memory, unix.PROT_READ); err != nil {
			return err
		}
	}
	forever() // if nobody looks
	return nil
}

// pageTables makes the kernel take memory: a table of one page for each 2 MB of which one
// byte is read, while the byte itself takes none.
func pageTables() error {
	const covers = 2 << 20
	for range much / page / 512 {
		memory, err := unix.Mmap(-1, 0, 512*covers, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return err
		}
		for i := 0; i < len(memory); i += covers {
			if memory[i] != 0 {
				return errors.New("there is something in new memory")
			}
		}
	}
	forever()
	return nil
}

func mapAndTouch(flags int) error {
	memory, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_READ|unix.PROT_WRITE, flags)
	if err == nil {
		touch(memory)
	}
	return err
}

func shared() error {
	memory, err := unix.Mmap(-1, 0, much, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANON)
	if err == nil {
		touch(memory)
	}
	return err
}

func memfd() error {
	fd, err := unix.MemfdCreate("x", 0)
	if err != nil {
		return err
	}
	return unix.Ftruncate(fd, much)
}

func devShm() error {
	path := filepath.Join("/dev/shm", "hostile-"+strconv.Itoa(os.Getpid()))
	defer func() { _ = os.Remove(path) }()
	return os.WriteFile(path, make([]byte, 1<<20), 0o600)
}

func devZero() error {
	file, err := os.OpenFile("/dev/zero", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = unix.Mmap(int(file.Fd()), 0, much, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return err
}

// ownFolder fills its folder with one file.
func ownFolder() error {
	file, err := os.Create("large")
	if err != nil {
		return err
	}
	piece := make([]byte, 1<<20)
	for range 64 {
		if _, err := file.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

func manyFiles() error {
	for i := range 2000 {
		if err := os.WriteFile("file"+strconv.Itoa(i), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func openFiles() error {
	for range 400 {
		if _, err := unix.Dup(1); err != nil {
			return err
		}
	}
	return nil
}

// socketPairs fills buffers of the kernel.
func socketPairs() error {
	piece := make([]byte, 64<<10)
	for range 200 {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK, 0)
		if err != nil {
			return err
		}
		for err == nil {
			_, err = unix.Write(pair[0], piece)
		}
	}
	return nil
}

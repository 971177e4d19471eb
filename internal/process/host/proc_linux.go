package host

import (
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

func procFolder(pid int) string { return filepath.Join("/proc", strconv.Itoa(pid)) }

// procText returns what a file of a process in /proc says, or nothing if the process is gone. Bots are looked at often,
// and package os would ask as well how large the file is and whether one can wait for it.
func procText(pid int, name string) []byte {
	file, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = unix.Close(file) }()
	text := make([]byte, 0, 4<<10)
	for {
		n, err := unix.Read(file, text[len(text):cap(text)])
		if n <= 0 || err != nil {
			return text
		}
		if text = text[:len(text)+n]; len(text) == cap(text) {
			text = append(text, make([]byte, len(text))...)[:len(text)]
		}
	}
}

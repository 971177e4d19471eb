//go:build unix

package sys

import (
	"os"
	"syscall"
)

// RaiseFiles returns an error if this process can't open so many more files at the same
// time. It opens them without the help of package os: the Go runtime ends the program
// if there is no file left for it to wait for others with.
func RaiseFiles(files int) error {
	for range files {
		file, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer func() { _ = syscall.Close(file) }()
	}
	return nil
}

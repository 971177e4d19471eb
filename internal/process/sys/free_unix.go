//go:build linux || darwin || freebsd

package sys

import "golang.org/x/sys/unix"

// FreeSpace returns how many bytes a user without privileges may still write below a folder, or false where that
// is not known.
func FreeSpace(folder string) (bytes uint64, known bool) {
	var disk unix.Statfs_t
	if unix.Statfs(folder, &disk) != nil {
		return 0, false
	}
	return uint64(max(0, disk.Bavail)) * uint64(disk.Bsize), true //nolint:gosec,unconvert // their types differ between systems
}

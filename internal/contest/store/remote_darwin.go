package store

import "golang.org/x/sys/unix"

// networkOf returns the name of the network file system that a folder is on, or "" if it is on
// none. SQLite's log needs memory that all processes share, on one machine.
func networkOf(folder string) string {
	var stat unix.Statfs_t
	if unix.Statfs(folder, &stat) != nil || stat.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(stat.Fstypename[:])
}

package store

import "golang.org/x/sys/unix"

// networkOf returns the name of the network file system that a folder is on, or "" if it is on
// none that is known. SQLite's log needs memory that all processes share, on one machine.
func networkOf(folder string) string {
	var stat unix.Statfs_t
	if unix.Statfs(folder, &stat) != nil {
		return ""
	}
	switch uint32(stat.Type) { //nolint:gosec,unconvert // 32 bits are used; the type differs by machine
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	case unix.CODA_SUPER_MAGIC:
		return "Coda"
	}
	return ""
}

//go:build !unix

package crowd

// MostFiles returns 0: the system has no limit that a user could raise.
func MostFiles() uint64 { return 0 }

//go:build unix

package crowd

import "syscall"

// MostFiles returns how many files this process may have open; 0 if it can't be found out.
func MostFiles() uint64 {
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) != nil {
		return 0
	}
	return uint64(most.Cur) //nolint:unconvert // it is signed on FreeBSD
}

//go:build unix

package hint

import "syscall"

// limit returns 0 if it can't be found out.
func limit() uint64 {
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) != nil {
		return 0
	}
	return uint64(most.Cur) //nolint:unconvert // it is signed on FreeBSD
}

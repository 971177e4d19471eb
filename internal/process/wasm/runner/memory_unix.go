//go:build unix

package runner

import "golang.org/x/sys/unix"

// reserve returns addresses without memory, or nil if there are none.
func reserve(size uint64) []byte {
	if size == 0 || size != uint64(int(size)) { //nolint:gosec // that is the question
		return nil
	}
	whole, err := unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON) //nolint:gosec // see above
	if err != nil {
		return nil
	}
	return whole
}

// take puts memory, which is zero, behind addresses.
func take(part []byte) bool {
	return len(part) == 0 || unix.Mprotect(part, unix.PROT_READ|unix.PROT_WRITE) == nil
}

func release(whole []byte) {
	if whole != nil {
		_ = unix.Munmap(whole)
	}
}

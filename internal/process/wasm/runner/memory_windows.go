package runner

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// reserve returns addresses without memory, or nil if there are none.
func reserve(size uint64) []byte {
	if size == 0 || size != uint64(uintptr(size)) {
		return nil
	}
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil
	}
	// It is no memory of Go's, which is what vet fears.
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size)
}

// take puts memory, which is zero, behind addresses.
func take(part []byte) bool {
	if len(part) == 0 {
		return true
	}
	_, err := windows.VirtualAlloc(uintptr(unsafe.Pointer(&part[0])), uintptr(len(part)), windows.MEM_COMMIT,
		windows.PAGE_READWRITE)
	return err == nil
}

func release(whole []byte) {
	if whole != nil {
		_ = windows.VirtualFree(uintptr(unsafe.Pointer(&whole[0])), 0, windows.MEM_RELEASE)
	}
}

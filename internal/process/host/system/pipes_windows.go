package system

import (
	"crypto/rand"
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// pipeHolds is how many bytes a pipe holds, as many as on Linux.
const pipeHolds = 64 << 10

// newPipe makes a pipe of which one end is ours. That end obeys deadlines, which those of os.Pipe
// don't here: a program out of our reach may hold the other end for ever. The other end is
// like any that a program is started with.
func newPipe(weRead bool) (read, write *os.File, err error) {
	for range 3 { // somebody may look at all pipes, and take the other end of ours
		if read, write, err = namedPipe(weRead); !errors.Is(err, windows.ERROR_PIPE_BUSY) {
			break
		}
	}
	return read, write, os.NewSyscallError("pipe", err)
}

// namedPipe makes a pipe that has a name until both ends are open: only those have ends
// that can be read and written without waiting. There is one of its name, and it has one other end,
// so that nobody can come between.
func namedPipe(weRead bool) (read, write *os.File, err error) {
	name, err := windows.UTF16PtrFromString(`\\.\pipe\arena-` + rand.Text())
	if err != nil {
		return nil, nil, err
	}
	mode, access := uint32(windows.PIPE_ACCESS_OUTBOUND), uint32(windows.GENERIC_READ|windows.FILE_WRITE_ATTRIBUTES)
	if weRead {
		mode, access = windows.PIPE_ACCESS_INBOUND, windows.GENERIC_WRITE|windows.FILE_READ_ATTRIBUTES
	}
	own, err := windows.CreateNamedPipe(name, mode|windows.FILE_FLAG_OVERLAPPED|windows.FILE_FLAG_FIRST_PIPE_INSTANCE,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, 1, pipeHolds, pipeHolds, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	other, err := windows.CreateFile(name, access, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		_ = windows.CloseHandle(own)
		return nil, nil, err
	}
	ours, theirs := os.NewFile(uintptr(own), "pipe"), os.NewFile(uintptr(other), "pipe")
	if weRead {
		return ours, theirs, nil
	}
	return theirs, ours, nil
}

var peekPipe = kernel.NewProc("PeekNamedPipe")

// isOpen reports whether the other end of a pipe is open still, though a read has found an end.
// A write of nothing, as print functions make of an empty text, is sent as just that: a
// read of no bytes.
func isOpen(read *os.File) (open bool) {
	raw, err := read.SyscallConn()
	if err != nil {
		return false
	}
	_ = raw.Control(func(handle uintptr) {
		could, _, _ := peekPipe.Call(handle, 0, 0, 0, 0, 0)
		open = could != 0
	})
	return open
}

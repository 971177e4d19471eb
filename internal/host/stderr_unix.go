//go:build unix

package host

import (
	"errors"
	"os"
	"syscall"
)

// stderr is our end of a bot's standard error. Besides the goroutine that waits for
// what comes, the referee reads what is there at the end of a round: the pipe holds
// all that the bot wrote before it answered, but that goroutine may not have run.
type stderr struct {
	file   *os.File
	raw    syscall.RawConn // nil: it can only be waited for
	drain  func(uintptr)   // s.drainPipe, made once
	to     *output
	buffer [32 << 10]byte // guarded by to.mu
}

func newStderr(file *os.File, to *output) *stderr {
	raw, err := file.SyscallConn()
	if err != nil {
		raw = nil
	}
	s := &stderr{file: file, raw: raw, to: to}
	s.drain = s.drainPipe
	return s
}

// copy passes on all that comes, until the end or the file's deadline.
func (s *stderr) copy() {
	if s.raw == nil {
		copyAll(s.to, s.file)
		return
	}
	for end := false; !end; {
		// One piece at a time, as the deadline is only looked at between calls.
		err := s.raw.Read(func(fd uintptr) bool {
			n, err := s.read(fd)
			end = n <= 0 && !errors.Is(err, syscall.EINTR)
			return !errors.Is(err, syscall.EAGAIN)
		})
		end = end || err != nil
	}
}

// atHand passes on what the bot has written so far.
func (s *stderr) atHand() {
	if s.raw == nil {
		return
	}
	// The error is that of a closed file: the end was reached.
	_ = s.raw.Control(s.drain)
}

// drainPipe reads no more than a pipe holds: the bot may go on writing as fast as
// we read.
func (s *stderr) drainPipe(fd uintptr) {
	for most := 64 << 10; most > 0; {
		n, err := s.read(fd)
		if n <= 0 && !errors.Is(err, syscall.EINTR) {
			return
		}
		most -= max(n, 0)
	}
}

// read passes on one piece. It never waits: the file is in the poller's care.
func (s *stderr) read(fd uintptr) (int, error) {
	s.to.mu.Lock()
	defer s.to.mu.Unlock()
	n, err := syscall.Read(int(fd), s.buffer[:])
	if n > 0 {
		s.to.write(s.buffer[:n])
	}
	return n, err
}

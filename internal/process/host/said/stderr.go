package said

import (
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/botarena/arena/internal/process/host/system"
)

// Stderr is our end of a bot's standard error. A goroutine waits for data and reads
// it. The referee also reads at the end of a round: by then the pipe holds all that the
// bot wrote before it answered, but the goroutine may not have run.
type Stderr struct {
	File   *os.File
	raw    syscall.RawConn // nil if the file can't be read without waiting
	drain  func(uintptr)   // s.drainPipe, stored to save an allocation in each round
	to     *Output
	buffer [32 << 10]byte // guarded by to.mu
}

// NewStderr returns the standard error of a bot, whose output it takes.
func NewStderr(file *os.File, to *Output) *Stderr {
	s := &Stderr{File: file, to: to}
	if raw, err := file.SyscallConn(); err == nil && system.This.ReadNow != nil {
		s.raw = raw
	}
	s.drain = s.drainPipe
	return s
}

// Copy passes on everything, until the end of the file or its deadline.
func (s *Stderr) Copy() {
	if s.raw == nil {
		for {
			if _, err := io.Copy(s.to, s.File); err != nil || !system.This.IsOpen(s.File) {
				return
			}
		}
	}
	for end := false; !end; {
		// One piece at a time: the deadline is checked only between calls.
		err := s.raw.Read(func(fd uintptr) bool {
			n, err := s.read(fd)
			end = n <= 0 && !errors.Is(err, syscall.EINTR)
			return !errors.Is(err, syscall.EAGAIN)
		})
		end = end || err != nil
	}
}

// AtHand passes on what the bot has written so far.
func (s *Stderr) AtHand() {
	if s.raw == nil {
		return
	}
	// The only error is that the file is closed: its end was reached.
	_ = s.raw.Control(s.drain)
}

// drainPipe reads at most as much as a pipe holds, since the bot may go on writing
// as fast as we read.
func (s *Stderr) drainPipe(fd uintptr) {
	for most := 64 << 10; most > 0; {
		n, err := s.read(fd)
		if n <= 0 && !errors.Is(err, syscall.EINTR) {
			return
		}
		most -= max(n, 0)
	}
}

// read passes on one piece. It never waits, as the file is in non-blocking mode.
func (s *Stderr) read(fd uintptr) (int, error) {
	s.to.mu.Lock()
	defer s.to.mu.Unlock()
	n, err := system.This.ReadNow(fd, s.buffer[:])
	if n > 0 {
		s.to.write(s.buffer[:n])
	}
	return n, err
}

package linebot

import (
	"os"
	"sync"
	"syscall"

	"github.com/botarena/arena/internal/process/host/system"
)

// writer writes to the standard input of a bot. It never waits for a bot that does
// not read: what the pipe has no room for is written by a goroutine.
type writer struct {
	file    *os.File
	raw     syscall.RawConn // nil if the file can't be written without waiting
	try     func(uintptr) bool
	flushes sync.WaitGroup

	mu      sync.Mutex
	trying  []byte // what try writes
	pending [][]byte
	waiting int    // bytes of pending
	busy    bool   // a goroutine writes
	sent    func() // called when nothing is pending
	broken  bool   // nobody reads any more
}

func newWriter(file *os.File) *writer {
	w := &writer{file: file}
	if raw, err := file.SyscallConn(); err == nil {
		w.raw = raw
	}
	w.try = func(fd uintptr) bool {
		w.trying = w.trying[system.This.WriteNow(fd, w.trying):]
		return true
	}
	return w
}

// send writes a text, which must not change from now on, and calls sent when all is
// written or nobody will read it. It returns how many bytes of earlier texts the bot had
// not taken.
func (w *writer) send(text []byte, sent func()) (waiting int) {
	w.mu.Lock()
	if !w.busy && !w.broken && w.raw != nil {
		w.trying = text
		_ = w.raw.Write(w.try) // an error is met again below
		text = w.trying
	}
	if w.broken || len(text) == 0 {
		w.mu.Unlock()
		sent()
		return 0
	}
	defer w.mu.Unlock()
	waiting = w.waiting
	w.pending, w.sent = append(w.pending, text), sent
	w.waiting += len(text)
	if !w.busy {
		w.busy = true
		w.flushes.Go(w.flush)
	}
	return waiting
}

// flush writes all that is pending.
func (w *writer) flush() {
	for {
		w.mu.Lock()
		if len(w.pending) == 0 {
			w.busy, w.pending = false, nil
			sent := w.sent
			w.mu.Unlock()
			sent()
			return
		}
		next := w.pending[0]
		w.pending = w.pending[1:]
		w.mu.Unlock()
		_, err := w.file.Write(next)
		w.mu.Lock()
		if w.waiting -= len(next); err != nil {
			w.broken, w.pending, w.waiting = true, nil, 0
		}
		w.mu.Unlock()
	}
}

// wait waits until nothing is written any more. The file must be closed before.
func (w *writer) wait() { w.flushes.Wait() }
